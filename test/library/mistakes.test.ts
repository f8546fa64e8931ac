import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { apply, drift, ListenerError, loadFleet, type Plan, plan, renderReport, rollback } from '../../src/index.ts';
import { FASTER, openProgram } from './open-program.ts';

// Calls that the compiler rejects, but JavaScript allows.
type Loose = (...values: unknown[]) => Promise<unknown>;
const loose: Readonly<Record<'apply' | 'drift' | 'loadFleet' | 'plan' | 'renderReport' | 'rollback', Loose>> = {
  apply,
  drift,
  loadFleet,
  plan,
  renderReport,
  rollback,
} as never;

async function open() {
  const opened = await openProgram({ document: { pipes: FASTER } });
  return { ...opened, proposed: await plan(opened.fleet, { variables: opened.variables }) };
}

async function thrownBy(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Error ? `${error.name}: ${error.message}` : 'nothing';
}

describe.concurrent('a programming error', () => {
  test.each<[string, object]>([
    ['shard.index must be from 1 to 4, not 0', { shard: { index: 0, total: 4 } }],
    ['shard.index must be from 1 to 4, not 5', { shard: { index: 5, total: 4 } }],
    ['shard.index must be a whole number, not 1.5', { shard: { index: 1.5, total: 4 } }],
    ['shard.index must be from 1 to 4, not NaN', { shard: { index: Number.NaN, total: 4 } }],
    ['shard.total must be from 1 to 10000, not 0', { shard: { index: 1, total: 0 } }],
    ['parallelism must be from 1 to 1000, not 0', { parallelism: 0 }],
    ['parallelism must be from 1 to 1000, not -1', { parallelism: -1 }],
    ['parallelism must be from 1 to 1000, not NaN', { parallelism: Number.NaN }],
    ['parallelism must be a whole number, not 2.5', { parallelism: 2.5 }],
    ['timeoutMs must be from 1 to 86400000, not NaN', { timeoutMs: Number.NaN }],
    ['timeoutMs must be from 1 to 86400000, not 0', { timeoutMs: 0 }],
    ['waitTimeoutMs must be from 0 to 86400000, not NaN', { waitTimeoutMs: Number.NaN }],
    ['waitTimeoutMs must be from 0 to 86400000, not Infinity', { waitTimeoutMs: Number.POSITIVE_INFINITY }],
    ['lockTimeoutMs must be from 0 to 86400000, not -1', { lockTimeoutMs: -1 }],
    ...(['freeze', 'promotion'] as const).map((policy): [string, object] => [
      `the reason to override ${policy} must not be empty, since it is recorded`,
      { allowances: { overrides: [{ policy, reason: '' }] } },
    ]),
  ])('in a value is reported before any request or write: %s', async (message, wrong) => {
    const { workspace, variables, fleet, proposed } = await open();
    workspace.takeRequests();
    const options = { variables, ...wrong };
    const calls = [
      () => loose.plan(fleet, options),
      () => loose.drift(fleet, options),
      () => loose.apply(proposed, fleet, options),
      () => loose.rollback('latest', fleet, options),
    ];
    for (const call of calls) expect(await thrownBy(call())).toBe(`RangeError: ${message}`);
    expect(workspace.takeRequests()).toEqual({});
  });

  test('in the format or an address of a report is reported', async () => {
    const { proposed } = await open();
    expect(await thrownBy(loose.renderReport(proposed, { format: 'xml' }))).toMatch(
      /^RangeError: the format of a report/,
    );
    for (const address of [{ link: 'javascript:alert(1)' }, { filesUrl: 'not an address' }]) {
      expect(await thrownBy(loose.renderReport(proposed, { format: 'markdown', ...address }))).toMatch(
        /^RangeError: `link` and `filesUrl` are http or https addresses/,
      );
    }
  });

  test('excludes copies: a plan and a fleet that are frozen, or went through JSON, are accepted', async () => {
    const { workspace, variables, fleet, proposed } = await open();
    const plain = deepFreeze(JSON.parse(JSON.stringify(proposed)) as Plan);
    const run = await apply(plain, deepFreeze(structuredClone(fleet)), Object.freeze({ variables }));
    expect(run.summary.applied).toBe(1);
    expect(workspace.writes()).toHaveLength(1);
  });

  test('in an asynchronous listener is thrown when the run ends, and does not end the process', async () => {
    const { variables, fleet, proposed } = await open();
    const mistake = new Error('a mistake of the program');
    const onEvent = async (): Promise<void> => {
      await setImmediate();
      throw mistake;
    };
    const thrown = await apply(proposed, fleet, { variables, onEvent }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ListenerError);
    expect(thrown).toMatchObject({ cause: mistake, report: { kind: 'run', summary: { applied: 1 } } });
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
