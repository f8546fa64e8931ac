import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlannedPipe } from '../../src/model/plan.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { startApplyView, startReadView } from '../../src/progress/ink-view.ts';
import {
  pipeDone,
  pipeName,
  pipeStart,
  plannedPipe,
  plannedPipes,
  runDone,
  runStart,
  START,
  trouble,
} from './events.ts';
import { guardedRollout, ROLLOUT_PIPES } from './rollout-story.ts';
import { busyFleet } from './story.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

function listen() {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  const options = {
    stream,
    clock: { monotonicMs: () => Date.now() },
    color: 'on',
    glyphs: 'unicode',
    narrowing: 'wraps',
    medium: 'speech',
  } as const;
  return { options, heard: () => text };
}

/** The spoken text of an apply, from its first event to some time after its last. */
async function hear(pipes: readonly PlannedPipe[], events: readonly RunEvent[]): Promise<string> {
  const { options, heard } = listen();
  const view = startApplyView({ ...options, pipes });
  for (const event of events) {
    await vi.advanceTimersByTimeAsync(Math.max(0, Date.parse(event.at) - Date.now()));
    view.emit(event);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  await view.stop();
  return heard();
}

describe('an apply for a screen reader', () => {
  it('announces a guarded rollout', async () => {
    await expect(await hear(plannedPipes(ROLLOUT_PIPES), guardedRollout)).toMatchFileSnapshot(
      'golden/spoken-rollout.txt',
    );
  });

  it('announces each tenth of a large fleet, and problems at once', async () => {
    const events = [...busyFleet(2_000), runDone(13_000, { applied: 796, failed: 4 }, 'SIGINT')];
    await expect(await hear(plannedPipes(2_000), events)).toMatchFileSnapshot('golden/spoken-apply.txt');
  });

  it.each([
    ['a rollout', plannedPipes(ROLLOUT_PIPES), guardedRollout],
    ['a large fleet', plannedPipes(2_000), busyFleet(2_000)],
  ])('uses no cursor moves, colors or bars: %s', async (_, pipes, events) => {
    const text = await hear(pipes, events);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]|[━─✓✗●○·▁-█]| {2}/);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^[\p{L}\d].*$/u);
  });

  it('announces a sentence again only when it changed', async () => {
    const lines = (await hear(plannedPipes(ROLLOUT_PIPES), guardedRollout)).trimEnd().split('\n');
    expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([]);
    expect(lines.length).toBeLessThan(60);
  });

  it('repeats the progress when nothing happens for 30 seconds', async () => {
    const { options, heard } = listen();
    const view = startApplyView({ ...options, pipes: plannedPipes(3) });
    view.emit(runStart(0, 3));
    await vi.advanceTimersByTimeAsync(95_000);
    expect(heard()).toBe('Applying: 0 of 3 done.\n'.repeat(4));
    await view.stop();
  });

  it('announces every event before it ends', async () => {
    const { options, heard } = listen();
    const view = startApplyView({ ...options, pipes: plannedPipes(2) });
    await vi.advanceTimersByTimeAsync(1);
    view.emit(runStart(0, 2));
    view.emit(trouble(5, pipeName(0), 'The service refused the settings'));
    view.emit(pipeDone(5, pipeName(0), 'failed'));
    view.notice('Stopping: finishing 1 pipe in flight.');
    await view.stop();
    expect(heard()).toContain('orders-0000 failed: The service refused the settings');
    expect(heard()).toContain('Notice: Stopping: finishing 1 pipe in flight.');
  });

  it('shows hostile names as text', async () => {
    const pipes = [plannedPipe('evil\u001b[2J\u202e\r\n')];
    const name = pipes[0]?.name ?? '';
    const text = await hear(pipes, [
      runStart(0, 1),
      pipeStart(1, name),
      trouble(2, name, '\u001b[31mno\r'),
      pipeDone(3, name, 'failed'),
    ]);
    expect(text).toContain('evil\\x1b[2J\\u202e\\r\\n failed: \\x1b[31mno\\r\n');
  });
});

describe('a read for a screen reader', () => {
  it('is announced in tenths', async () => {
    const { options, heard } = listen();
    const view = startReadView(options);
    for (let done = 0; done <= 2_000; done += 50) {
      view.emit({ done, total: 2_000, failed: done === 2_000 ? 1 : 0 });
      await vi.advanceTimersByTimeAsync(100);
    }
    await view.stop();
    expect(heard()).toMatchInlineSnapshot(`
      "Reading pipes: 0% of 2,000 done.
      Reading pipes: 10% of 2,000 done.
      Reading pipes: 20% of 2,000 done.
      Reading pipes: 30% of 2,000 done.
      Reading pipes: 40% of 2,000 done.
      Reading pipes: 50% of 2,000 done.
      Reading pipes: 60% of 2,000 done.
      Reading pipes: 70% of 2,000 done.
      Reading pipes: 80% of 2,000 done.
      Reading pipes: 90% of 2,000 done.
      Reading pipes: 100% of 2,000 done.
      Read 2,000 pipes in 4.1s; 1 could not be read.
      "
    `);
  });

  it('is silent when short', async () => {
    const { options, heard } = listen();
    const view = startReadView(options);
    view.emit({ done: 3, total: 3, failed: 0 });
    await view.stop();
    expect(heard()).toBe('');
  });
});
