import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { alertIdOf, generateFleet, METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { advanceTime } from './control.ts';
import { openWorkspace, readEvents } from './harness.ts';

const MIDDAY = Date.parse('2026-06-01T12:00:00Z');
const generated = generateFleet(24, 7);
/** Four streaming pipes that run, with room to shrink. */
const streaming = generated.pipes
  .filter(({ source, state }) => state === 'Running' && Object.hasOwn(source, 'kafka'))
  .slice(0, 4)
  .map((pipe, index) => ({
    ...pipe,
    name: `pipe-${index + 1}`,
    scaling: { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
    settings: { db_max_threads: 4 },
  }));
const fleet = { ...generated, pipes: streaming };
const service = (serviceId: string): string =>
  Object.entries(fleet.services).find(([, id]) => id === serviceId)?.[0] ?? '';

const LAG = {
  series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'metric:lag', groupBy: ['pipe'] },
  window: '2m',
  granularity: '1m',
  reduce: 'max',
  pass: '< 10000',
};
const ROLLOUT = { waves: [1, '50%', '100%'], before: ['alert'], after: ['lag'], bake: '60ms', interval: '20ms' };

/** By default half the replicas. */
const describeFleet = (desired: JsonObject, rest: JsonObject = {}): JsonObject => ({
  observability: { url: '${PIPEFORM_API_URL}' },
  pipes: Object.fromEntries(
    fleet.pipes.map(({ name, id, serviceId }) => [name, { service: service(serviceId), id, ...desired }]),
  ),
  checks: { lag: LAG, alert: { alert: alertIdOf(fleet.pipes[0]?.id ?? ''), state: 'OK' } },
  rollout: ROLLOUT,
  ...rest,
});
const HALF = { scaling: { replicas: 2 } };
const MORE = { settings: { db_max_threads: 8 } };

const open = (document: JsonObject, switches = {}) =>
  openWorkspace({ document, fleet, speed: 0, startAt: MIDDAY, switches });

const storyOf = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.type === 'wave_start') return [`wave ${event.wave} of ${event.waves}: ${event.pipes.length}`];
    if (event.type === 'wave_done') return [`wave ${event.wave} ${event.verdict}`];
    if (event.type === 'check') return [`${event.moment} ${event.name} ${event.verdict}`];
    if (event.type === 'rollback_start') return [`rollback ${event.pipes.join(' ')}`];
    return event.type === 'pipe_done' ? [`${event.pipe} ${event.status}`] : [];
  });

describe.concurrent('a guarded rollout', () => {
  test('continues wave by wave while its checks pass', async () => {
    const { run, writes } = await open(describeFleet(MORE));
    const { code, stdout } = await run('apply --auto-approve --format json --parallelism 1');
    const events = readEvents<RunEvent>(stdout);
    const story = storyOf(events);
    expect(code).toBe(0);
    expect(story.filter((line) => !line.startsWith('after'))).toEqual([
      'before alert pass',
      'wave 1 of 3: 1',
      'pipe-1 applied',
      'wave 1 passed',
      'wave 2 of 3: 1',
      'pipe-2 applied',
      'wave 2 passed',
      'wave 3 of 3: 2',
      'pipe-3 applied',
      'pipe-4 applied',
      'wave 3 passed',
    ]);
    expect(story.filter((line) => line === 'after lag pass')).toHaveLength(9);
    expect(writes()).toHaveLength(4);
    for (const event of events) expect(findFaults('events', event)).toEqual([]);
    const checked = events.flatMap((event) => (event.type === 'check' ? [event] : []));
    for (const { name, pass } of checked) expect(pass?.comparator).toBe(name === 'lag' ? '<' : undefined);
  });

  test('a wave that lets the lag grow stops it and is rolled back', async () => {
    const rollout = { ...ROLLOUT, bake: '60s', onFailure: 'rollback' };
    const { start, sandbox, writes, live } = await open(describeFleet(HALF, { rollout }));
    const running = start('apply --auto-approve --format json');
    await running.says(/"type":"bake_start"/);
    await advanceTime(sandbox.url, '15m');
    const { code, stdout } = await running.ended;
    const events = readEvents<RunEvent>(stdout);
    const { run } = events.at(-1) as Extract<RunEvent, { type: 'run_done' }>;
    expect(code).toBe(5);
    expect(storyOf(events).filter((line) => line !== 'after lag pass')).toEqual([
      'before alert pass',
      'wave 1 of 3: 1',
      'pipe-1 applied',
      'after lag fail',
      'wave 1 failed',
      'rollback pipe-1',
      'pipe-1 rolled-back',
    ]);
    expect(writes()).toEqual(['pipe-1 PATCH scaling {"replicas":2}', 'pipe-1 PATCH scaling {"replicas":4}']);
    expect(live('pipe-1').scaling).toMatchObject({ replicas: 4 });
    expect(run.rollout).toMatchObject({ status: 'failed', waves: [{ verdict: 'failed' }, {}, {}] });
    expect(run.summary).toMatchObject({ 'rolled-back': 1, skipped: 3, applied: 0 });
  });

  test('a saved plan is guarded by the current configuration; --no-rollout skips the rollout and needs no token', async () => {
    const { run, writes } = await open(describeFleet(MORE));
    expect((await run('plan --out plan.json')).code).toBe(0);
    const missing = await run('apply plan.json', { PIPEFORM_ACCESS_TOKEN: '' });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('PIPEFORM_ACCESS_TOKEN');
    expect(writes()).toEqual([]);
    const { code, stdout } = await run('apply plan.json --no-rollout --format json', { PIPEFORM_ACCESS_TOKEN: '' });
    expect({ code, story: storyOf(readEvents(stdout)).filter((line) => !line.includes('applied')) }).toEqual({
      code: 0,
      story: [],
    });
  });

  test.each([
    ['--no-wait', {}, 'a wave passes only after a read has confirmed its updates'],
    ['', { PIPEFORM_ACCESS_TOKEN: 'two words' }, 'PIPEFORM_ACCESS_TOKEN contains a space'],
  ])('is refused when it cannot be carried out: %s %o', async (option, env, words) => {
    const { run, writes } = await open(describeFleet(MORE));
    const { code, stderr } = await run(`apply --auto-approve ${option}`, env);
    expect({ code, writes: writes() }).toEqual({ code: 1, writes: [] });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('two words');
  });

  test('shows its steps before the prompt', async () => {
    const { run } = await open(describeFleet(MORE));
    const { stdout } = await run('apply --auto-approve');
    expect(stdout).toContain('Guarded rollout: 3 waves of 1, 1 and 2 pipes');
  });
});

// What each verdict of a check does is in test/apply/rollout, and what each state of an alert means, in test/health/evaluate-alert.test.ts.
test.concurrent('a check of a pipe must pass before its update; the other pipes continue', async () => {
  const { rollout: _, ...document } = describeFleet(MORE);
  const pipes = document.pipes as Readonly<Record<string, JsonObject>>;
  const guarded = { ...document, pipes: { ...pipes, 'pipe-1': { ...pipes['pipe-1'], checks: ['alert'] } } };
  const { run, writes } = await open(guarded, { alerts: 'silenced' });
  const { code, stdout } = await run('apply --auto-approve');
  expect(code).toBe(5);
  expect(stdout).toContain('Pipe pipe-1 was not updated: its check alert did not pass.');
  expect(writes()).toHaveLength(3);
});
