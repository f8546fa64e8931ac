import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { ORIGINS, type PlannedPipe, type PlanStatus } from '../../src/model/plan.ts';
import { arrangeReport, type ReportBlock } from '../../src/report/view-model/arrange.ts';
import { desiredPipe, livePipe, pair, place, planOf } from '../plan/samples.ts';
import { samplePlan } from './sample-reports.ts';

const [TEMPLATE] = planOf([
  pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings: { db_max_threads: 4 } })),
]).pipes as readonly [PlannedPipe];

type Values = Readonly<Record<string, readonly [before: number, after: number]>>;

function pipeOf(name: string, values: Values, given: Partial<PlannedPipe> = {}): PlannedPipe {
  const changes = Object.entries(values).map(([key, [before, after]]) => {
    return { path: `settings.${key}`, before, after, band: null, origin: null, location: place(5) } as const;
  });
  const status: PlanStatus = changes.length === 0 ? 'unchanged' : 'update';
  return { ...TEMPLATE, name, status, changes, requests: changes.length === 0 ? [] : TEMPLATE.requests, ...given };
}

const arrange = (pipes: readonly PlannedPipe[], requests = false) =>
  arrangeReport({ kind: 'plan', pipes }, { requests });

const shape = (blocks: readonly ReportBlock<PlannedPipe>[]) =>
  blocks.map((block) => [
    block.changes.map(({ path, before, after }) => `${path.slice('settings.'.length)} ${before} ${after}`).join(', '),
    (block.kind === 'group' ? block.pipes : [block.pipe]).map(({ service, name }) => `${service}/${name}`).join(' '),
  ]);

const THREADS = { db_max_threads: [4, 8] } as const;
const BLOCK = { db_max_insert_block_size: [1, 2] } as const;

describe('a report, arranged', () => {
  it('groups equal changes, names the same pipes once, and leaves each pipe its own changes', () => {
    const blocks = arrange([
      pipeOf('d', THREADS),
      pipeOf('b', { ...THREADS, ...BLOCK }),
      pipeOf('a', { ...THREADS, ...BLOCK, db_max_insert_threads: [1, 3] }),
      pipeOf('c', { db_max_threads: [2, 8] }),
      pipeOf('calm', {}),
    ]);
    expect(shape(blocks)).toEqual([
      ['db_max_threads 4 8', 'analytics/a analytics/b analytics/d'],
      ['db_max_insert_block_size 1 2', 'analytics/a analytics/b'],
      ['db_max_insert_threads 1 3', 'analytics/a'],
      ['db_max_threads 2 8', 'analytics/c'],
    ]);
    const same = { ...THREADS, ...BLOCK };
    expect(shape(arrange(['d', 'c', 'b', 'a'].map((name) => pipeOf(name, same))))).toEqual([
      ['db_max_threads 4 8, db_max_insert_block_size 1 2', 'analytics/a analytics/b analytics/c analytics/d'],
    ]);
  });

  it('shows up to three changed pipes one by one', () => {
    expect(shape(arrange(['c', 'b', 'a'].map((name) => pipeOf(name, THREADS))))).toEqual([
      ['db_max_threads 4 8', 'analytics/a'],
      ['db_max_threads 4 8', 'analytics/b'],
      ['db_max_threads 4 8', 'analytics/c'],
    ]);
  });

  it('keeps the block of a pipe in groups for its problems, its acknowledged drift, and its requests when they are shown', () => {
    const pipes = ['a', 'b', 'c', 'd'].map((name) => pipeOf(name, THREADS));
    const warned = samplePlan().pipes.find(({ diagnostics }) => diagnostics.length > 0);
    const noisy = pipeOf('e', THREADS, { diagnostics: warned?.diagnostics ?? [] });
    expect(shape(arrange([...pipes, noisy])).map(([, names]) => names)).toEqual([
      'analytics/a analytics/b analytics/c analytics/d analytics/e',
      'analytics/e',
    ]);
    expect(arrange(pipes)).toHaveLength(1);
    expect(arrange(pipes, true)).toHaveLength(5);
  });

  it('puts errors, then refusals, then conflicts first, and orders the rest by service', () => {
    const conflict = pipeOf('x', { db_max_threads: [6, 8] });
    const blocks = arrange([
      pipeOf('a', { db_max_threads: [1, 8] }, { service: 'warehouse' }),
      pipeOf('b', { db_max_threads: [2, 8] }),
      { ...conflict, changes: conflict.changes.map((change) => ({ ...change, origin: 'conflict' })) },
      pipeOf('y', { db_max_threads: [3, 8] }, { status: 'refused', requests: [] }),
      pipeOf('z', {}, { status: 'error', diagnostics: [diagnose('error', { code: 'wrong-name', summary: 'Wrong.' })] }),
    ]);
    expect(shape(blocks).map(([, names]) => names)).toEqual([
      'analytics/z',
      'analytics/y',
      'analytics/x',
      'analytics/b',
      'warehouse/a',
    ]);
  });

  const anyPipe = fc
    .record({
      service: fc.constantFrom('analytics', 'billing'),
      status: fc.constantFrom('update', 'refused'),
      changes: fc.uniqueArray(
        fc.record({
          path: fc.constantFrom('settings.db_max_threads', 'settings.db_max_insert_threads', 'scaling.replicas'),
          before: fc.constantFrom(null, 1, 2),
          after: fc.constantFrom(3, 4),
          band: fc.constantFrom(null, { min: 3, max: 6 }),
          origin: fc.constantFrom(null, ...ORIGINS),
          location: fc.constant(place(5)),
        }),
        { selector: ({ path }) => path, minLength: 1, maxLength: 3 },
      ),
    })
    .map((given) => ({ ...TEMPLATE, ...given }) as PlannedPipe);
  const anyPipes = fc
    .array(anyPipe, { maxLength: 12 })
    .map((pipes) => pipes.map((pipe, index) => ({ ...pipe, name: `pipe-${index}` })));

  it('has every change of every pipe exactly once, with equal changes of one status in one group', () => {
    fc.assert(
      fc.property(anyPipes, (pipes) => {
        const rows = (of: readonly PlannedPipe[], changes = of[0]?.changes ?? []) =>
          of.flatMap((pipe) =>
            changes.map(({ location, ...change }) => JSON.stringify([pipe.name, pipe.status, change])),
          );
        const blocks = arrange(pipes);
        const shown = blocks.flatMap((block) =>
          rows(block.kind === 'group' ? block.pipes : [block.pipe], block.changes),
        );
        expect(shown.toSorted()).toEqual(pipes.flatMap((pipe) => rows([pipe])).toSorted());
        const groups = blocks.filter((block) => block.kind === 'group');
        expect(groups.every((group) => group.pipes.length > 1)).toBe(true);
        const distinct = blocks.flatMap((block) => {
          const status = (block.kind === 'group' ? block.pipes[0] : block.pipe)?.status;
          return block.changes.map(({ location, ...change }) => JSON.stringify([status, change]));
        });
        if (pipes.length > 3) expect(new Set(distinct).size).toBe(distinct.length);
      }),
    );
  });

  it('does not depend on the order of the pipes', () => {
    const anyTwoOrders = anyPipes.chain((pipes) =>
      fc.tuple(fc.constant(pipes), fc.shuffledSubarray(pipes, { minLength: pipes.length })),
    );
    fc.assert(
      fc.property(anyTwoOrders, ([one, other]) => {
        expect(shape(arrange(other))).toEqual(shape(arrange(one)));
      }),
    );
  });
});
