import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { ORIGINS, type PlannedPipe, type PlanStatus } from '../../src/model/plan.ts';
import { arrangeReport, type ReportBlock } from '../../src/report/view-model/arrange.ts';
import { checkProperty } from '../effort.ts';
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

const arrange = (pipes: readonly PlannedPipe[], { requests = false, summary = false } = {}) =>
  arrangeReport({ kind: 'plan', pipes }, { requests, summary });

const shape = (blocks: readonly ReportBlock<PlannedPipe>[]) =>
  blocks.map((block) => [
    block.changes.map(({ path, before, after }) => `${path.slice('settings.'.length)} ${before} ${after}`).join(', '),
    (block.kind === 'group' ? block.pipes : [block.pipe]).map(({ service, name }) => `${service}/${name}`).join(' '),
  ]);

const THREADS = { db_max_threads: [4, 8] } as const;
const BLOCK = { db_max_insert_block_size: [1, 2] } as const;

describe('a report, arranged', () => {
  const many = (count: number, values: Values, prefix = 'p') =>
    Array.from({ length: count }, (_, index) => pipeOf(`${prefix}${index}`, values));
  const names = (count: number, prefix = 'p') =>
    Array.from({ length: count }, (_, index) => `analytics/${prefix}${index}`).join(' ');

  it('groups changes that three or more pipes have in common, and names the same pipes once', () => {
    const blocks = arrange([...many(7, THREADS), ...many(3, { ...THREADS, ...BLOCK }, 'q'), pipeOf('calm', {})]);
    expect(shape(blocks)).toEqual([
      ['db_max_threads 4 8', `${names(7)} ${names(3, 'q')}`],
      ['db_max_insert_block_size 1 2', names(3, 'q')],
    ]);
    expect(shape(arrange(many(10, { ...THREADS, ...BLOCK })))).toEqual([
      ['db_max_threads 4 8, db_max_insert_block_size 1 2', names(10)],
    ]);
  });

  it('shows all changes of a pipe that has a block of its own', () => {
    const own = pipeOf('own', { ...THREADS, db_max_insert_threads: [1, 3] });
    const few = many(2, { ...THREADS, ...BLOCK }, 'z');
    const pipes = [own, ...few, ...many(7, THREADS)];
    expect(shape(arrange(pipes))).toEqual([
      ['db_max_threads 4 8', names(7)],
      ['db_max_threads 4 8, db_max_insert_threads 1 3', 'analytics/own'],
      ['db_max_threads 4 8, db_max_insert_block_size 1 2', 'analytics/z0'],
      ['db_max_threads 4 8, db_max_insert_block_size 1 2', 'analytics/z1'],
    ]);
    expect(shape(arrange(pipes, { summary: true }))).toEqual([
      ['db_max_threads 4 8', `analytics/own ${names(7)} ${names(2, 'z')}`],
      ['db_max_insert_threads 1 3', 'analytics/own'],
      ['db_max_insert_block_size 1 2', 'analytics/z0'],
      ['db_max_insert_block_size 1 2', 'analytics/z1'],
    ]);
  });

  it('groups only pipes with all changes in common among fewer than ten', () => {
    const few = many(3, { ...THREADS, ...BLOCK }, 'q');
    expect(
      shape(arrange([...many(4, THREADS), ...few, pipeOf('z', { ...THREADS, db_max_insert_threads: [1, 3] })])),
    ).toEqual([
      ['db_max_threads 4 8', names(4)],
      ['db_max_threads 4 8, db_max_insert_block_size 1 2', names(3, 'q')],
      ['db_max_threads 4 8, db_max_insert_threads 1 3', 'analytics/z'],
    ]);
  });

  it('shows up to three changed pipes one by one', () => {
    expect(shape(arrange(many(3, THREADS)))).toEqual(
      ['analytics/p0', 'analytics/p1', 'analytics/p2'].map((name) => ['db_max_threads 4 8', name]),
    );
  });

  it('does not group a pipe with problems, or with requests when they are shown', () => {
    const pipes = many(10, THREADS);
    const warned = samplePlan().pipes.find(({ diagnostics }) => diagnostics.length > 0);
    const noisy = pipeOf('e', THREADS, { diagnostics: warned?.diagnostics ?? [] });
    expect(shape(arrange([...pipes, noisy]))).toEqual([
      ['db_max_threads 4 8', names(10)],
      ['db_max_threads 4 8', 'analytics/e'],
    ]);
    expect(arrange(pipes)).toHaveLength(1);
    expect(arrange(pipes, { requests: true })).toHaveLength(10);
  });

  it('puts errors, then refusals, then conflicts first, and orders the rest by service', () => {
    const conflict = pipeOf('x', { db_max_threads: [6, 8] });
    const blocks = arrange([
      pipeOf('a', { db_max_threads: [1, 8] }, { service: 'warehouse' }),
      pipeOf('b', { db_max_threads: [2, 8] }),
      { ...conflict, changes: conflict.changes.map((change) => ({ ...change, origin: 'conflict' })) },
      pipeOf('y', { db_max_threads: [3, 8] }, { status: 'refused', requests: [] }),
      pipeOf('z', {}, { status: 'error', diagnostics: [diagnose('error', { code: 'wrong-pipe', summary: 'Wrong.' })] }),
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
    .array(anyPipe, { maxLength: 30 })
    .map((pipes) => pipes.map((pipe, index) => ({ ...pipe, name: `pipe-${index}` })));

  it('has every change of every pipe exactly once, in groups or in the block of the pipe', () => {
    checkProperty(
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
        expect(groups.every((group) => group.pipes.length >= 3)).toBe(true);
        const inGroups = new Set(groups.flatMap((group) => group.pipes));
        for (const block of blocks) {
          if (block.kind === 'group') continue;
          expect(block.changes).toEqual(block.pipe.changes);
          expect(inGroups.has(block.pipe)).toBe(false);
        }
        const distinct = groups.flatMap(({ changes, pipes: [first] }) =>
          changes.map(({ location, ...change }) => JSON.stringify([first?.status, change])),
        );
        if (pipes.length >= 10) expect(new Set(distinct).size).toBe(distinct.length);
      }),
    );
  });

  it('leaves out thousands of pipes, each for the one before it', () => {
    const pipes = Array.from({ length: 10_000 }, (_, index) => {
      const groups = [index, index + 1, index + 2].map((group) => [`key_${group % 3}`, [0, group]] as const);
      return pipeOf(`p${index}`, Object.fromEntries(groups));
    });
    expect(arrange(pipes).every((block) => block.kind === 'pipe' && block.changes.length === 3)).toBe(true);
  });

  it('does not depend on the order of the pipes', () => {
    const anyTwoOrders = anyPipes.chain((pipes) =>
      fc.tuple(fc.constant(pipes), fc.shuffledSubarray(pipes, { minLength: pipes.length })),
    );
    checkProperty(
      fc.property(anyTwoOrders, ([one, other]) => {
        expect(shape(arrange(other))).toEqual(shape(arrange(one)));
      }),
    );
  });
});
