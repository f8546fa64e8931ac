import type { CheckFinding } from '../../model/check.ts';
import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { ORIGIN_STYLES } from '../view-model/change.ts';
import {
  type AffectedPipes,
  type CapacityMove,
  count,
  countAffected,
  countAttempts,
  countedPipes,
  countUnknownSizes,
  listCapacityMoves,
  sortRequests,
} from '../view-model/count.ts';
import {
  countFindings,
  FINDING_HELP,
  formatDefinitionChange,
  listOpenFindings,
  summarizeFindings,
} from '../view-model/finding.ts';
import { formatTook, shortCommit } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import {
  formatCheckValue,
  formatMoment,
  formatVerdictCounts,
  pickWaves,
  sortGates,
  sortRestored,
  summarizeRollout,
} from '../view-model/rollout.ts';
import { countStatuses, STATUS_STYLES } from '../view-model/status.ts';
import { renderCode, renderProse, renderSentence, renderTable } from './markup.ts';

const LONGEST_PATTERN = 40;
const MOST_PATTERNS = 5;

/** The numbers that a reviewer needs, one row each; a row that would say nothing is left out. */
export function renderSummary(report: Report): string {
  const touched = countAffected(report);
  const [first, ...rest] = [
    ['Pipes', formatStatuses(report)],
    [report.kind === 'run' ? 'Requests' : 'Changes', formatChangeCount(report)],
    [report.kind === 'run' ? 'Origin of what was to change' : 'Origin', formatOrigins(report)],
    [touched.title, formatShare(report, touched)],
    ['Rollout', report.kind === 'run' && report.rollout !== null ? summarizeRollout(report.rollout) : ''],
    ['Replica targets', report.kind === 'plan' ? summarizeTargets(report) : ''],
    ['Alerts', report.kind === 'run' ? '' : summarizeFindings(countFindings(report.checks))],
    ...listCapacity(report),
    [
      'Base',
      report.base === null ? '' : `${renderCode(report.base.ref)}, ${renderCode(shortCommit(report.base.commit))}`,
    ],
    ['Part', describeScope(report)],
    ['Interrupted', report.kind === 'run' && report.interrupted !== null ? `by ${report.interrupted}` : ''],
  ].filter(([, value]) => value !== '');
  const row = (cells: readonly string[] = []): string => `| ${cells.join(' | ')} |`;
  return [row(first), '| :-- | :-- |', ...rest.map(row)].join('\n');
}

function formatStatuses(report: Report): string {
  const words = countStatuses(report).map(({ style, pipes }) => `${formatNumber(pipes)} ${style.label}`);
  return words.length === 0 ? 'none' : words.join(', ');
}

function formatChangeCount(report: Report): string {
  switch (report.kind) {
    case 'plan':
      if (report.summary.changes === 0) return '';
      return `${formatNumber(report.summary.changes)} in ${count(report.summary.requests, 'request')}`;
    case 'drift':
      return report.summary.changes === 0 ? '' : count(report.summary.changes, 'field');
    case 'run':
      return report.summary.requests === 0 ? '' : formatSent(report);
  }
}

/** `7 sent`, `7 sent, 3 of them to roll back`. */
function formatSent(run: Run): string {
  const back = countAttempts(sortRequests(run).rollback);
  const sent = `${formatNumber(run.summary.requests)} sent`;
  return back === 0 ? sent : `${sent}, ${formatNumber(back)} of them to roll back`;
}

/** `9 config (changed in git), 2 drift (changed live)`, of the changes that count. */
function formatOrigins(report: Report): string {
  const counts = new Map<Origin | null, number>();
  for (const { origin } of countedPipes(report).flatMap(({ changes }) => changes)) {
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return ORIGINS.filter((origin) => counts.has(origin))
    .map((origin) => `${formatNumber(counts.get(origin) ?? 0)} ${origin} (${ORIGIN_STYLES[origin].short})`)
    .join(', ');
}

/** How much of the fleet a report reaches, and how much a policy lets it. */
function formatShare({ scope }: Report, { pipes, percent, rolledBack }: AffectedPipes): string {
  if (scope === null || percent === null || pipes === 0) return '';
  const back = rolledBack === 0 ? '' : `; ${formatNumber(rolledBack)} of them rolled back`;
  const limit = scope.changeLimit === null ? '' : `; the policy allows ${formatNumber(scope.changeLimit.pipes)}`;
  return `${formatNumber(pipes)} of ${count(scope.fleet, 'pipe')} of the fleet (${percent})${limit}${back}`;
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

/** `33 → 32 (−1)`, or for drift, where nothing is about to move, `live 33, declared 32`; nothing when they are equal. */
function formatMove(kind: 'plan' | 'drift', { before, after, difference }: CapacityMove): string {
  if (difference === null) return '';
  if (kind === 'drift') return `live ${before}, declared ${after}`;
  return `${before} → ${after} (${difference.direction === 'up' ? '+' : '−'}${difference.amount})`;
}

/** Which part of the fleet was looked at, when it is not all of it. */
function describeScope({ scope }: Report): string {
  if (scope === null) return '';
  const patterns = (words: string, list: readonly string[]): readonly string[] => {
    if (list.length === 0) return [];
    const more = list.length > MOST_PATTERNS ? ' and more' : '';
    const shown = list.slice(0, MOST_PATTERNS).map((pattern) => renderCode(pattern, LONGEST_PATTERN));
    return [`${words} ${shown.join(', ')}${more}`];
  };
  return [
    ...(scope.shard === null ? [] : [`shard ${scope.shard.index} of ${scope.shard.total}`]),
    ...patterns('only', scope.target),
    ...patterns('without', scope.exclude),
    ...(scope.onlyOrigin === null ? [] : [`only changes of origin ${scope.onlyOrigin.join(' and ')}`]),
  ].join('; ');
}

const MOST_NAMES = 20;
const LONGEST_NAME = 60;
const LONGEST_REASON = 160;
const LONGEST_MOMENT = 100;

/** How many rows are shown: a short comment has room for the first rows only. */
export interface RolloutRows {
  readonly waves: number;
  readonly checks: number;
}

/** The waves in order, which pipes were rolled back and which not, and the result of each check. */
export function renderRollout(run: Run, most: RolloutRows): string {
  const { rollout, checks } = run;
  return [
    rollout === null ? '' : renderWaves(rollout, most.waves),
    renderRestored(run),
    checks.length === 0 ? '' : renderChecks(checks, most.checks),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderWaves(rollout: RolloutRecord, most: number): string {
  const { shown, more } = pickWaves(rollout, most);
  const rows = shown.map(({ wave, pipes, verdict, bakedMs }) => {
    const { symbol, label } = STATUS_STYLES.wave[verdict];
    const baked = verdict === 'not-started' ? '' : formatTook(bakedMs);
    return [`${wave}`, formatNumber(pipes.length), `${symbol} ${label}`, baked];
  });
  return renderTable(['Wave', 'Pipes', 'Verdict', 'Baked'], rows, more, 'wave');
}

function renderChecks(gates: readonly GateRecord[], most: number): string {
  const rows = sortGates(gates)
    .slice(0, most)
    .map((gate) => {
      const { last, name, counts } = gate;
      const { symbol, label } = STATUS_STYLES.check[last.verdict];
      const value = formatCheckValue(last);
      const course = drawCourse(gate.values, 'unicode');
      return [
        renderCode(name, LONGEST_NAME),
        renderProse(formatMoment(gate), LONGEST_MOMENT),
        `${symbol} ${gate.gate === 'closed' ? `**${label}**` : label}`,
        value === null ? '' : renderCode(value, LONGEST_NAME),
        formatVerdictCounts(counts),
        course === null ? '' : renderCode(course),
        gate.gate === 'closed' ? renderProse(last.reason, LONGEST_REASON) : '',
      ];
    });
  const head = ['Check', 'When', 'Verdict', 'Value', 'Measured', 'Course', 'Why'];
  return renderTable(head, rows, gates.length - rows.length, 'check');
}

function renderRestored(run: Run): string {
  const sorted = sortRestored(run);
  if (sorted === null) return '';
  const { restored, kept } = sorted;
  const lines = [
    restored.length === 0 ? '' : `**Rolled back:** ${listPipes(restored)}`,
    kept.length === 0 ? '' : `**Not rolled back:** ${listPipes(kept)}`,
  ];
  return lines.filter((line) => line !== '').join('\n<br>');
}

function listPipes(pipes: readonly RunPipe[]): string {
  const names = pipes.slice(0, MOST_NAMES).map(({ service, name }) => renderCode(`${service}/${name}`, LONGEST_NAME));
  const more = pipes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${count(more, 'more pipe')}` : names.join(', ');
}

const MOST_FINDINGS = 10;
const LONGEST_ID = 60;

/** The alerts that are not as declared or could not be read, as a list; empty when there are none. */
export function renderFindings(findings: readonly CheckFinding[]): string {
  const telling = listOpenFindings(findings);
  if (telling.length === 0) return '';
  const more = telling.length - MOST_FINDINGS;
  const items = telling.slice(0, MOST_FINDINGS).map(renderFinding);
  if (more > 0) items.push(`- and ${count(more, 'more alert')}`);
  const help = telling.some(({ status }) => status === 'drifted')
    ? ['', `**Help:** ${renderSentence(FINDING_HELP)}`]
    : [];
  return [...items, ...help].join('\n');
}

function renderFinding({ name, alert, status, changes, reason, location }: CheckFinding): string {
  const where = renderCode(`${location.file}:${location.line}`);
  const who = `check ${renderCode(name)} of alert ${renderCode(alert, LONGEST_ID)} (${where})`;
  if (status === 'error') {
    return `- **could not be read**: ${who}${reason === null ? '' : `\n  <br>${renderSentence(reason)}`}`;
  }
  const rows = changes.map(
    (change) => `  <br>${renderCode(change.path)} ${renderCode(formatDefinitionChange(change))}`,
  );
  return [`- **drifted**: ${who}`, ...rows].join('\n');
}
