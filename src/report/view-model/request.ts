import { count, formatNumber } from '../../model/number.ts';
import { type PlannedRequest, writtenSection } from '../../model/plan.ts';
import type { RequestRecord, Run } from '../../model/run.ts';
import { formatTook } from './format.ts';

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
  return `${purpose === 'rollback' ? 'rollback ' : ''}${method} ${writtenSection(method)}`;
}
