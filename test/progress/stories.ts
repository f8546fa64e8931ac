import type { RunEvent } from '../../src/model/run.ts';
import {
  bakeStart,
  checked,
  pipeDone,
  pipeName,
  pipeStart,
  problem,
  request,
  rollbackStart,
  runDone,
  runStart,
  START,
  waveDone,
  waveStart,
} from './events.ts';

/** The pipes of the rollout: waves of 1, 4 and 12. */
export const ROLLOUT_PIPES = 17;

/** Moments to test: milliseconds after the start. */
export const MOMENTS = {
  checking: 900,
  baked: 9_500,
  updating: 24_500,
  baking: 39_500,
  failed: 43_500,
  rollingBack: 45_500,
} as const;

const REASON = 'orders-lag failed 2 times, and 1 is allowed';
const TOO_HIGH = 'the max of the last 5m is 12,400, which is not < 10,000';

/** Every two seconds of the second bake. */
const LAG_LIMIT = { comparator: '<', value: 10_000 } as const;
const LAGS = [2_180, 2_420, 3_050, 4_600, null, 7_900, 12_400, 12_900] as const;

/** A rollout whose second wave fails and that is rolled back. One of its pipes fails by itself. */
export const guardedRollout: readonly RunEvent[] = [
  runStart(0, ROLLOUT_PIPES),
  checked(400, 'orders-alert', { moment: 'before', wave: null, value: 'OK' }),
  checked(800, 'orders-lag', { moment: 'before', wave: null, value: 2_140, samples: 5, pass: LAG_LIMIT }),
  waveStart(1_000, 1, 3, [pipeName(0)]),
  ...update(0, 1_000),
  bakeStart(2_600, 1, 20_000, ['orders-alert', 'orders-lag'], 10),
  ...Array.from({ length: 10 }, (_, index) => [
    checked(4_600 + index * 2_000, 'orders-alert', { value: 'OK' }),
    checked(4_600 + index * 2_000, 'orders-lag', {
      value: 2_000 + ((index * 37) % 11) * 90,
      samples: 5,
      pass: LAG_LIMIT,
    }),
  ]).flat(),
  waveDone(22_800, 1, 'passed'),
  waveStart(23_000, 2, 3, [1, 2, 3, 4].map(pipeName)),
  ...[1, 2, 3].flatMap((index) => update(index, 23_000 + index * 500)),
  pipeStart(23_500, pipeName(4)),
  problem(26_000, pipeName(4), 'The service refused the settings: maxBatch is out of range'),
  pipeDone(26_100, pipeName(4), 'failed'),
  bakeStart(27_000, 2, 20_000, ['orders-alert', 'orders-lag'], 10),
  ...LAGS.flatMap((lag, index) => secondBake(lag, 29_000 + index * 2_000)),
  waveDone(43_100, 2, 'failed', REASON),
  rollbackStart(43_200, [3, 2, 1, 0].map(pipeName)),
  ...[3, 2, 1, 0].flatMap((index, place) => restore(index, 43_300 + place * 1_200)),
  runDone(48_600, { 'rolled-back': 4, failed: 1, skipped: 12 }, null, {
    rollout: {
      status: 'failed',
      onFailure: 'rollback',
      waves: [
        { wave: 1, pipes: [pipeName(0)], verdict: 'passed', reason: null, bakedMs: 20_000 },
        { wave: 2, pipes: [1, 2, 3, 4].map(pipeName), verdict: 'failed', reason: REASON, bakedMs: 16_100 },
        {
          wave: 3,
          pipes: Array.from({ length: 12 }, (_, index) => pipeName(5 + index)),
          verdict: 'not-started',
          reason: null,
          bakedMs: 0,
        },
      ],
    },
    checks: [],
  }),
].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** The events until then. */
export function rolloutUntil(milliseconds: number): readonly RunEvent[] {
  return guardedRollout.filter((event) => Date.parse(event.at) <= START + milliseconds);
}

function update(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  return [
    pipeStart(at, name),
    request(at + 400, name, 'GET', 200),
    request(at + 800, name, 'PUT', 200),
    pipeDone(at + 1_500, name, 'applied'),
  ];
}

function restore(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  return [
    pipeStart(at, name),
    request(at + 300, name, 'GET', 200),
    request(at + 600, name, 'PUT', 200),
    pipeDone(at + 1_000, name, 'rolled-back'),
  ];
}

function secondBake(lag: number | null, at: number): readonly RunEvent[] {
  const alert = checked(at, 'orders-alert', { wave: 2, value: 'OK' });
  const verdict = lag === null ? 'no-data' : lag < 10_000 ? 'pass' : 'fail';
  const reason = lag === null ? 'no rows in the last 5m' : TOO_HIGH;
  return [alert, checked(at, 'orders-lag', { wave: 2, verdict, value: lag, samples: 5, reason, pass: LAG_LIMIT })];
}

/** When the busy fleet is drawn: milliseconds after the start. */
export const BUSY_AT = 12_000;

const PARALLEL = 32;

/** An apply of many pipes after twelve seconds: many done, a few failed, 32 running. */
export function busyFleet(pipes: number): readonly RunEvent[] {
  const done = Math.floor(pipes * 0.4);
  const events: RunEvent[] = [runStart(0, pipes)];
  for (let index = 0; index < done; index++) {
    const at = Math.floor((index * BUSY_AT) / done);
    events.push(pipeStart(at, pipeName(index)), ...ending(index, at));
  }
  for (let index = done; index < Math.min(pipes, done + PARALLEL); index++) {
    events.push(...underWay(index, 9_000 + (index - done) * 80));
  }
  return events;
}

function ending(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  if (index % 200 === 17) {
    return [
      problem(at, name, 'The service refused the settings: maxBatch is out of range'),
      pipeDone(at, name, 'failed'),
    ];
  }
  if (index % 200 === 59) {
    return [problem(at, name, 'No answer, and no read could confirm'), pipeDone(at, name, 'unknown')];
  }
  if (index % 200 === 101) return [problem(at, name, 'It moved since the plan'), pipeDone(at, name, 'stale')];
  return [pipeDone(at, name, 'applied')];
}

function underWay(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  const start = pipeStart(at, name);
  const read = request(at + 40, name, 'GET', 200);
  const stages: readonly (readonly RunEvent[])[] = [
    [start],
    [start, read],
    [start, read, request(at + 90, name, 'PUT', 200)],
    [start, read, request(at + 90, name, 'PATCH', null)],
  ];
  return stages[index % stages.length] ?? [];
}
