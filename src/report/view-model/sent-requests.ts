import { formatNumber } from '../../model/number.ts';
import type { RequestRecord, Run } from '../../model/run.ts';
import { nameRequest } from '../text/request-text.ts';
import { count } from './count.ts';

/** The requests of a run by what they were for. */
export type RequestsByPurpose = Readonly<Record<RequestRecord['purpose'], readonly RequestRecord[]>>;

export function sortRequests({ pipes }: Pick<Run, 'pipes'>): RequestsByPurpose {
  const all = pipes.flatMap(({ requests }) => requests);
  return {
    update: all.filter(({ purpose }) => purpose === 'update'),
    rollback: all.filter(({ purpose }) => purpose === 'rollback'),
  };
}

/** How many times requests were sent: a lost answer may be asked for again. */
export function countAttempts(requests: readonly RequestRecord[]): number {
  return requests.reduce((sum, { attempts }) => sum + attempts, 0);
}

/** `5 update requests`, `5 update and 3 rollback requests`. */
export function tellRequests(update: number, rollback: number): string {
  if (rollback === 0) return count(update, 'update request');
  return `${formatNumber(update)} update and ${count(rollback, 'rollback request')}`;
}

/** `PATCH scaling`, `rollback PATCH scaling`. */
export function nameRecord(record: Pick<RequestRecord, 'method' | 'purpose'>): string {
  return record.purpose === 'rollback' ? `rollback ${nameRequest(record)}` : nameRequest(record);
}
