import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import { type CapacityMove, countUnknownSizes, listCapacityMoves } from '../view-model/capacity-moves.ts';
import { count } from '../view-model/count.ts';
import { countedPipes } from '../view-model/counted-pipes.ts';
import { countFindings, tellFindings } from '../view-model/finding-words.ts';
import { ORIGIN_WORDS } from '../view-model/origin-words.ts';
import { tellTargets } from '../view-model/recommendation-words.ts';
import { tellRollout } from '../view-model/rollout-words.ts';
import { countAttempts, sortRequests } from '../view-model/sent-requests.ts';
import { shortCommit } from '../view-model/short-commit.ts';
import { countStatuses } from '../view-model/status-look.ts';
import { countTouched, type Touched } from '../view-model/touched.ts';
import { markCode } from './text.ts';

const LONGEST_PATTERN = 40;
const MOST_PATTERNS = 5;

/** The numbers that a reviewer needs, one row each; a row that would say nothing is left out. */
export function renderSummary(report: Report): string {
  const touched = countTouched(report);
  const [first, ...rest] = [
    ['Pipes', tellStatuses(report)],
    [report.kind === 'run' ? 'Requests' : 'Changes', tellChanges(report)],
    [report.kind === 'run' ? 'Origin of what was to change' : 'Origin', tellOrigins(report)],
    [touched.title, tellShare(report, touched)],
    ['Rollout', report.kind === 'run' && report.rollout !== null ? tellRollout(report.rollout) : ''],
    ['Replica targets', report.kind === 'plan' ? tellTargets(report) : ''],
    ['Alerts', report.kind === 'run' ? '' : tellFindings(countFindings(report.checks))],
    ...tellCapacity(report),
    ['Base', report.base === null ? '' : `${markCode(report.base.ref)}, ${markCode(shortCommit(report.base.commit))}`],
    ['Part', tellPart(report)],
    ['Interrupted', report.kind === 'run' && report.interrupted !== null ? `by ${report.interrupted}` : ''],
  ].filter(([, value]) => value !== '');
  const row = (cells: readonly string[] = []): string => `| ${cells.join(' | ')} |`;
  return [row(first), '| :-- | :-- |', ...rest.map(row)].join('\n');
}

function tellStatuses(report: Report): string {
  const words = countStatuses(report).map(({ look, pipes }) => `${formatNumber(pipes)} ${look.words}`);
  return words.length === 0 ? 'none' : words.join(', ');
}

function tellChanges(report: Report): string {
  switch (report.kind) {
    case 'plan':
      if (report.summary.changes === 0) return '';
      return `${formatNumber(report.summary.changes)} in ${count(report.summary.requests, 'request')}`;
    case 'drift':
      return report.summary.changes === 0 ? '' : count(report.summary.changes, 'field');
    case 'run':
      return report.summary.requests === 0 ? '' : tellSent(report);
  }
}

/** `7 sent`, `7 sent, 3 of them to roll back`. */
function tellSent(run: Run): string {
  const back = countAttempts(sortRequests(run).rollback);
  const sent = `${formatNumber(run.summary.requests)} sent`;
  return back === 0 ? sent : `${sent}, ${formatNumber(back)} of them to roll back`;
}

/** `9 config (changed in git), 2 drift (changed live)`, of the changes that count. */
function tellOrigins(report: Report): string {
  const counts = new Map<Origin | null, number>();
  for (const { origin } of countedPipes(report).flatMap(({ changes }) => changes)) {
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return ORIGINS.filter((origin) => counts.has(origin))
    .map((origin) => `${formatNumber(counts.get(origin) ?? 0)} ${origin} (${ORIGIN_WORDS[origin].short})`)
    .join(', ');
}

/** How much of the fleet a report reaches, and how much a policy lets it. */
function tellShare({ scope }: Report, { pipes, percent, rolledBack }: Touched): string {
  if (scope === null || percent === null || pipes === 0) return '';
  const back = rolledBack === 0 ? '' : `; ${formatNumber(rolledBack)} of them rolled back`;
  const limit = scope.changeLimit === null ? '' : `; the policy allows ${formatNumber(scope.changeLimit.pipes)}`;
  return `${formatNumber(pipes)} of ${count(scope.fleet, 'pipe')} of the fleet (${percent})${limit}${back}`;
}

function tellCapacity(report: Report): readonly (readonly [string, string])[] {
  if (report.kind === 'run' || (report.kind === 'plan' && isRefusedAsWhole(report))) return [];
  const { kind, capacity } = report;
  const unknown = countUnknownSizes(report);
  const without = unknown === 0 ? '' : `${count(unknown, 'pipe')} of the default size, which is not known, left out`;
  return [
    ...listCapacityMoves(capacity).map((move) => [move.title, tellMove(kind, move)] as const),
    ['Capacity', without],
  ];
}

/** `33 → 32 (−1)`, or for drift, where nothing is about to move, `live 33, declared 32`; nothing when they are equal. */
function tellMove(kind: 'plan' | 'drift', { before, after, difference }: CapacityMove): string {
  if (difference === null) return '';
  if (kind === 'drift') return `live ${before}, declared ${after}`;
  return `${before} → ${after} (${difference.direction === 'up' ? '+' : '−'}${difference.amount})`;
}

/** Which part of the fleet was looked at, when it is not all of it. */
function tellPart({ scope }: Report): string {
  if (scope === null) return '';
  const patterns = (words: string, list: readonly string[]): readonly string[] => {
    if (list.length === 0) return [];
    const more = list.length > MOST_PATTERNS ? ' and more' : '';
    const shown = list.slice(0, MOST_PATTERNS).map((pattern) => markCode(pattern, LONGEST_PATTERN));
    return [`${words} ${shown.join(', ')}${more}`];
  };
  return [
    ...(scope.shard === null ? [] : [`shard ${scope.shard.index} of ${scope.shard.total}`]),
    ...patterns('only', scope.target),
    ...patterns('without', scope.exclude),
    ...(scope.onlyOrigin === null ? [] : [`only changes of origin ${scope.onlyOrigin.join(' and ')}`]),
  ].join('; ');
}
