import { becomesUnknown, type Capacity, isRefusedAsWhole, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { count } from '../count.ts';
import { ORIGIN_WORDS } from '../origin-words.ts';
import { countStatuses } from '../status-look.ts';
import { markCode } from './text.ts';

const LONGEST_PATTERN = 40;
const MOST_PATTERNS = 5;
const SHORT_COMMIT = 12;

/** The numbers that a reviewer needs, one row each; a row that would say nothing is left out. */
export function renderSummary(report: Report): string {
  const [first, ...rest] = [
    ['Pipes', tellStatuses(report)],
    [report.kind === 'run' ? 'Requests' : 'Changes', tellChanges(report)],
    ['Origin', tellOrigins(report)],
    ['Touched', tellShare(report)],
    ...tellCapacity(report),
    [
      'Base',
      report.base === null
        ? ''
        : `${markCode(report.base.ref)}, ${markCode(report.base.commit.slice(0, SHORT_COMMIT))}`,
    ],
    ['Part', tellPart(report)],
    ['Interrupted', report.kind === 'run' && report.interrupted !== null ? `by ${report.interrupted}` : ''],
  ].filter(([, value]) => value !== '');
  const row = (cells: readonly string[] = []): string => `| ${cells.join(' | ')} |`;
  return [row(first), '| :-- | :-- |', ...rest.map(row)].join('\n');
}

function tellStatuses(report: Report): string {
  const words = countStatuses(report).map(({ look, pipes }) => `${number(pipes)} ${look.words}`);
  return words.length === 0 ? 'none' : words.join(', ');
}

function tellChanges(report: Report): string {
  switch (report.kind) {
    case 'plan':
      if (report.summary.changes === 0) return '';
      return `${number(report.summary.changes)} in ${count(report.summary.requests, 'request')}`;
    case 'drift':
      return report.summary.changes === 0 ? '' : count(report.summary.changes, 'field');
    case 'run':
      return report.summary.requests === 0 ? '' : `${number(report.summary.requests)} sent`;
  }
}

/** `9 config (changed in git), 2 drift (changed live)`, of the changes that count. */
function tellOrigins(report: Report): string {
  const counts = new Map<Origin | null, number>();
  for (const pipe of report.pipes) {
    if (pipe.status === 'refused' || pipe.status === 'error') continue;
    for (const { origin } of pipe.changes) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return ORIGINS.filter((origin) => counts.has(origin))
    .map((origin) => `${number(counts.get(origin) ?? 0)} ${origin} (${ORIGIN_WORDS[origin].short})`)
    .join(', ');
}

/** How much of the fleet a plan or run reaches, and how much a policy lets it. */
function tellShare(report: Report): string {
  const { scope } = report;
  const touched = touchedPipes(report);
  if (scope === null || scope.fleet === 0 || touched === 0) return '';
  const percent = `${Number(((touched / scope.fleet) * 100).toFixed(1))}%`;
  const limit = scope.changeLimit === null ? '' : `; the policy allows ${number(scope.changeLimit.pipes)}`;
  return `${number(touched)} of ${count(scope.fleet, 'pipe')} of the fleet (${percent})${limit}`;
}

function touchedPipes(report: Report): number {
  switch (report.kind) {
    case 'plan':
      return report.summary.update;
    case 'drift':
      return report.summary.drifted;
    case 'run':
      return report.pipes.filter(({ requests }) => requests.some(({ attempts }) => attempts > 0)).length;
  }
}

function tellCapacity(report: Report): readonly (readonly [string, string])[] {
  if (report.kind === 'run' || (report.kind === 'plan' && isRefusedAsWhole(report))) return [];
  const { before, after }: Capacity = report.capacity;
  const unknown = report.pipes.filter(
    ({ status, changes }) => (status === 'update' || status === 'drifted') && changes.some(becomesUnknown),
  ).length;
  const without = unknown === 0 ? '' : `${count(unknown, 'pipe')} of the default size, which is not known, left out`;
  return [
    ['Replicas', tellMove(before.replicas, after.replicas, '')],
    ['CPU', tellMove(before.cpuMillicores, after.cpuMillicores, 'm')],
    ['Memory', tellMove(before.memoryGb, after.memoryGb, ' GB')],
    ['Capacity', without],
  ];
}

/** `33 → 32 (−1)`; nothing when nothing moves. */
function tellMove(before: number, after: number, unit: string): string {
  if (before === after) return '';
  const delta = Number((after - before).toFixed(6));
  const say = (value: number): string => `${number(value)}${unit}`;
  return `${say(before)} → ${say(after)} (${delta > 0 ? '+' : '−'}${say(Math.abs(delta))})`;
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

function number(value: number): string {
  return value.toLocaleString('en-US');
}
