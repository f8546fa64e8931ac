import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  apply,
  drift,
  ListenerError,
  loadFleet,
  type Plan,
  type ProjectFleet,
  plan,
  renderReport,
} from '../../src/index.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { CREDENTIALS, openWorkspace, pipe } from '../e2e/harness.ts';

// Calls that the compiler rejects, but JavaScript allows.
type Loose = (...values: unknown[]) => Promise<unknown>;
const loose = { apply, drift, loadFleet, plan, renderReport } as unknown as Record<
  'apply' | 'drift' | 'loadFleet' | 'plan' | 'renderReport',
  Loose
>;

const FASTER = { orders: pipe(createQuickstartFleet(), 'orders-prod', { settings: { db_max_threads: 16 } }) };

async function open() {
  const workspace = await openWorkspace({ document: { pipes: FASTER } });
  const variables = { ...CREDENTIALS, PIPEFORM_API_URL: workspace.sandbox.url };
  const { fleet } = await loadFleet({ cwd: workspace.folder, variables });
  if (fleet === null) throw new Error('the fleet was not loaded');
  return { workspace, variables, fleet, proposed: await plan(fleet, { variables }) };
}

async function thrownBy(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof Error ? `${error.name}: ${error.message}` : 'nothing';
}

describe.concurrent('a programming error', () => {
  test('in an option is reported before any request or write', async () => {
    const { workspace, variables, fleet, proposed } = await open();
    workspace.takeRequests();
    const cases: readonly [object, RegExp][] = [
      [{ targets: ['orders'] }, /^TypeError: there is no option targets; did you mean target\?$/],
      [{ excludes: ['orders'] }, /did you mean exclude\?$/],
      [{ credentials: { secret: 'canary' } }, /no option credentials\.secret; the options are keyId/],
      [{ credentials: { keySecret: 4_711_471 } }, /^TypeError: credentials\.keySecret must be a string$/],
      [
        { variables: { PIPEFORM_KEY_SECRET: 4_711_471 } },
        /^TypeError: variables\.PIPEFORM_KEY_SECRET must be a string$/,
      ],
      [{ allowances: { protect: ['orders'] } }, /no option allowances\.protect;/],
      [
        { allowances: { protectedPipes: 'orders' } },
        /^TypeError: allowances\.protectedPipes must be a list of strings$/,
      ],
      [{ allowances: { force: 'yes' } }, /^TypeError: allowances\.force must be true or false$/],
      [
        { allowances: { overrides: [{ policy: 'rules', reason: 'test' }] } },
        /^RangeError: allowances\.overrides\S*policy must be one of freeze, promotion, not "rules"$/,
      ],
      [{ target: 'orders' }, /^TypeError: target must be a list of strings$/],
      [{ rollout: 'none' }, /^TypeError: rollout must be true or false$/],
      [{ failFast: 'stop' }, /^TypeError: failFast must be true or false$/],
      [{ timeoutMs: 1e12 }, /^RangeError: timeoutMs must be 1 to 86400000 milliseconds \(a day\), not/],
      [{ waitTimeoutMs: 1e12 }, /^RangeError: waitTimeoutMs must be/],
      [{ lockTimeoutMs: Number.POSITIVE_INFINITY }, /^RangeError: lockTimeoutMs must be/],
    ];
    for (const [options, words] of cases) {
      const thrown = await thrownBy(loose.apply(proposed, fleet, { variables, ...options }));
      expect(thrown).toMatch(words);
      expect(thrown).not.toMatch(/canary|4711471/);
    }
    expect(await thrownBy(loose.plan(fleet, { variables, recommend: 'wanted' }))).toMatch(
      /^TypeError: recommend must be true or false$/,
    );
    expect(await thrownBy(loose.drift(fleet, { variables, time: 1 }))).toMatch(/^TypeError: there is no option time;/);
    expect(await thrownBy(loose.loadFleet({ env: 'production' }))).toMatch(
      /^TypeError: there is no option env; the options are cwd, file, environment, variables, files$/,
    );
    expect(workspace.takeRequests()).toEqual({});
  });

  test('in what is planned and applied has its own message', async () => {
    const { workspace, variables, fleet, proposed } = await open();
    const loaded = { ok: true, fleet, diagnostics: [], sources: new Map() };
    for (const none of [null, undefined, loaded, 'fleet']) {
      expect(await thrownBy(loose.plan(none, { variables }))).toMatch(
        /^TypeError: the first argument must be the `fleet` of a loadFleet result/,
      );
      expect(await thrownBy(loose.apply(proposed, none, { variables }))).toMatch(
        /^TypeError: the first argument must be/,
      );
    }
    const fromJson = JSON.parse(JSON.stringify(fleet)) as ProjectFleet;
    expect(await thrownBy(drift(fromJson, { variables }))).toMatch(
      /^TypeError: the fleet was copied without its maps, as JSON does/,
    );
    for (const none of [null, undefined, 'plan']) {
      expect(await thrownBy(loose.apply(none, fleet, { variables }))).toBe(
        'TypeError: the first argument of apply is not a plan',
      );
    }
    expect(await thrownBy(loose.renderReport(proposed, { format: 'xml' }))).toMatch(
      /^RangeError: the format of a report/,
    );
    for (const address of [{ link: 'javascript:alert(1)' }, { filesUrl: 'not an address' }]) {
      expect(await thrownBy(loose.renderReport(proposed, { format: 'markdown', ...address }))).toMatch(
        /^RangeError: `link` and `filesUrl` are http or https addresses/,
      );
    }
    expect(workspace.writes()).toEqual([]);
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
