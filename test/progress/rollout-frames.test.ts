import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import type { Run } from '../../src/model/run.ts';
import { drawApply, drawSummary, type Picture } from './draw-apply.ts';
import { bakeStart, checked, pipeName, plannedPipes, runDone, runStart, waveDone, waveStart } from './events.ts';
import { closedGate, guardedRollout, MOMENTS, ROLLOUT_PIPES, rolloutUntil } from './rollout-story.ts';

const pipes = plannedPipes(ROLLOUT_PIPES);

function drawAt(moment: keyof typeof MOMENTS, size: Omit<Picture, 'pipes' | 'events' | 'at'>): string {
  const at = MOMENTS[moment];
  return drawApply({ ...size, pipes, events: rolloutUntil(at), at });
}

describe('the frame of a guarded rollout', () => {
  it.each(['checking', 'updating', 'baked', 'baking', 'failed', 'rollingBack'] as const)('%s', async (moment) => {
    const wide = drawAt(moment, { columns: 99, rows: 29 });
    const low = drawAt(moment, { columns: 59, rows: 9 });
    const narrow = drawAt(moment, { columns: 39, rows: 17, glyphs: 'ascii' });
    const name = moment === 'rollingBack' ? 'rolling-back' : moment;
    await expect(`${wide}\n\n${low}\n\n${narrow}\n`).toMatchFileSnapshot(`golden/rollout-${name}.txt`);
  });

  it('never says by color alone what a check came to', async () => {
    const frame = drawAt('failed', { columns: 99, rows: 29, color: 'on' });
    await expect(`${frame}\n`).toMatchFileSnapshot('golden/rollout-color.txt');
  });

  it('shows the checks in trouble first where not all fit', () => {
    const names = Array.from({ length: 12 }, (_, index) => `check-${index}`);
    const events: RunEvent[] = [
      runStart(0, 1),
      waveStart(0, 1, 1, [pipeName(0)]),
      bakeStart(0, 1, 60_000, names, 10),
      ...names.map((name, index) => checked(1, name, index === 10 ? { verdict: 'error', reason: 'no answer' } : {})),
    ];
    const lines = drawApply({ pipes, events, columns: 79, rows: 9 }).split('\n');
    expect(lines).toHaveLength(9);
    expect(lines.at(-3)).toBe('  ! check-10  error    1/10  no answer');
    expect(lines.at(-1)).toBe('  and 10 more');
  });

  it('keeps control characters of the service away from the terminal', () => {
    const evil = 'evil\u001b[2J\u202e';
    const events: RunEvent[] = [
      runStart(0, 1),
      waveStart(0, 1, 1, [pipeName(0)]),
      checked(1, evil, { verdict: 'fail', value: evil, reason: evil }),
    ];
    const frame = drawApply({ pipes, events, columns: 99, rows: 20 });
    expect(frame).toContain('✗ evil\\x1b[2J\\u202e  fail     evil\\x1b[2J…  evil\\x1b[2J\\u202e');
    expect(frame).not.toMatch(/[\u001b\u202e]/);
  });

  it('cuts a reason of any length', () => {
    const events = [waveStart(0, 1, 1, [pipeName(0)]), waveDone(1, 1, 'failed', 'so much to say '.repeat(500))];
    const lines = drawApply({ pipes, events, columns: 59, rows: 9 }).split('\n');
    expect(lines.findIndex((line) => line.endsWith('…'))).toBe(4);
    expect(lines).toContain('Wave 1 of 1 · ✗ 1 not passed · ○ 16 untouched');
  });

  it('says that the last checks are asked when the time is over', () => {
    const at = 23_500;
    const events = rolloutUntil(20_000);
    expect(drawApply({ pipes, events, columns: 79, rows: 20, at })).toMatch(/^Baking +━{50} +last checks$/m);
  });
});

describe('what a guarded rollout leaves behind', () => {
  it('tells why it stopped and that it was rolled back', async () => {
    const both = [79, 39].map((columns) => drawSummary(pipes, guardedRollout, columns)).join('\n\n');
    await expect(`${both}\n`).toMatchFileSnapshot('golden/rollout-summary.txt');
  });

  const wave = { wave: 1, pipes: ['a'], bakedMs: 0 };
  const passed = { ...wave, verdict: 'passed', reason: null } as const;
  const interrupted = { ...wave, wave: 2, verdict: 'interrupted', reason: 'interrupted while it baked' } as const;
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
      'Apply stopped after 1.4s.\nNothing was written: orders-alert did not pass before the first wave.',
    ],
    [
      'interrupted',
      { rollout: { status: 'interrupted', onFailure: 'rollback', waves: [passed, interrupted] }, checks: [] },
      'SIGINT',
      'Apply interrupted after 1.4s.\nStopped at wave 2 of 2: interrupted while it baked.',
    ],
  ])('%s', (_, guarded, signal, text) => {
    const events = [runDone(1_400, { applied: 1 }, signal, guarded)];
    expect(drawSummary(pipes, events, 79)).toBe(`${text}\n1 applied   0 failed`);
  });
});
