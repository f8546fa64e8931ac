import { formatNumber } from '../../model/number.ts';
import type { GateRecord, WaveRecord } from '../../model/rollout.ts';
import { mayHaveWritten, type RequestRecord, type Run, type RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { count, nameRecord, sortRequests, tellRequests } from '../view-model/count.ts';
import { formatPlace, formatTook } from '../view-model/format.ts';
import {
  lookOfWave,
  pickWaves,
  sayCounts,
  sayMoment,
  sayValue,
  sortGates,
  sortRestored,
  tellRollout,
} from '../view-model/rollout.ts';
import { lookOfVerdict, markOf, paintStatus, paintVerdict, statusWords } from '../view-model/status.ts';
import { renderDiagnosticBrief } from './diagnostics.ts';
import { fitLines, padCells, widest } from './fit-text.ts';
import { renderShard } from './pipe-text.ts';
import type { ReportGlyphs, Style } from './style.ts';

/** What an apply did: every pipe that did not end as planned with the reason, how it was guarded, then the counts. */
export function renderRunText(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode'): string {
  const troubled = run.pipes.filter(isTroubled);
  const blocks = [
    ...troubled.map((pipe) => renderPipe(pipe, style)),
    ...run.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '')),
    ...renderRolloutText(run, style, glyphs),
    renderSkipped(run),
    [...renderShard(run), renderRunSummary(run, style)].join('\n'),
  ];
  return fitLines(`${blocks.filter((block) => block !== '').join('\n\n')}\n`, style.columns);
}

/** A pipe that is refused only because the whole plan is has nothing of its own to say. */
function isTroubled({ status, diagnostics }: RunPipe): boolean {
  if (status === 'refused') return diagnostics.length > 0;
  if (status === 'failed' || status === 'unknown' || status === 'stale') return true;
  // Updated and not healthy, or not all of it put back.
  return diagnostics.some(({ severity, code }) => severity === 'error' || code === 'rollback-left');
}

/** `Applied 3 pipes, 1 failed, 2 unchanged: 7 update requests in 4.2s.` */
function renderRunSummary(run: Run, style: Style): string {
  const { summary } = run;
  const none = run.pipes.some(mayHaveWritten) ? 'No pipe is confirmed as updated' : 'No pipe was updated';
  const back = summary['rolled-back'] > 0 ? style.yellow(`Rolled back ${count(summary['rolled-back'], 'pipe')}`) : none;
  const lead = summary.applied > 0 ? style.green(`Applied ${count(summary.applied, 'pipe')}`) : back;
  const rest = (['failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back', 'unchanged'] as const)
    .filter((status) => summary[status] > 0 && (status !== 'rolled-back' || summary.applied > 0))
    .map((status) => paintStatus(style, status, `${formatNumber(summary[status])} ${statusWords(status)}`));
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const interrupted = run.interrupted === null ? '' : `${style.yellow(`Interrupted (${run.interrupted}).`)} `;
  const counts = `${interrupted}${[lead, ...rest].join(', ')}`;
  if (summary.requests === 0) return `${counts}. Nothing was sent.`;
  const sent = sortRequests({ pipes: run.pipes.map(keepSent) });
  const more = summary.requests - sent.update.length - sent.rollback.length;
  const again = more > 0 ? ` (${formatNumber(more)} sent again)` : '';
  return `${counts}: ${tellRequests(sent.update.length, sent.rollback.length)}${again} in ${took}.`;
}

function keepSent(pipe: RunPipe): RunPipe {
  return { ...pipe, requests: pipe.requests.filter(({ attempts }) => attempts > 0) };
}

function renderPipe(pipe: RunPipe, style: Style): string {
  const title = [
    paintStatus(style, pipe.status, statusWords(pipe.status)),
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    style.dim(formatPlace(pipe.location)),
  ].join('  ');
  const problems = pipe.diagnostics.filter(({ severity }) => severity !== 'note');
  const requests = keepSent(pipe).requests.map(renderRecord);
  return [title, ...problems.map((problem) => renderDiagnosticBrief(problem, style, '    ')), ...requests].join('\n');
}

/** `PATCH scaling: unknown (no answer), sent 3 times` */
function renderRecord(record: RequestRecord): string {
  const status = record.httpStatus === null ? 'no answer' : `${record.httpStatus}`;
  const often = record.attempts > 1 ? `, sent ${record.attempts} times` : '';
  return `    ${nameRecord(record)}: ${record.outcome} (${status})${often}`;
}

function renderSkipped(run: Run): string {
  const names = run.pipes.filter(({ status }) => status === 'skipped').map(({ name }) => safeText(name));
  if (names.length === 0) return '';
  const shown = names.slice(0, 10);
  const more = names.length > shown.length ? ` and ${formatNumber(names.length - shown.length)} more` : '';
  return `Not attempted: ${shown.join(', ')}${more}.`;
}

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
