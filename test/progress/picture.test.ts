import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, test } from 'vitest';
import { VERDICTS } from '../../src/model/check.ts';
import type { GateRecord } from '../../src/model/rollout.ts';
import { RUN_STATUSES, type Run, type RunEvent } from '../../src/model/run.ts';
import { UNSAFE } from '../../src/model/text.ts';
import { renderLines } from '../../src/progress/canvas.ts';
import { drawApplyEnd, drawRead } from '../../src/progress/picture.ts';
import { startApplyState } from '../../src/progress/state.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';
import { drawApply, type Picture } from './draw-apply.ts';
import {
  bakeStart,
  checked,
  pipeDone,
  pipeName,
  pipeNames,
  pipeStart,
  problem,
  reduceEvents,
  request,
  rollbackStart,
  runDone,
  runStart,
  START,
  waveDone,
  waveStart,
} from './events.ts';
import { BUSY_AT, busyFleet, guardedRollout, MOMENTS, ROLLOUT_PIPES, rolloutUntil } from './stories.ts';

/** A check that closed its gate before the first wave. */
function closedGate(name: string): GateRecord {
  const { reason, asOf } = checked(0, name);
  const last = { name, verdict: 'fail', value: 'ALERT', reason, samples: 0, newest: null, groups: [], asOf } as const;
  const counts = { pass: 0, fail: 1, 'no-data': 0, error: 0 };
  return { name, moment: 'before', wave: null, pipe: null, gate: 'closed', counts, last, values: [] };
}

/** The final output of an apply, as text. */
function drawSummary(pipes: readonly string[], events: readonly RunEvent[], columns: number): string {
  const state = reduceEvents(events, startApplyState(pipes, START));
  const canvas = {
    style: createStyle('off'),
    glyphs: 'unicode',
    now: START + BUSY_AT,
    columns,
    rows: 20,
  } as const;
  return renderLines((canvas) => drawApplyEnd(state, canvas), canvas).join('\n');
}

const now = START + BUSY_AT;

/** Terminals disagree on the width of spacing marks; the free column of a frame absorbs the difference. */
function withoutSpacingMarks(text: string): string {
  return text.replace(/\p{Spacing_Mark}/gu, '');
}

const busy = { pipes: pipeNames(2_000), events: busyFleet(2_000) };
const notice = 'Stopping: finishing 32 pipes in flight. Press Ctrl-C again to stop now.';

test('the frame of a rollback is titled as one, and counts what it rolled back', () => {
  const frame = drawApply({ ...busy, columns: 79, rows: 23, isRollback: true });
  expect(frame).toMatch(/^Rolling back ━/m);
  expect(frame).toMatch(/^\d+ rolled back {3}/m);
  expect(frame).not.toMatch(/Applying|applied/);
});

describe('the frame of an apply', () => {
  it.each<[string, Picture]>([
    ['usual', { ...busy, columns: 79, rows: 23 }],
    ['usual-ascii', { ...busy, columns: 79, rows: 23, glyphs: 'ascii' }],
    ['narrow', { ...busy, columns: 39, rows: 17 }],
    ['low', { ...busy, columns: 79, rows: 7 }],
    ['small-fleet', { pipes: pipeNames(3), events: [pipeStart(9_000, 'orders-0000')], columns: 79, rows: 23 }],
  ])('%s', async (name, picture) => {
    await expect(`${drawApply(picture)}\n`).toMatchFileSnapshot(`golden/apply-${name}.txt`);
  });

  const read = request(100, 'a', 'GET', 200);
  const patched = request(200, 'a', 'PATCH', 202);
  it.each<[string, readonly RunEvent[]]>([
    ['reading', []],
    ['404 to GET', [request(100, 'a', 'GET', 404)]],
    ['sending', [read]],
    ['sent PATCH scaling', [read, patched]],
    ['sent PUT settings', [read, patched, request(300, 'a', 'PUT', 200)]],
    ['sent PUT settings', [read, request(200, 'a', 'PUT', 200), request(300, 'a', 'GET', 503)]],
    ['waiting after 429', [read, request(200, 'a', 'PUT', 429), read]],
    ['waiting after 409', [read, request(200, 'a', 'PATCH', 409), read]],
    ['no answer to PATCH scaling', [read, request(200, 'a', 'PATCH', null), read]],
    ['sent PATCH scaling', [read, request(200, 'a', 'PATCH', null), read, patched]],
  ])('shows of a running pipe: %s', (text, events) => {
    const pipes = ['a'];
    const frame = drawApply({ pipes, events: [pipeStart(0, 'a'), ...events], columns: 79, rows: 23, at: 2_000 });
    expect(frame.split('\n').at(-1)?.trim().split(/ {2,}/)).toEqual(['a', text, '2s']);
  });

  const half = [waveStart(0, 1, 1, ['a', 'b']), pipeDone(1, 'a', 'applied'), problem(2, 'b', 'half of it')];
  const begun = [...half, pipeDone(2, 'b', 'failed'), rollbackStart(4, ['b', 'a']), pipeStart(5, 'b')];
  const unknown = [...begun, problem(5, 'b', 'no answer'), pipeDone(6, 'b', 'unknown')];
  it.each<[string, readonly RunEvent[], string, string]>([
    ['the pipes to update', [pipeDone(5, 'same', 'unchanged')], '0/2', '0 applied   0 failed'],
    ['what was updated', [pipeDone(5, 'a', 'applied')], '1/2', '1 applied   0 failed'],
    ['no pipe that was not attempted', [pipeDone(5, 'a', 'skipped')], '0/2', '0 applied   0 failed   1 not attempted'],
    [
      'a pipe that is rolled back',
      [...begun, pipeDone(6, 'b', 'rolled-back')],
      '1/2',
      '1 applied   0 failed   1 rolled back',
    ],
    ['a pipe that may be rolled back', unknown, '1/2', '1 applied   0 failed   1 unknown'],
    ['both', [...unknown, pipeDone(7, 'a', 'failed')], '2/2', '0 applied   1 failed   1 unknown'],
  ])('counts each pipe once, by its latest outcome: %s', (_, events, done, counts) => {
    const frame = drawApply({ pipes: ['a', 'b'], events, columns: 79, rows: 23 });
    expect(frame).toMatch(new RegExp(`^(?:Applying|Rolling back) .* ${done} `));
    expect(frame).toContain(`\n${counts}`);
  });

  it('shows the first error of a pipe as its reason, and the latest problem of the run, but no note', () => {
    const events = [
      pipeStart(0, 'a'),
      problem(1, 'a', 'only a warning', 'warning'),
      problem(2, 'a', 'the cause'),
      problem(3, 'a', 'a consequence'),
      pipeDone(4, 'a', 'failed'),
    ];
    const remarks = [problem(5, null, 'kept', 'warning'), problem(6, null, 'small', 'note')];
    const drawProblems = (events: readonly RunEvent[]): readonly string[] =>
      drawApply({ pipes: ['a', 'b'], events, columns: 79, rows: 23 })
        .split('\n')
        .filter((line) => line.startsWith('▲'));
    expect(drawProblems(events)).toEqual(['▲ a failed: the cause']);
    expect(drawProblems([...events, ...remarks])).toEqual(['▲ warning: kept']);
  });

  it('counts down the wait for a rate limit, and keeps the limit for a while', () => {
    const limited = { type: 'rate_limit', source: 'learned', perSecond: 1, waitMs: 7_000 } as const;
    const until = '2026-11-20T10:42:07.000Z';
    const events = [runStart(0, 3), { ...limited, until, at: new Date(START + 10_000).toISOString() }];
    const draw = (at: number, notice: string | null = null): string =>
      drawApply({ pipes: pipeNames(3), events, columns: 79, rows: 23, at, notice });
    expect(draw(12_000)).toContain('\n▲ rate limit about 1/s (learned), waiting 5 s, until 10:42:07 UTC\n');
    expect(draw(12_000, notice)).toContain(`waiting 5 s, until 10:42:07 UTC\n▲ ${notice}\n`);
    expect(draw(20_000)).toContain('\n▲ rate limit about 1/s (learned)\n');
    expect(draw(29_000)).not.toContain('rate limit');
  });

  it.each([79, 39])('shows what the service says in full, of an update and of checks, at %i columns', (columns) => {
    const words = (about: string): string => `${about}: ${'the value must be smaller, '.repeat(11)}or unset`;
    const events = [
      problem(900, 'orders-0000', words('threads')),
      pipeDone(900, 'orders-0000', 'failed'),
      bakeStart(0, 1, 60_000, ['lag', 'alert'], 10),
      checked(950, 'lag', { verdict: 'error', value: null, reason: words('query') }),
    ];
    const text = drawApply({ pipes: pipeNames(3), events, columns, rows: 40 }).replace(/\s+/g, ' ');
    expect(text).toContain(`▲ orders-0000 failed: ${words('threads')}`);
    expect(text).toContain(`lag: error (1/10): ${words('query')}`);
    expect(text.split(words('query'))).toHaveLength(2);
  });

  it('escapes and cuts the names of running pipes', () => {
    const pipes = ['evil\u001b[2J', 'データ取り込みパイプライン-東京-本番環境'];
    const events = pipes.map((name) => pipeStart(0, name));
    const frame = drawApply({ pipes, events, columns: 40, rows: 20 });
    expect(frame).toContain('evil\\x1b[2J');
    expect(frame).toContain('データ取り込み…');
  });

  it('never exceeds the terminal size, and shows no control character, for any events', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).map(withoutSpacingMarks);
    const step = fc.record({
      pipe: fc.nat(59),
      what: fc.constantFrom('start', ...RUN_STATUSES),
      summary: fc.string({ unit: anyCharacter, maxLength: 80 }).map(withoutSpacingMarks),
    });
    const check = fc.record({
      name,
      verdict: fc.constantFrom(...VERDICTS),
      value: fc.oneof(fc.constant(null), fc.double(), name),
      reason: fc.string({ unit: anyCharacter, maxLength: 80 }).map(withoutSpacingMarks),
    });
    const rollout = fc.record({
      checks: fc.array(check, { maxLength: 60 }),
      stage: fc.constantFrom('none', 'updating', 'baking', 'rolling back'),
    });
    const size = { columns: fc.integer({ min: 39, max: 100 }), rows: fc.integer({ min: 4, max: 60 }) };
    const notices = fc.option(fc.string({ unit: anyCharacter, maxLength: 60 }).map(withoutSpacingMarks));
    checkProperty(
      fc.property(
        fc.uniqueArray(name, { minLength: 60, maxLength: 60 }),
        fc.array(step, { maxLength: 80 }),
        fc.record({ ...size, notice: notices }),
        rollout,
        (names, steps, picture, { checks, stage }) => {
          const done = steps.flatMap(({ pipe, what, summary }) => {
            const text = names[pipe] ?? '';
            if (what === 'start') return [pipeStart(0, text)];
            return [problem(0, text, summary), pipeDone(0, text, what)];
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
          const frame = drawApply({ ...picture, pipes: names, events }).split('\n');
          expect(frame.flatMap((line) => line.match(UNSAFE) ?? [])).toEqual([]);
          expect(frame.length).toBeLessThanOrEqual(picture.rows);
          expect(Math.max(...frame.map((line) => stringWidth(line)))).toBeLessThanOrEqual(picture.columns);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the final output of an apply', () => {
  const pipes = pipeNames(3);
  const draw = (events: readonly RunEvent[], columns: number): string => drawSummary(pipes, events, columns);

  it('is two lines for a success', () => {
    expect(draw([runDone(1_400, { applied: 3 })], 79)).toBe('Apply finished in 1.4s.\n3 applied   0 failed');
  });

  it('names the failures', async () => {
    const events = [
      problem(900, 'orders-0000', 'The service refused the settings: maxBatch is out of range'),
      pipeDone(900, 'orders-0000', 'failed'),
      pipeDone(900, 'clickstream-0001', 'stale'),
      runDone(1_400, { failed: 1, stale: 1, skipped: 1 }, 'SIGINT'),
    ];
    await expect(`${draw(events, 79)}\n\n${draw(events, 39)}\n`).toMatchFileSnapshot('golden/apply-summary.txt');
  });

  it('reports a run that did not end normally', () => {
    expect(draw([], 79)).toContain('Apply stopped after 12s.');
  });
});

describe('the frame of a read', () => {
  it('shows bar, rate, time left and failed reads', async () => {
    const state = {
      done: 312,
      total: 2_000,
      failed: 2,
      throttle: null,
      paceFrom: { at: now - 3_250, done: 0 },
      startedAt: now - 3_250,
    };
    const draw = (columns: number): string => {
      const canvas = { style: createStyle('off'), glyphs: 'unicode', now, rows: 23, columns } as const;
      return renderLines((canvas) => drawRead(state, null, canvas), canvas).join('\n');
    };
    await expect(`${draw(79)}\n\n${draw(39)}\n`).toMatchFileSnapshot('golden/read.txt');
  });
});

const pipes = pipeNames(ROLLOUT_PIPES);

function drawAt(moment: keyof typeof MOMENTS, size: Omit<Picture, 'pipes' | 'events' | 'at'>): string {
  const at = MOMENTS[moment];
  return drawApply({ ...size, pipes, events: rolloutUntil(at), at });
}

describe('the frame of a guarded rollout', () => {
  it.each(['checking', 'updating', 'baked', 'baking', 'failed', 'rollingBack'] as const)('%s', async (moment) => {
    const name = moment === 'rollingBack' ? 'rolling-back' : moment;
    const frame = drawAt(moment, { columns: 99, rows: 29 });
    await expect(`${frame}\n`).toMatchFileSnapshot(`golden/rollout-${name}.txt`);
  });

  it('has less on a low terminal, and breaks its lines on a narrow one', async () => {
    const low = drawAt('baking', { columns: 59, rows: 9 });
    const narrow = drawAt('baking', { columns: 39, rows: 17, glyphs: 'ascii' });
    await expect(`${low}\n\n${narrow}\n`).toMatchFileSnapshot('golden/rollout-small.txt');
  });

  it('shows failing checks first where not all fit', () => {
    const names = Array.from({ length: 12 }, (_, index) => `check-${index}`);
    const events: RunEvent[] = [
      runStart(0, 1),
      waveStart(0, 1, 1, [pipeName(0)]),
      bakeStart(0, 1, 60_000, names, 10),
      ...names.map((name, index) => checked(1, name, index === 10 ? { verdict: 'error', reason: 'no answer' } : {})),
    ];
    const lines = drawApply({ pipes, events, columns: 79, rows: 10 }).split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-3)).toMatch(/^ {2}! check-10 {2}error {4}1\/10/);
    expect(lines.at(-1)).toBe('  and 10 more');
  });

  it('truncates a long reason', () => {
    const events = [waveStart(0, 1, 1, [pipeName(0)]), waveDone(1, 1, 'failed', 'so much to say '.repeat(500))];
    const lines = drawApply({ pipes, events, columns: 59, rows: 9 }).split('\n');
    expect(lines.findIndex((line) => line.endsWith('…'))).toBe(5);
    expect(lines).toContain('Wave 1 of 1:  ✗ 1 pipe not passed  ○ 16 pipes untouched');
  });

  it('shows that the last checks run after the bake time', () => {
    const at = 23_500;
    const events = rolloutUntil(20_000);
    expect(drawApply({ pipes, events, columns: 79, rows: 20, at })).toMatch(/^Baking +━{50} +last checks$/m);
  });
});

describe('the final output of a guarded rollout', () => {
  it('shows why it stopped and that it was rolled back', async () => {
    const both = [79, 39].map((columns) => drawSummary(pipes, guardedRollout, columns)).join('\n\n');
    await expect(`${both}\n`).toMatchFileSnapshot('golden/rollout-summary.txt');
  });

  const wave = { wave: 1, pipes: ['a'], bakedMs: 0 };
  const passed = { ...wave, verdict: 'passed', reason: null } as const;
  const interrupted = { ...wave, wave: 2, verdict: 'interrupted', reason: null } as const;
  it.each<[string, Pick<Run, 'rollout' | 'checks'>, Run['interrupted'], string]>([
    [
      'all waves passed',
      { rollout: { status: 'passed', onFailure: 'stop', waves: [passed, { ...passed, wave: 2 }] }, checks: [] },
      null,
      'Apply finished in 1.4s.\n2 waves passed.',
    ],
    [
      'nothing was written',
      { rollout: { status: 'blocked', onFailure: 'stop', waves: [] }, checks: [closedGate('orders-alert')] },
      null,
      'Apply stopped after 1.4s.\nBlocked by a health check.',
    ],
    [
      'interrupted',
      { rollout: { status: 'interrupted', onFailure: 'rollback', waves: [passed, interrupted] }, checks: [] },
      'SIGINT',
      'Apply interrupted after 1.4s.\nWave 2 of 2 was interrupted.',
    ],
  ])('%s', (_, guarded, signal, text) => {
    const events = [runDone(1_400, { applied: 1 }, signal, guarded)];
    expect(drawSummary(pipes, events, 79)).toBe(`${text}\n1 applied   0 failed`);
  });
});
