import type { RateLimitWait } from '../../model/client.ts';
import { type Diagnostic, SEVERITIES } from '../../model/diagnostic.ts';
import type { ApiAddress } from '../../model/fleet.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber, formatPercent, shortList } from '../../model/number.ts';
import {
  becomesUnknown,
  type Capacity,
  type Coverage,
  hasWork,
  type Plan,
  type PlannedRequest,
  sectionOf,
} from '../../model/plan.ts';
import type { Drift, Report, ReportPipe } from '../../model/report.ts';
import { mayHaveWritten, type RequestRecord, type Run, type RunEvent } from '../../model/run.ts';
import type { Shard } from '../../model/shard.ts';
import { capitalize, listWords, safeText } from '../../model/text.ts';
import { formatRate, formatTook, joinParts } from './format.ts';

/** `2 pipes to scale, 3 to hold`: the noun follows the first number, and zeros are omitted. */
export function countWords(
  noun: string,
  parts: readonly { readonly number: number; readonly words: string }[],
): string {
  const some = parts.filter(({ number }) => number > 0);
  return listWords(
    some.map(({ number, words }, index) => `${index === 0 ? count(number, noun) : formatNumber(number)} ${words}`),
  );
}

/** `1 error` and `2 warnings`; zeros are omitted. */
export function countSeverities(diagnostics: readonly Diagnostic[]): readonly string[] {
  return SEVERITIES.flatMap((severity) => {
    const { length } = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    return length === 0 ? [] : [count(length, severity)];
  });
}

/** `All 3 pipes are`, `The pipe is`. */
export function everyPipe(total: number, noun = 'pipe'): string {
  return total === 1 ? `The ${noun}` : `All ${count(total, noun)}`;
}

/** The pipes whose changes count: to update in a plan, drifted in a drift report, and attempted or skipped in a run. */
export function countedPipes({ kind, pipes }: Report): readonly ReportPipe[] {
  const all: readonly ReportPipe[] = pipes;
  return all.filter(({ status }) =>
    kind === 'run' ? status !== 'refused' && status !== 'unchanged' : status === 'update' || status === 'drifted',
  );
}

/** Words as a sentence; empty for no words. */
export function sentence(words: string): string {
  return words === '' ? '' : `${capitalize(words)}.`;
}

const AFFECTED: Readonly<Record<Report['kind'], string>> = {
  plan: 'Would change',
  drift: 'Drifted',
  run: 'Written to',
};

/**
 * The pipes that a plan would change, that drifted, or that a run may have written to. `share`: of the complete fleet, not of
 * the selection, and how many pipes a policy allows: `5 of 15 pipes of the fleet (33.3%); the policy allows 7`; empty for none.
 */
export function countAffected(report: Report): Readonly<Record<'title' | 'share', string>> {
  const title = AFFECTED[report.kind];
  const pipes = report.kind === 'run' ? report.pipes.filter(mayHaveWritten).length : countedPipes(report).length;
  if (report.scope === null || report.scope.fleet === 0 || pipes === 0) return { title, share: '' };
  const { fleet, changeLimit } = report.scope;
  const rolledBack = report.kind === 'run' ? report.summary['rolled-back'] : 0;
  const parts = [
    `${formatNumber(pipes)} of ${count(fleet, 'pipe')} of the fleet (${formatPercent(pipes, fleet)})`,
    changeLimit === null ? '' : `the policy allows ${formatNumber(changeLimit.pipes)}`,
    rolledBack === 0 ? '' : `${formatNumber(rolledBack)} of them rolled back`,
  ];
  return { title, share: joinParts(parts, '; ') };
}

const QUANTITIES = [
  { key: 'replicas', title: 'Replicas', divisor: 1, one: '', many: '' },
  { key: 'cpuMillicores', title: 'CPU', divisor: 1_000, one: ' core', many: ' cores' },
  { key: 'memoryGb', title: 'Memory', divisor: 1, one: ' GB', many: ' GB' },
] as const;

/** The totals of all pipes as text, the unit once: `8.25`, `9 cores`. `difference`: `+0.75`, `−3`; null when nothing changes. */
export function listCapacityMoves(capacity: Capacity) {
  return QUANTITIES.map(({ key, title, divisor, one, many }) => {
    const [exactFrom, exactTo] = [capacity.before[key] / divisor, capacity.after[key] / divisor];
    const isSame = exactFrom === exactTo;
    const [roundFrom, roundTo] = [Math.round(exactFrom), Math.round(exactTo)];
    // Hundreds are read without their fractions, unless only these change.
    const isRound = Math.min(exactFrom, exactTo) >= 100 && (isSame || roundFrom !== roundTo);
    const [from, to] = isRound ? [roundFrom, roundTo] : [exactFrom, exactTo];
    const difference = isSame ? null : `${to > from ? '+' : '−'}${formatNumber(Math.abs(to - from))}`;
    return { title, before: formatNumber(from), after: `${formatNumber(to)}${to === 1 ? one : many}`, difference };
  });
}

/** How many pipes get the service's default size. It is unknown, so the totals exclude them. */
export function countUnknownSizes(report: Report): number {
  return countedPipes(report).filter(({ changes }) => changes.some(becomesUnknown)).length;
}

/** `replicas 4 → 6 (+2), CPU 1 core, memory 4 GB`, and of a drift report `replicas live 6, declared 4`; empty when nothing changes. */
export function describeCapacity(report: Plan | Drift, arrow: '→' | '->'): string {
  const moves = listCapacityMoves(report.capacity);
  const unknown = countUnknownSizes(report);
  const isSame = unknown === 0 && moves.every(({ difference }) => difference === null);
  if (isSame || (report.kind === 'plan' && !hasWork(report))) return '';
  const without = unknown === 0 ? '' : `without ${count(unknown, 'pipe')} that the service gives its default size`;
  const parts = moves.map(({ title, before, after, difference }) => {
    const what = title === 'CPU' ? title : title.toLowerCase();
    if (difference === null) return report.kind === 'plan' ? `${what} ${after}` : '';
    if (report.kind === 'drift') return `${what} live ${before}, declared ${after}`;
    return `${what} ${before} ${arrow} ${after} (${arrow === '->' ? difference.replace('−', '-') : difference})`;
  });
  return joinParts([...parts, without], report.kind === 'plan' ? ', ' : '; ');
}

const MAX_SERVICES = 10;
const MAX_GONE = 5;

/** `analytics 57 of 60 live pipes managed, gone: orders; billing 12 of 12`; empty without `api.listing`. */
export function summarizeCoverage(coverage: readonly Coverage[]): string {
  const services = coverage.map(({ service, managed, unmanaged, gone }, index) => {
    const total = managed + unmanaged.length;
    const what = index === 0 ? ` live ${total === 1 ? 'pipe' : 'pipes'} managed` : '';
    const missing = gone.length === 0 ? '' : `, gone: ${shortList(gone.map(safeText), MAX_GONE)}`;
    return `${safeText(service)} ${formatNumber(managed)} of ${formatNumber(total)}${what}${missing}`;
  });
  const more = services.length - MAX_SERVICES;
  return [...services.slice(0, MAX_SERVICES), ...(more > 0 ? [`${formatNumber(more)} more services`] : [])].join('; ');
}

export function sortRequests({ pipes }: Run): Readonly<Record<RequestRecord['purpose'], readonly RequestRecord[]>> {
  const all = pipes.flatMap(({ requests }) => requests);
  return {
    update: all.filter(({ purpose }) => purpose === 'update'),
    rollback: all.filter(({ purpose }) => purpose === 'rollback'),
  };
}

export function formatRunTime({ startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>): string {
  return formatTook(Date.parse(finishedAt) - Date.parse(startedAt));
}

export function wasAttempted({ attempts }: RequestRecord): boolean {
  return attempts > 0;
}

/** How many times requests were sent, retries included. */
export function countAttempts(requests: readonly RequestRecord[]): number {
  return requests.reduce((sum, { attempts }) => sum + attempts, 0);
}

/** `5 update requests`, `5 update and 3 rollback requests`. */
export function summarizeRequests(update: number, rollback: number): string {
  if (rollback === 0) return count(update, 'update request');
  return `${formatNumber(update)} update and ${count(rollback, 'rollback request')}`;
}

/** `PATCH scaling`, `rollback PATCH scaling`. */
export function nameRequest({
  method,
  purpose,
}: Pick<PlannedRequest, 'method'> & { readonly purpose?: RequestRecord['purpose'] }): string {
  return `${purpose === 'rollback' ? 'rollback ' : ''}${method} ${sectionOf(method)}`;
}

/** The limit that has been observed for one API key (field notes, "Rate limit"). */
const SEEN_LIMIT = { requests: 10, perMilliseconds: 10_000 };

/** The cost of reading a shard, one GET per pipe. `fleet`: pipes in the configuration. */
interface ShardCost {
  readonly shard: Shard;
  readonly pipes: number;
  readonly fleet: number;
  readonly rateLimit: ApiAddress['rateLimit'];
}

/** `Shard 2 of 4: 250 of 1,000 pipes, 250 reads. At 10 requests per 10s about 4m10s; …`. Assumes `SEEN_LIMIT` if none is set. */
export function describeShardCost({ shard, pipes, fleet, rateLimit }: ShardCost): string {
  const { requests, perMilliseconds } = rateLimit ?? SEEN_LIMIT;
  const part = `Shard ${shard.index} of ${shard.total}: ${formatNumber(pipes)} of ${count(fleet, 'pipe')}, ${count(pipes, 'read')}.`;
  const formatReads = (reads: number): string => formatTook((reads / requests) * perMilliseconds);
  const limit = `${count(requests, 'request')} per ${formatTook(perMilliseconds)}`;
  const at = rateLimit === null ? `If the service allows ${limit}, about` : `At ${limit} about`;
  return `${part} ${at} ${formatReads(pipes)}; the limit is shared by all shards of one API key, about ${formatReads(fleet)} for all.`;
}

/** `rate limit about 1/s (learned), waiting 7 s, until 10:42:07 UTC`; without a wait, the limit alone. */
export function describeRateLimit({ source, perSecond, waitMs, until }: RateLimitWait): string {
  const limit =
    perSecond === null ? 'the service limits requests' : `rate limit about ${formatRate(perSecond)} (${source})`;
  if (waitMs <= 0) return limit;
  return `${limit}, waiting ${Math.ceil(waitMs / 1_000)} s${until === undefined ? '' : formatEnd(until)}`;
}

/** `orders: waiting 8 s, until 10:42:07 UTC, to send again: CONFLICT: an update is in progress (409)` */
export function describePipeWait(wait: Omit<Extract<RunEvent, { type: 'pipe_wait' }>, 'type' | 'at'>): string {
  const { pipe, status, reason, waitMs, until } = wait;
  const words = reason === '' ? `${status}` : `${reason} (${status})`;
  return safeText(`${pipe}: waiting ${Math.ceil(waitMs / 1_000)} s${formatEnd(until)}, to send again: ${words}`);
}

function formatEnd(until: string): string {
  return `, until ${until.slice('2026-11-20T'.length, '2026-11-20T10:42:07'.length)} UTC`;
}

/** For a run that could have waited less. */
export function describeLongWait(waitedMs: number): string {
  return `The rate limit held requests back for ${formatTook(waitedMs)}. If the deployment lists pipes, \`api.listing: true\` reads each service with one request.`;
}

/** The problems that differ only in their place, together. */
export function groupEqual(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const keyOf = ({ severity, code, summary, detail, hint }: Diagnostic): string =>
    JSON.stringify([severity, code, summary, detail, hint]);
  return [...groupBy(diagnostics, keyOf).values()];
}
