import fc from 'fast-check';
import { createElement } from 'react';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../src/model/check.ts';
import type { RunEvent } from '../../src/model/event.ts';
import { RUN_STATUSES } from '../../src/model/run.ts';
import { ReadFrame } from '../../src/progress/frames.tsx';
import { drawFrame } from '../../src/progress/live-picture.ts';
import { createTheme } from '../../src/progress/theme.ts';
import { drawApply, drawSummary, type Picture } from './draw-apply.ts';
import {
  bakeStart,
  checked,
  pipeDone,
  pipeStart,
  plannedPipe,
  plannedPipes,
  rollbackStart,
  runDone,
  START,
  trouble,
  waveDone,
  waveStart,
} from './events.ts';
import { BUSY_AT, busyFleet } from './story.ts';

const now = START + BUSY_AT;

/** Terminals do not agree on the width of spacing marks; the column that a frame leaves free is for them. */
function withoutSpacingMarks(text: string): string {
  return text.replace(/\p{Spacing_Mark}/gu, '');
}

const busy = { pipes: plannedPipes(2_000), events: busyFleet(2_000) };
const notice = 'Stopping: finishing 32 pipes in flight. Press Ctrl-C again to stop now.';

describe('the frame of an apply', () => {
  it.each<[string, Picture]>([
    ['wide', { ...busy, columns: 100, rows: 39 }],
    ['usual', { ...busy, columns: 79, rows: 23 }],
    ['usual-ascii', { ...busy, columns: 79, rows: 23, glyphs: 'ascii' }],
    ['usual-color', { ...busy, columns: 79, rows: 23, color: 'on' }],
    ['narrow', { ...busy, columns: 39, rows: 17 }],
    ['low', { ...busy, columns: 79, rows: 7 }],
    ['notice', { ...busy, columns: 79, rows: 23, notice }],
    ['notice-narrow', { ...busy, columns: 39, rows: 17, notice }],
    ['small-fleet', { pipes: plannedPipes(3), events: [pipeStart(9_000, 'orders-0000')], columns: 79, rows: 23 }],
  ])('%s', async (name, picture) => {
    await expect(`${drawApply(picture)}\n`).toMatchFileSnapshot(`golden/apply-${name}.txt`);
  });

  it('never outgrows the terminal, whatever happens', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).map(withoutSpacingMarks);
    const step = fc.record({
      pipe: fc.nat(59),
      what: fc.constantFrom('start', ...RUN_STATUSES),
      summary: fc.string({ unit: 'binary', maxLength: 80 }).map(withoutSpacingMarks),
    });
    const check = fc.record({
      name,
      verdict: fc.constantFrom(...VERDICTS),
      value: fc.oneof(fc.constant(null), fc.double(), name),
      reason: fc.string({ unit: 'binary', maxLength: 80 }).map(withoutSpacingMarks),
    });
    const rollout = fc.record({
      checks: fc.array(check, { maxLength: 60 }),
      stage: fc.constantFrom('none', 'updating', 'baking', 'rolling back'),
    });
    const size = { columns: fc.integer({ min: 39, max: 100 }), rows: fc.integer({ min: 4, max: 60 }) };
    const notices = fc.option(fc.string({ unit: 'binary', maxLength: 60 }).map(withoutSpacingMarks));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 60, maxLength: 60 }),
        fc.array(step, { maxLength: 80 }),
        fc.record({ ...size, notice: notices }),
        rollout,
        (names, steps, picture, { checks, stage }) => {
          const pipes = names.map((text) => plannedPipe(text));
          const done = steps.flatMap(({ pipe, what, summary }) => {
            const text = names[pipe] ?? '';
            if (what === 'start') return [pipeStart(0, text)];
            return [trouble(0, text, summary), pipeDone(0, text, what)];
          });
          const bake = [bakeStart(0, 1, 60_000, [...new Set(checks.map((one) => one.name))], 1_000)];
          const measured = checks.map(({ name, ...result }) => checked(0, name, result));
          const failed = [waveDone(0, 1, 'failed', checks[0]?.reason ?? null), rollbackStart(0, names)];
          const guarded = [
            ...(stage === 'none' ? [] : [waveStart(0, 1, 3, names)]),
            ...(stage === 'baking' || stage === 'rolling back' ? [...bake, ...measured] : []),
            ...(stage === 'rolling back' ? failed : []),
          ];
          const events = [...guarded, ...done];
          const frame = drawApply({ ...picture, pipes, events }).split('\n');
          expect(frame.length).toBeLessThanOrEqual(picture.rows);
          expect(Math.max(...frame.map((line) => stringWidth(line)))).toBeLessThanOrEqual(picture.columns);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('what an apply leaves behind', () => {
  const pipes = plannedPipes(3);
  const draw = (events: readonly RunEvent[], columns: number): string => drawSummary(pipes, events, columns);

  it('is two lines when all went well', () => {
    expect(draw([runDone(1_400, { applied: 3 })], 79)).toBe('Apply finished in 1.4s.\n3 applied   0 failed');
  });

  it('names what went wrong', async () => {
    const events = [
      trouble(900, 'orders-0000', 'The service refused the settings: maxBatch is out of range'),
      pipeDone(900, 'orders-0000', 'failed'),
      pipeDone(900, 'clickstream-0001', 'stale'),
      runDone(1_400, { failed: 1, stale: 1, skipped: 1 }, 'SIGINT'),
    ];
    await expect(`${draw(events, 79)}\n\n${draw(events, 39)}\n`).toMatchFileSnapshot('golden/apply-summary.txt');
  });

  it('says so when the run did not come to its end', () => {
    expect(draw([], 79)).toContain('Apply stopped after 12s.');
  });
});

describe('the frame of a reading', () => {
  it('shows bar, rate, time left and what could not be read', async () => {
    const state = { done: 312, total: 2_000, failed: 2, pace: [{ at: now - 3_250, done: 0 }], startedAt: now - 3_250 };
    const draw = (columns: number): string => {
      const size = { columns, rows: 23 };
      const props = { theme: createTheme('off', 'unicode'), state, notice: null, size, now };
      return drawFrame(createElement(ReadFrame, props), size);
    };
    await expect(`${draw(79)}\n\n${draw(39)}\n`).toMatchFileSnapshot('golden/read.txt');
  });
});
