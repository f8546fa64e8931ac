import { formatNumber } from '../../model/number.ts';
import type { GateRecord, WaveRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import { drawCourse, type ReportGlyphs } from '../chart/sparkline.ts';
import { lookOfVerdict, markOf, paintVerdict } from '../view-model/check-look.ts';
import { count } from '../view-model/count.ts';
import {
  lookOfWave,
  pickWaves,
  sayCounts,
  sayMoment,
  sayValue,
  sortGates,
  sortRestored,
  tellRollout,
} from '../view-model/rollout-words.ts';
import { formatTook } from '../view-model/took.ts';
import { padCells, widest } from './pad.ts';
import type { Style } from './style.ts';

const MOST_WAVES = 20;
const MOST_GATES = 12;
const MOST_NAMES = 20;

/**
 * How updates were spread and guarded: the waves in order, what was put back, and what each check came to. Why a gate was
 * closed is among the problems of the run or of the pipe.
 */
export function renderRolloutText(run: Run, style: Style, glyphs: ReportGlyphs): readonly string[] {
  return [renderRollout(run, style, glyphs), renderGates(run.checks, style, glyphs)].filter((block) => block !== '');
}

function renderRollout(run: Run, style: Style, glyphs: ReportGlyphs): string {
  const restored = sortRestored(run);
  const lines: string[] = [];
  if (run.rollout !== null) {
    const { shown, more } = pickWaves(run.rollout, MOST_WAVES);
    lines.push(`${style.bold('Rollout:')} ${tellRollout(run.rollout)}.`, ...arrangeWaves(shown, style, glyphs));
    if (more > 0) lines.push(`    and ${count(more, 'more wave')}`);
  }
  if (restored !== null && restored.restored.length > 0)
    lines.push(`    Rolled back: ${listPipes(restored.restored)}.`);
  if (restored !== null && restored.kept.length > 0) {
    lines.push(`    ${style.red('Not rolled back:')} ${listPipes(restored.kept)}.`);
  }
  return lines.join('\n');
}

function arrangeWaves(waves: readonly WaveRecord[], style: Style, glyphs: ReportGlyphs): readonly string[] {
  const rows = waves.map((each) => ({
    each,
    number: `wave ${each.wave}`,
    size: count(each.pipes.length, 'pipe'),
    look: lookOfWave(each.verdict),
    baked: each.verdict === 'not-started' ? '' : `baked ${formatTook(each.bakedMs)}`,
  }));
  const [numbers, sizes, words, bakes] = [
    widest(rows.map(({ number }) => number)),
    widest(rows.map(({ size }) => size)),
    widest(rows.map(({ look }) => look.word)),
    widest(rows.map(({ baked }) => baked)),
  ];
  return rows.map(({ each, number, size, look, baked }) => {
    const mark = markOf(look, glyphs, (text) => paintWave(style, each, text));
    const cells = [
      padCells(number, numbers),
      padCells(size, sizes),
      padCells(look.word, words),
      padCells(baked, bakes),
    ];
    return `    ${mark}${cells.join('  ')}`.trimEnd();
  });
}

function paintWave(style: Style, { verdict }: WaveRecord, text: string): string {
  switch (verdict) {
    case 'passed':
      return style.green(text);
    case 'failed':
      return style.red(text);
    case 'interrupted':
      return style.yellow(text);
    case 'not-started':
      return style.dim(text);
  }
}

/** Each check that guarded in columns, closed gates first. */
function renderGates(gates: readonly GateRecord[], style: Style, glyphs: ReportGlyphs): string {
  if (gates.length === 0) return '';
  const shown = sortGates(gates).slice(0, MOST_GATES);
  const rows = shown.map((each) => ({
    each,
    name: safeText(each.name),
    when: safeText(sayMoment(each)),
    word: lookOfVerdict(each.last.verdict).word,
    value: safeText(sayValue(each.last) ?? '-'),
    counts: sayCounts(each.counts),
  }));
  const widths = {
    name: widest(rows.map(({ name }) => name)),
    when: widest(rows.map(({ when }) => when)),
    word: widest(rows.map(({ word }) => word)),
    value: widest(rows.map(({ value }) => value)),
    counts: widest(rows.map(({ counts }) => counts)),
  };
  const lines = rows.map(({ each, name, when, word, value, counts }) => {
    const { verdict } = each.last;
    const look = lookOfVerdict(verdict);
    const mark = markOf(look, glyphs, (text) => paintVerdict(style, verdict, text));
    const cells = [
      padCells(name, widths.name),
      padCells(when, widths.when),
      paintVerdict(style, verdict, padCells(word, widths.word)),
      padCells(value, widths.value),
      padCells(counts, widths.counts),
      drawCourse(each.values, glyphs) ?? '',
    ];
    return `    ${mark}${cells.join('  ')}`.trimEnd();
  });
  const more = gates.length - shown.length;
  const rest = more > 0 ? [`    and ${count(more, 'more check')}`] : [];
  return [style.bold('Checks:'), ...lines, ...rest].join('\n');
}

function listPipes(pipes: readonly RunPipe[]): string {
  const names = pipes.slice(0, MOST_NAMES).map(({ name }) => safeText(name));
  const more = pipes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ');
}
