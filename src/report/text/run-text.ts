import { formatNumber } from '../../model/number.ts';
import type { GateRecord, WaveRecord } from '../../model/rollout.ts';
import { listWritten, mayHaveWritten, type RequestRecord, type Run, type RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { count, nameRecord, sortRequests, summarizeRequests } from '../view-model/count.ts';
import { formatInstant, formatPlace, formatTook } from '../view-model/format.ts';
import {
  formatCheckValue,
  formatMoment,
  formatVerdictCounts,
  pickWaves,
  sortGates,
  sortRestored,
  summarizeRollout,
} from '../view-model/rollout.ts';
import { paintStatus, renderSymbol, STATUS_STYLES } from '../view-model/status.ts';
import { renderChanges } from './change-rows.ts';
import { renderDiagnosticBrief } from './diagnostics.ts';
import { alignCells, fitLines, listFirst } from './fit-text.ts';
import { renderShard } from './pipe-text.ts';
import type { ReportGlyphs, Style } from './style.ts';

/** What an apply did: every pipe that did not end as planned with the reason, how it was guarded, then the counts. */
export function renderRunText(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode'): string {
  const troubled = run.pipes.filter(hasProblem);
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
function hasProblem({ status, diagnostics }: RunPipe): boolean {
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
    .map((status) =>
      paintStatus(
        STATUS_STYLES.run[status],
        `${formatNumber(summary[status])} ${STATUS_STYLES.run[status].label}`,
        style,
      ),
    );
  const took = formatTook(Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  const interrupted = run.interrupted === null ? '' : `${style.yellow(`Interrupted (${run.interrupted}).`)} `;
  const counts = `${interrupted}${[lead, ...rest].join(', ')}`;
  if (summary.requests === 0) return `${counts}. Nothing was sent.`;
  const sent = sortRequests({ pipes: run.pipes.map(keepSent) });
  const more = summary.requests - sent.update.length - sent.rollback.length;
  const again = more > 0 ? ` (${formatNumber(more)} sent again)` : '';
  return `${counts}: ${summarizeRequests(sent.update.length, sent.rollback.length)}${again} in ${took}.`;
}

function keepSent(pipe: RunPipe): RunPipe {
  return { ...pipe, requests: pipe.requests.filter(({ attempts }) => attempts > 0) };
}

function renderPipe(pipe: RunPipe, style: Style): string {
  const title = renderOutcome(pipe, style);
  const problems = pipe.diagnostics.filter(({ severity }) => severity !== 'note');
  const requests = keepSent(pipe).requests.map(renderRecord);
  return [title, ...problems.map((problem) => renderDiagnosticBrief(problem, style, '    ')), ...requests].join('\n');
}

/** `failed  analytics/orders  pipes/orders.yaml:3:3` */
export function renderOutcome({ status, service, name, location }: RunPipe, style: Style): string {
  return [
    paintStatus(STATUS_STYLES.run[status], STATUS_STYLES.run[status].label, style),
    style.bold(safeText(`${service}/${name}`)),
    style.dim(formatPlace(location)),
  ].join('  ');
}

/** `PATCH scaling: unknown (no answer), sent 3 times` */
function renderRecord(record: RequestRecord): string {
  const status = record.httpStatus === null ? 'no answer' : `${record.httpStatus}`;
  const often = record.attempts > 1 ? `, sent ${record.attempts} times` : '';
  return `    ${nameRecord(record)}: ${record.outcome} (${status})${often}`;
}

function renderSkipped(run: Run): string {
  const names = run.pipes.filter(({ status }) => status === 'skipped').map(({ name }) => safeText(name));
  return names.length === 0 ? '' : `Not attempted: ${listFirst(names, 10)}.`;
}

const INDENT = '    ';
const MOST_WAVES = 20;
const MOST_GATES = 12;
const MOST_NAMES = 20;

/**
 * How updates were spread and guarded: the waves in order, what was put back, and what each check came to. Why a gate was
 * closed is among the problems of the run or of the pipe.
 */
function renderRolloutText(run: Run, style: Style, glyphs: ReportGlyphs): readonly string[] {
  return [renderRollout(run, style, glyphs), renderGates(run.checks, style, glyphs)].filter((block) => block !== '');
}

function renderRollout(run: Run, style: Style, glyphs: ReportGlyphs): string {
  const restored = sortRestored(run);
  const lines: string[] = [];
  if (run.rollout !== null) {
    const { shown, more } = pickWaves(run.rollout, MOST_WAVES);
    lines.push(`${style.bold('Rollout:')} ${summarizeRollout(run.rollout)}.`, ...renderWaves(shown, style, glyphs));
    if (more > 0) lines.push(`    and ${count(more, 'more wave')}`);
  }
  if (restored !== null && restored.restored.length > 0)
    lines.push(`    Rolled back: ${listPipes(restored.restored)}.`);
  if (restored !== null && restored.kept.length > 0) {
    lines.push(`    ${style.red('Not rolled back:')} ${listPipes(restored.kept)}.`);
  }
  return lines.join('\n');
}

function renderWaves(waves: readonly WaveRecord[], style: Style, glyphs: ReportGlyphs): readonly string[] {
  const rows = waves.map(({ wave, pipes, verdict, bakedMs }) => {
    const status = STATUS_STYLES.wave[verdict];
    const baked = verdict === 'not-started' ? '' : `baked ${formatTook(bakedMs)}`;
    return [`${renderSymbol(status, glyphs, style)}wave ${wave}`, count(pipes.length, 'pipe'), status.label, baked];
  });
  return alignCells(rows).map((row) => INDENT + row);
}

/** Each check that guarded in columns, closed gates first. */
function renderGates(gates: readonly GateRecord[], style: Style, glyphs: ReportGlyphs): string {
  if (gates.length === 0) return '';
  const rows = sortGates(gates)
    .slice(0, MOST_GATES)
    .map((gate) => {
      const status = STATUS_STYLES.check[gate.last.verdict];
      return [
        renderSymbol(status, glyphs, style) + safeText(gate.name),
        safeText(formatMoment(gate)),
        paintStatus(status, status.label, style),
        safeText(formatCheckValue(gate.last) ?? '-'),
        formatVerdictCounts(gate.counts),
        drawCourse(gate.values, glyphs) ?? '',
      ];
    });
  const more = gates.length - rows.length;
  const rest = more > 0 ? [`${INDENT}and ${count(more, 'more check')}`] : [];
  return [style.bold('Checks:'), ...alignCells(rows).map((row) => INDENT + row), ...rest].join('\n');
}

function listPipes(pipes: readonly RunPipe[]): string {
  return listFirst(
    pipes.map(({ name }) => safeText(name)),
    MOST_NAMES,
  );
}

/** A journaled run for a person: when it was, what it wrote to which pipe, then what an apply says at its end. */
export function renderRunHistory(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode'): string {
  const written = run.pipes.filter(mayHaveWritten).map((pipe) => renderWritten(pipe, style));
  const head = [renderTimes(run, style), ...written].join('\n\n');
  return `${fitLines(head, style.columns)}\n\n${renderRunText(run, style, glyphs)}`;
}

function renderTimes({ id, startedAt, finishedAt, rollsBack, environment }: Run, style: Style): string {
  const about = [
    environment === null ? '' : `environment ${safeText(environment)}`,
    `from ${formatTime(startedAt)} to ${formatTime(finishedAt)}`,
    rollsBack === null ? '' : `rolls back ${safeText(rollsBack)}`,
  ];
  return `${style.bold(`Run ${safeText(id)}`)}  ${about.filter((part) => part !== '').join('; ')}`;
}

function formatTime(text: string): string {
  return formatInstant(text) ?? safeText(text);
}

function renderWritten(pipe: RunPipe, style: Style): string {
  return [renderOutcome(pipe, style), ...renderChanges(listWritten(pipe), style)].join('\n');
}
