import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import { ORIGINS } from '../../src/model/origin.ts';
import type { PlannedPipe, PlanStatus } from '../../src/model/plan.ts';
import { arrangePipes } from '../../src/report/view-model/arrange.ts';
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

const arrange = (pipes: readonly PlannedPipe[], requests = false) => arrangePipes({ kind: 'plan' }, pipes, requests);

const nameAll = (pipes: readonly Pick<PlannedPipe, 'service' | 'name'>[]): string =>
  pipes.map(({ service, name }) => `${service}/${name}`).join(' ');

const nameChanges = (changes: PlannedPipe['changes']): string =>
  changes.map(({ path, before, after }) => `${path.slice('settings.'.length)} ${before} ${after}`).join(', ');

const shape = ({ groups, pipes }: ReturnType<typeof arrange>) => ({
  groups: groups.map(({ changes, pipes: own }) => [nameChanges(changes), nameAll(own)]),
  pipes: pipes.map((pipe) => [nameChanges(pipe.changes), nameAll([pipe])]),
});

const THREADS = { db_max_threads: [4, 8] } as const;
const BLOCK = { db_max_insert_block_size: [1, 2] } as const;

describe('a report, arranged', () => {
  const many = (count: number, values: Values, prefix = 'p') =>
    Array.from({ length: count }, (_, index) => pipeOf(`${prefix}${index}`, values));
  const names = (count: number, prefix = 'p') =>
    Array.from({ length: count }, (_, index) => `analytics/${prefix}${index}`).join(' ');

  it('groups changes that three or more pipes have in common, and names the same pipes once', () => {
    const pipes = [...many(7, THREADS), ...many(3, { ...THREADS, ...BLOCK }, 'q'), pipeOf('calm', {})];
    expect(shape(arrange(pipes))).toEqual({
      groups: [
        ['db_max_threads 4 8', `${names(7)} ${names(3, 'q')}`],
        ['db_max_insert_block_size 1 2', names(3, 'q')],
      ],
      pipes: [],
    });
    expect(shape(arrange(many(10, { ...THREADS, ...BLOCK })))).toEqual({
      groups: [['db_max_threads 4 8, db_max_insert_block_size 1 2', names(10)]],
      pipes: [],
    });
  });

  it('groups only pipes with all changes in common among fewer than ten', () => {
    const few = many(3, { ...THREADS, ...BLOCK }, 'q');
    const other = pipeOf('z', { ...THREADS, db_max_insert_threads: [1, 3] });
    expect(shape(arrange([...many(4, THREADS), ...few, other]))).toEqual({
      groups: [
        ['db_max_threads 4 8', names(4)],
        ['db_max_threads 4 8, db_max_insert_block_size 1 2', names(3, 'q')],
      ],
      pipes: [['db_max_threads 4 8, db_max_insert_threads 1 3', 'analytics/z']],
    });
  });

  it('shows up to three changed pipes one by one', () => {
    expect(shape(arrange(many(3, THREADS)))).toEqual({
      groups: [],
      pipes: ['analytics/p0', 'analytics/p1', 'analytics/p2'].map((name) => ['db_max_threads 4 8', name]),
    });
  });

  it('also shows a pipe of a group that has problems, or requests when they are shown', () => {
    const pipes = many(10, THREADS);
    const warned = samplePlan().pipes.find(({ diagnostics }) => diagnostics.length > 0);
    const noisy = pipeOf('e', THREADS, { diagnostics: warned?.diagnostics ?? [] });
    expect(shape(arrange([...pipes, noisy]))).toEqual({
      groups: [['db_max_threads 4 8', `analytics/e ${names(10)}`]],
      pipes: [['', 'analytics/e']],
    });
    expect(arrange(pipes).pipes).toEqual([]);
    expect(arrange(pipes, true).pipes).toHaveLength(10);
  });

  it('puts errors, then refusals, then conflicts first, and orders the rest by service', () => {
    const conflict = pipeOf('x', { db_max_threads: [6, 8] });
    const { pipes } = arrange([
      pipeOf('a', { db_max_threads: [1, 8] }, { service: 'warehouse' }),
      pipeOf('b', { db_max_threads: [2, 8] }),
      { ...conflict, changes: conflict.changes.map((change) => ({ ...change, origin: 'conflict' })) },
      pipeOf('y', { db_max_threads: [3, 8] }, { status: 'refused', requests: [] }),
      pipeOf('z', {}, { status: 'error', diagnostics: [diagnose('error', { code: 'wrong-pipe', summary: 'Wrong.' })] }),
    ]);
    expect(nameAll(pipes)).toBe('analytics/z analytics/y analytics/x analytics/b warehouse/a');
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

  it('has every change of every pipe exactly once, in groups or with the pipe', () => {
    checkProperty(
      fc.property(anyPipes, (pipes) => {
        const rowsOf = (name: string, status: string, changes: PlannedPipe['changes']) =>
          changes.map(({ location, ...change }) => JSON.stringify([name, status, change]));
        const { groups, pipes: others } = arrange(pipes);
        const shown = [
          ...groups.flatMap(({ changes, pipes: own }) =>
            own.flatMap(({ name, status }) => rowsOf(name, status, changes)),
          ),
          ...others.flatMap(({ name, status, changes }) => rowsOf(name, status, changes)),
        ];
        const all = pipes.flatMap(({ name, status, changes }) => rowsOf(name, status, changes));
        expect(shown.toSorted()).toEqual(all.toSorted());
        expect(groups.every((group) => group.pipes.length >= 3)).toBe(true);
        const distinct = groups.flatMap(({ changes, pipes: [first] }) => rowsOf('', first?.status ?? '', changes));
        if (pipes.length >= 10) expect(new Set(distinct).size).toBe(distinct.length);
      }),
    );
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
