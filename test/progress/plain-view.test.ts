import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../src/model/run.ts';
import { startApplyView, startReadView } from '../../src/progress/plain-view.ts';
import { inCi } from '../effort.ts';
import {
  bakeStart,
  checked,
  pipeDone,
  pipeName,
  pipeNames,
  pipeStart,
  problem,
  rollbackStart,
  runDone,
  runStart,
  START,
  waveDone,
  waveStart,
} from './events.ts';
import { guardedRollout, ROLLOUT_PIPES } from './stories.ts';

function surroundings() {
  const written: string[] = [];
  vi.useFakeTimers({ now: START });
  const time = {
    get at() {
      return Date.now();
    },
    set at(milliseconds) {
      vi.advanceTimersByTime(milliseconds - Date.now());
    },
  };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const options = { stream, clock: { monotonicMs: Date.now }, color: 'off', glyphs: 'unicode' } as const;
  return { options, time, lines: () => written.join('').split('\n').slice(0, -1) };
}

afterEach(() => {
  vi.useRealTimers();
});

interface Watched {
  readonly pipes?: readonly string[];
  readonly hasReport?: boolean;
  readonly isRollback?: boolean;
  /** Milliseconds after the start. */
  readonly until?: number;
}

/** The lines of an apply whose events come at their own times. */
async function linesOf(
  events: readonly RunEvent[],
  { pipes = ['a'], hasReport = false, isRollback = false, until = 0 }: Watched = {},
): Promise<readonly string[]> {
  const { options, time, lines } = surroundings();
  const view = startApplyView({ ...options, hasReport, isRollback, pipes });
  for (const event of events) {
    time.at = Math.max(time.at, Date.parse(event.at));
    view.emit(event);
  }
  time.at = Math.max(time.at, START + until);
  await view.stop();
  return lines();
}

describe('an apply as plain lines', () => {
  it('gives each pipe of a small fleet a line', async () => {
    const evil = 'evil\u001b[2J';
    const events = [
      runStart(0, 2),
      pipeDone(400, 'a', 'applied'),
      problem(800, evil, 'The service refused\u0007 the settings.'),
      pipeDone(800, evil, 'failed'),
      problem(900, null, 'The journal could not be closed', 'warning'),
      runDone(1_400, { applied: 1, failed: 1 }),
    ];
    expect(await linesOf(events, { pipes: ['a', evil] })).toEqual([
      'Applying 2 pipes.',
      'applied  a',
      'failed   evil\\x1b[2J: The service refused\\x07 the settings.',
      'warning: The journal could not be closed',
      'Apply finished in 1.4s. 1 applied, 1 failed.',
    ]);
  });

  it('shows the wait of a pipe that is refused for now', async () => {
    const until = '2026-11-20T10:00:08.000Z';
    const at = new Date(START + 100).toISOString();
    const wait: RunEvent = {
      type: 'pipe_wait',
      at,
      pipe: 'a',
      status: 409,
      reason: 'BUSY: no\u0007',
      waitMs: 7_900,
      until,
    };
    expect(await linesOf([wait], { hasReport: true })).toEqual([
      'a: waiting 8 s, until 10:00:08 UTC, to send again: BUSY: no\\x07 (409)',
    ]);
  });

  it('calls a rollback a rollback', async () => {
    const events = [runStart(0, 1), pipeDone(0, 'a', 'applied'), runDone(0, { applied: 1 })];
    expect(await linesOf(events, { isRollback: true })).toEqual([
      'Rolling back 1 pipe.',
      'rolled back  a',
      'Rollback finished in 0s. 1 rolled back, 0 failed.',
    ]);
  });

  it('leaves reasons and the ending to the report that follows', async () => {
    const events = [
      runStart(0, 1),
      problem(800, 'a', 'The service refused the settings.'),
      pipeDone(800, 'a', 'failed'),
      waveDone(900, 1, 'failed', 'an update failed'),
      problem(1_000, null, 'The journal of this run could not be written.'),
      runDone(1_400, { failed: 1 }),
    ];
    expect(await linesOf(events, { hasReport: true })).toEqual(['Applying 1 pipe.', 'failed   a', 'Wave 1 failed']);
  });

  it('measures durations correctly when the wall clock steps back', async () => {
    const { options, time, lines } = surroundings();
    const view = startApplyView({ ...options, hasReport: false, pipes: pipeNames(30) });
    view.emit(runStart(0, 30));
    for (let second = 1; second <= 30; second++) {
      time.at = START + second * 1_000;
      view.emit(pipeDone(second * 1_000 - 3_600_000, pipeName(second), 'applied'));
    }
    view.emit(runDone(30_000 - 3_600_000, { applied: 30 }));
    await view.stop();
    expect(lines()).toContain('Applying 9/30 (30%), 54/min, about 24s left: 9 applied, 0 failed');
    expect(lines().at(-1)).toBe('Apply finished in 30s. 30 applied, 0 failed.');
  });

  inCi('prints a line every ten seconds for a large fleet, and problems at once', async () => {
    const pipes = pipeNames(2_000);
    const events = pipes.flatMap((name, index) => [
      pipeStart(index * 10, name),
      pipeDone(index * 10, name, index === 300 ? 'unknown' : 'applied'),
    ]);
    const end = runDone(19_999, { applied: 1_999, unknown: 1 });
    const lines = await linesOf([runStart(0, 2_000), ...events, end], { pipes });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/plain-apply.txt');
  });

  it('prints how far a rollback is every ten seconds', async () => {
    const pipes = pipeNames(30);
    const events = [waveStart(0, 1, 1, pipes), rollbackStart(0, pipes), pipeDone(9_000, pipeName(0), 'rolled-back')];
    expect(await linesOf(events, { pipes, until: 10_000 })).toContain(
      'Rolling back 1/30 (3%), 6/min, about 4m50s left: 0 applied, 0 failed, 1 rolled back',
    );
  });

  it('prints each step and each changed check verdict of a guarded rollout', async () => {
    const lines = await linesOf(guardedRollout, { pipes: pipeNames(ROLLOUT_PIPES) });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/plain-rollout.txt');
  });

  it('prints few lines for a long bake with hundreds of measurements', async () => {
    const lines = await linesOf([
      ...[waveStart(0, 1, 1, ['a']), bakeStart(0, 1, 600_000, ['orders-lag'], 300)],
      ...Array.from({ length: 300 }, (_, index) => checked((index + 1) * 2_000, 'orders-lag', { value: index })),
      waveDone(600_000, 1, 'passed'),
    ]);
    expect(lines.filter((line) => line.includes('(300/300)'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('Wave 1: baking, 9m left'))).toEqual([
      'Wave 1: baking, 9m left; orders-lag pass',
    ]);
    expect(lines.length).toBeLessThanOrEqual(16);
  });

  it('prints the checks of a pipe like any other while its wave bakes', async () => {
    const lines = await linesOf([
      ...[waveStart(0, 1, 1, ['a']), bakeStart(1, 1, 3_000, ['a-lag'], 3)],
      ...[1, 2, 3].map((asked) => checked(asked * 1_000, 'a-lag', { pipe: 'a', value: 9 })),
    ]);
    expect(lines.filter((line) => line.includes('a-lag:'))).toEqual([
      'Wave 1, a-lag: pass, 9 (1/3)',
      'Wave 1, a-lag: pass, 9 (3/3)',
    ]);
  });

  it('prints a check of one pipe only when it stops the pipe', async () => {
    const own = { moment: 'pipe-after', pipe: 'a', wave: 1 } as const;
    const stopped = { ...own, verdict: 'no-data', reason: 'no rows\u001b[2J' } as const;
    expect(
      await linesOf([checked(1, 'orders-lag', own), checked(2, 'orders-lag', stopped)], { hasReport: true }),
    ).toEqual(['no data  orders-lag after the update of a: no rows\\x1b[2J']);
  });

  it('prints a notice at once', async () => {
    const { options, lines } = surroundings();
    const view = startApplyView({ ...options, hasReport: false, pipes: [] });
    view.notice('Stopping: finishing 3 pipes in flight.');
    expect(lines()).toEqual(['Stopping: finishing 3 pipes in flight.']);
    await view.stop();
  });
});

describe('a read as plain lines', () => {
  it('names the limit of a few pipes, and that it was learned only where it was', () => {
    const { options, lines } = surroundings();
    const view = startReadView(options);
    const wait = { source: 'learned', perSecond: null, waitMs: 7_000 } as const;
    view.emit({ done: 1, total: 3, failed: 0, rateLimit: wait });
    view.emit({ done: 2, total: 3, failed: 0, rateLimit: { ...wait, perSecond: 1 } });
    const until = '2026-11-20T10:42:07.000Z';
    view.emit({ done: 2, total: 3, failed: 0, rateLimit: { ...wait, source: 'announced', perSecond: 1, until } });
    expect(lines()).toEqual([
      'the service limits requests, waiting 7 s',
      'rate limit about 1/s (learned), waiting 7 s',
      'rate limit about 1/s (announced), waiting 7 s, until 10:42:07 UTC',
    ]);
  });

  it.each([0, 1])('prints nothing for a short reading, and leaves %i failed reads to the report', async (failed) => {
    const { options, time, lines } = surroundings();
    const view = startReadView(options);
    view.emit({ done: 3, total: 3, failed });
    time.at += 200;
    await view.stop();
    expect(lines()).toEqual([]);
  });

  it('prints a line every ten seconds', async () => {
    const { options, time, lines } = surroundings();
    const view = startReadView(options);
    for (let done = 1; done <= 2_000; done++) {
      time.at = START + done * 10;
      view.emit({ done, total: 2_000, failed: done > 900 ? 2 : 0 });
    }
    await view.stop();
    await expect(`${lines().join('\n')}\n`).toMatchFileSnapshot('golden/plain-read.txt');
  });
});
