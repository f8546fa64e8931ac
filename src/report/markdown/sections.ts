import type { CheckFinding } from '../../model/check.ts';
import { isOfPolicy } from '../../model/diagnostic-codes.ts';
import { count, formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, shortCommit } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { explainClamped, ORIGIN_STYLES, originsIn } from '../view-model/change.ts';
import {
  type CapacityMove,
  countAffected,
  countAttempts,
  countedPipes,
  countUnknownSizes,
  listCapacityMoves,
  sortRequests,
  summarizeCoverage,
} from '../view-model/count.ts';
import { FINDING_HELP, formatDefinitionChange, listOpenFindings, summarizeFindings } from '../view-model/finding.ts';
import { joinParts } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import { listGates, listWaves, sortRestored, summarizeRollout } from '../view-model/rollout.ts';
import { listStatusCounts, STATUS_STYLES } from '../view-model/status.ts';
import { type PlaceRenderer, renderCode, renderProse, renderSentence, renderTable } from './markup.ts';

const LONGEST_PATTERN = 40;
const MAX_PATTERNS = 5;

/** The numbers that a reviewer needs, without empty rows. */
export function renderSummary(report: Report): string {
  const { base } = report;
  const affected = countAffected(report);
  const run = report.kind === 'run' ? report : null;
  const rows = [
    ['Pipes', formatStatuses(report)],
    [run ? 'Requests' : 'Changes', formatChangeCount(report)],
    [run ? 'Origin of what was to change' : 'Origin', formatOrigins(report)],
    [
      'Bands',
      explainClamped(
        report.kind,
        countedPipes(report).flatMap(({ changes }) => changes),
      ) ?? '',
    ],
    [affected.title, affected.share],
    ['Policy', summarizePolicy(report)],
    ['Rollout', run ? summarizeRollout(run) : ''],
    ['Replica targets', report.kind === 'plan' ? summarizeTargets(report) : ''],
    ['Alerts', report.kind === 'run' ? '' : summarizeFindings(report.checks)],
    [
      'Coverage',
      report.kind === 'run' || report.coverage.length === 0 ? '' : renderProse(summarizeCoverage(report.coverage)),
    ],
    ...listCapacity(report),
    ['Base', base === null ? '' : `${renderCode(base.ref)}, ${renderCode(shortCommit(base.commit))}`],
    ['Part', describeScope(report)],
    ['Interrupted', run?.interrupted ? `by ${run.interrupted}` : ''],
  ].filter(([, value]) => value !== '');
  const [first, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [first, '| :-- | :-- |', ...rest].join('\n');
}

function formatStatuses(report: Report): string {
  const words = listStatusCounts(report).map(({ style, pipes }) => `${formatNumber(pipes)} ${style.label}`);
  return words.length === 0 ? 'none' : words.join(', ');
}

function formatChangeCount(report: Report): string {
  switch (report.kind) {
    case 'plan':
      if (report.summary.changes === 0) return '';
      return `${formatNumber(report.summary.changes)} in ${count(report.summary.requests, 'request')}`;
    case 'drift':
      return report.summary.changes === 0 ? '' : count(report.summary.changes, 'field');
    case 'run': {
      if (report.summary.requests === 0) return '';
      const back = countAttempts(sortRequests(report).rollback);
      return `${formatNumber(report.summary.requests)} sent${back === 0 ? '' : `, ${formatNumber(back)} of them to roll back`}`;
    }
  }
}

/** `9 config (changed in git), 2 drift (differs from git; …)`, of the changes that count. */
function formatOrigins(report: Report): string {
  const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
  const counts = originsIn(changes).map((origin) => {
    const { length } = changes.filter((change) => change.origin === origin);
    return `${formatNumber(length)} ${origin} (${ORIGIN_STYLES[origin].short})`;
  });
  return counts.join(', ');
}

/** `refuses the plan (too-many-changes)`, `refuses 2 pipes (protected-pipe)`, `passed`; empty when no policy applies. */
function summarizePolicy(report: Report): string {
  if (report.kind === 'drift') return '';
  const pipes: readonly ReportPipe[] = report.pipes;
  const refused = pipes.filter((pipe) => listRefusals(pipe).length > 0);
  const codes = new Set([report, ...refused].flatMap(listRefusals));
  if (codes.size === 0) return report.scope?.changeLimit ? 'passed' : '';
  const what = isRefusedAsWhole(report) ? `the ${report.kind}` : count(refused.length, 'pipe');
  return `refuses ${what} (${[...codes].join(', ')})`;
}

/** Only of policies: a pipe is also refused when it is not the one that the configuration means. */
function listRefusals({ diagnostics }: Pick<ReportPipe, 'diagnostics'>): readonly string[] {
  return diagnostics.filter((one) => one.severity === 'error' && isOfPolicy(one)).map(({ code }) => code);
}

function listCapacity(report: Report): readonly (readonly [string, string])[] {
  if (report.kind === 'run' || (report.kind === 'plan' && isRefusedAsWhole(report))) return [];
  const { kind, capacity } = report;
  const unknown = countUnknownSizes(report);
  const without = unknown === 0 ? '' : `${count(unknown, 'pipe')} of the default size, which is not known, left out`;
  return [
    ...listCapacityMoves(capacity).map((move) => [move.title, formatMove(kind, move)] as const),
    ['Capacity', without],
  ];
}

/** `33 → 32 (−1)`, or for drift `live 33, declared 32`; empty when equal. */
function formatMove(kind: 'plan' | 'drift', { before, after, difference }: CapacityMove): string {
  if (difference === null) return '';
  if (kind === 'drift') return `live ${before}, declared ${after}`;
  return `${before} → ${after} (${difference})`;
}

/** The selected part of the fleet; empty for the complete fleet. */
function describeScope({ scope }: Report): string {
  if (scope === null) return '';
  const { shard, target, exclude, onlyOrigin } = scope;
  const patterns = (words: string, list: readonly string[]): string => {
    const shown = list.slice(0, MAX_PATTERNS).map((pattern) => renderCode(pattern, LONGEST_PATTERN));
    const more = list.length > MAX_PATTERNS ? ' and more' : '';
    return list.length === 0 ? '' : `${words} ${shown.join(', ')}${more}`;
  };
  const parts = [
    shard && `shard ${shard.index} of ${shard.total}`,
    patterns('only', target),
    patterns('without', exclude),
    onlyOrigin && `only changes of origin ${onlyOrigin.join(' and ')}`,
  ];
  return joinParts(parts, '; ');
}

const MAX_WAVES = 12;
const MAX_CHECKS = 12;
const MAX_NAMES = 20;
const LONGEST_NAME = 60;
const LONGEST_REASON = 160;
const LONGEST_MOMENT = 100;

export function renderRollout(run: Run): string {
  const waves = run.rollout === null ? '' : renderWaves(run.rollout);
  return joinParts([waves, renderRestored(run), renderChecks(run.checks)], '\n\n');
}

function renderWaves(rollout: RolloutRecord): string {
  const { shown, more } = listWaves(rollout, MAX_WAVES);
  const rows = shown.map(({ wave, pipes, status, bake }) => {
    return [`${wave}`, formatNumber(pipes.length), `${status.symbol} ${status.label}`, bake ?? ''];
  });
  return renderTable(['Wave', 'Pipes', 'Verdict', 'Baked'], rows, more, 'wave');
}

function renderChecks(gates: readonly GateRecord[]): string {
  const { shown, more } = listGates(gates, MAX_CHECKS);
  const rows = shown.map(({ name, when, status: { symbol, label }, isClosed, value, counts, values, pass, reason }) => {
    const course = drawCourse(values, 'unicode', pass?.value ?? null);
    return [
      renderCode(name, LONGEST_NAME),
      renderProse(when, LONGEST_MOMENT),
      `${symbol} ${isClosed ? `**${label}**` : label}`,
      value === null ? '' : renderCode(value, LONGEST_NAME),
      counts,
      course === '' ? '' : renderCode(course),
      isClosed ? renderProse(reason, LONGEST_REASON) : '',
    ];
  });
  return renderTable(['Check', 'When', 'Verdict', 'Value', 'Measured', 'Course', 'Why'], rows, more, 'check');
}

function renderRestored(run: Run): string {
  const { restored, kept } = sortRestored(run);
  return joinParts([listPipes('Rolled back', restored), listPipes('Not rolled back', kept)], '\n<br>');
}

function listPipes(title: string, pipes: readonly RunPipe[]): string {
  const names = pipes.slice(0, MAX_NAMES).map(({ service, name }) => renderCode(`${service}/${name}`, LONGEST_NAME));
  const more = pipes.length - names.length;
  const rest = more > 0 ? ` and ${count(more, 'more pipe')}` : '';
  return pipes.length === 0 ? '' : `**${title}:** ${names.join(', ')}${rest}`;
}

const MAX_FINDINGS = 10;
const LONGEST_ID = 60;

/** A list of drifted and unread alerts; empty when there are none. */
export function renderFindings(findings: readonly CheckFinding[], renderPlace: PlaceRenderer): string {
  const open = listOpenFindings(findings);
  const more = open.length - MAX_FINDINGS;
  const items = [
    ...open.slice(0, MAX_FINDINGS).map((finding) => renderFinding(finding, renderPlace)),
    more > 0 ? `- and ${count(more, 'more alert')}` : '',
    open.some(({ status }) => status === 'drifted') ? `\n**Help:** ${renderSentence(FINDING_HELP)}` : '',
  ];
  return joinParts(items, '\n');
}

function renderFinding(
  { name, alert, status, changes, reason, location }: CheckFinding,
  renderPlace: PlaceRenderer,
): string {
  const who = `check ${renderCode(name)} of alert ${renderCode(alert, LONGEST_ID)} (${renderPlace(location)})`;
  const rows = changes.map((change) => `${renderCode(change.path)} ${renderCode(formatDefinitionChange(change))}`);
  const details = status === 'error' ? [reason && renderSentence(reason)] : rows;
  return joinParts([`- **${STATUS_STYLES.finding[status].label}**: ${who}`, ...details], '\n  <br>');
}
