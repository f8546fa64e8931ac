import { count } from '../../model/number.ts';
import { shortCommit } from '../../model/plan.ts';
import type { GateRecord } from '../../model/rollout.ts';
import { listWritten, mayHaveWritten, type RequestRecord, type Run, type RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { foldCauses } from '../view-model/causes.ts';
import { explainClamped } from '../view-model/change.ts';
import { nameRequest, wasAttempted } from '../view-model/count.ts';
import { formatInstant, formatPlace, joinParts } from '../view-model/format.ts';
import { listGates, listWaves, sortRestored, summarizeRollout } from '../view-model/rollout.ts';
import { findStatusStyle, STATUS_STYLES } from '../view-model/status.ts';
import { assessReport } from '../view-model/verdict.ts';
import { renderChanges } from './change-rows.ts';
import { renderDiagnosticBrief } from './diagnostics.ts';
import { alignCells, fitLines } from './fit-text.ts';
import { listNames, renderShard, renderVerdict } from './pipe-text.ts';
import { paintStatus, type ReportGlyphs, renderSymbol, type Style } from './style.ts';

/** A run: the pipes that did not end as planned, the errors and overrides, the rollout and its checks, then the verdict. `isFull`: as in `ReportDetail`. */
export function renderRunText(given: Run, style: Style, glyphs: ReportGlyphs = 'unicode', isFull = false): string {
  const run = isFull ? given : foldCauses(given);
  const blocks = [
    ...run.pipes.filter(hasProblem).map((pipe) => renderPipe(pipe, run, style)),
    ...run.diagnostics
      .filter(({ severity, code }) => severity === 'error' || code === 'policy-overridden')
      .map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '')),
    renderRollout(run, style, glyphs),
    renderGates(run.checks, style, glyphs),
    renderNames('Not attempted', run, ({ status }) => status === 'skipped'),
    renderNames('Unchanged, with the planned values already', run, isDone),
    joinParts([renderShard(run), renderVerdict(assessReport(run), style)], '\n'),
  ];
  return fitLines(`${joinParts(blocks, '\n\n')}\n`, style.columns);
}

/** A pipe that is refused only because the complete plan is refused has no problem of its own. */
function hasProblem({ status, diagnostics }: RunPipe): boolean {
  if (status === 'refused') return diagnostics.length > 0;
  if (status === 'unknown' || status === 'stale') return true;
  // Updated but not healthy, not completely restored, or with changes that were left.
  return diagnostics.some(
    ({ severity, code }) => severity === 'error' || code === 'rollback-left' || code === 'not-reviewed',
  );
}

function renderPipe(pipe: RunPipe, run: Run, style: Style): string {
  const problems = pipe.diagnostics.filter(({ severity }) => severity !== 'note');
  return [
    renderOutcome(pipe, run, style),
    ...problems.map((problem) => renderDiagnosticBrief(problem, style, INDENT)),
    ...pipe.requests.filter(wasAttempted).map(renderRecord),
  ].join('\n');
}

/** `failed  analytics/orders  pipes/orders.yaml:3:3` */
function renderOutcome({ status, service, name, location }: RunPipe, run: Run, style: Style): string {
  const shown = findStatusStyle(run, status);
  const title = style.bold(safeText(`${service}/${name}`));
  return [paintStatus(shown, shown.label, style), title, style.dim(formatPlace(location))].join('  ');
}

/** `PATCH scaling: may have taken effect (no response), sent 3 times` */
function renderRecord(record: RequestRecord): string {
  const repeats = record.attempts > 1 ? `, sent ${record.attempts} times` : '';
  const { label } = STATUS_STYLES.request[record.outcome];
  return `${INDENT}${nameRequest(record)}: ${label} (${record.httpStatus ?? 'no response'})${repeats}`;
}

const MAX_LISTED = 10;

function renderNames(title: string, { pipes }: Run, isListed: (pipe: RunPipe) => boolean): string {
  const listed = pipes.filter(isListed);
  return listed.length === 0 ? '' : `${title}: ${listNames(listed, MAX_LISTED)}.`;
}

/** Whether an earlier run of the same plan, or somebody else, wrote the values. */
function isDone({ diagnostics }: RunPipe): boolean {
  return diagnostics.some(({ code }) => code === 'already-applied');
}

const INDENT = '    ';
const MAX_WAVES = 20;
const MAX_GATES = 12;
const MAX_NAMES = 20;

/** The waves and the rolled back pipes. Problems of the run or the pipe say why a gate was closed. */
function renderRollout(run: Run, style: Style, glyphs: ReportGlyphs): string {
  const { restored, kept } = sortRestored(run);
  const lines: string[] = [];
  if (run.rollout !== null) {
    const { shown, more } = listWaves(run.rollout, MAX_WAVES);
    const rows = shown.map(({ wave, pipes, status, bake }) => [
      `${renderSymbol(status, glyphs, style)}wave ${wave}`,
      count(pipes.length, 'pipe'),
      status.label,
      bake === null ? '' : `baked ${bake}`,
    ]);
    lines.push(`${style.bold('Rollout:')} ${summarizeRollout(run)}.`);
    lines.push(...alignCells(rows).map((row) => INDENT + row));
    if (more > 0) lines.push(`${INDENT}and ${count(more, 'more wave')}`);
  }
  if (restored.length > 0) lines.push(`${INDENT}Rolled back: ${listNames(restored, MAX_NAMES)}.`);
  if (kept.length > 0) lines.push(`${INDENT}${style.red('Not rolled back:')} ${listNames(kept, MAX_NAMES)}.`);
  return lines.join('\n');
}

function renderGates(gates: readonly GateRecord[], style: Style, glyphs: ReportGlyphs): string {
  if (gates.length === 0) return '';
  const { shown, more } = listGates(gates, MAX_GATES);
  const rows = shown.map(({ name, when, status, value, condition, counts, values, pass }) => [
    renderSymbol(status, glyphs, style) + safeText(name),
    safeText(when),
    paintStatus(status, status.label, style),
    `${safeText(value ?? '-')}${condition === null ? '' : ` (${condition})`}`,
    counts,
    drawCourse(values, glyphs, pass?.value ?? null),
  ]);
  const rest = more > 0 ? [`and ${count(more, 'more check')}`] : [];
  return [style.bold('Checks:'), ...[...alignCells(rows), ...rest].map((row) => INDENT + row)].join('\n');
}

/** A journaled run: its times, what it wrote to which pipe, then the text of the run. */
export function renderRunHistory(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode', isFull = false): string {
  const { id, startedAt, finishedAt, rollsBack, environment, commit, author } = run;
  const formatTime = (text: string): string => formatInstant(text) ?? safeText(text);
  const about = [
    environment === null ? '' : `environment ${safeText(environment)}`,
    commit === null ? '' : `commit ${safeText(shortCommit(commit))}`,
    author === null ? '' : `by ${safeText(author)}`,
    `from ${formatTime(startedAt)} to ${formatTime(finishedAt)}`,
    rollsBack === null ? '' : `rolls back ${safeText(rollsBack)}`,
  ];
  const title = `${style.bold(`Run ${safeText(id)}`)}  ${joinParts(about, '; ')}`;
  const pipes = run.pipes.filter(mayHaveWritten).map((pipe) => ({ pipe, changes: listWritten(pipe) }));
  const clamped = pipes.find(({ changes }) => explainClamped(run.kind, changes) !== null);
  const written = pipes.map(({ pipe, changes }) => {
    const help = pipe === clamped?.pipe ? [style.dim(`      ${explainClamped(run.kind, changes)}`)] : [];
    return [renderOutcome(pipe, run, style), ...renderChanges(run, changes, style), ...help].join('\n');
  });
  return `${fitLines([title, ...written].join('\n\n'), style.columns)}\n\n${renderRunText(run, style, glyphs, isFull)}`;
}
