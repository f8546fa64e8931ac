import type { FieldPath } from '../../src/model/field/field.ts';
import { equalJson, type JsonValue } from '../../src/model/json/json.ts';
import type { RequestRecord, Run, RunPipe } from '../../src/model/run.ts';
import type { Commit, LoggedRequest } from '../../src/sandbox/state/logs.ts';
import type { Switches } from '../odd-service/start.ts';
import { valuesOf } from '../properties/expectations.ts';
import type { PipeCase } from '../properties/scenario.ts';
import type { Evidence } from './play.ts';

/** The values of a pipe, in a commit or in the service. */
export type Values = Commit['before'];

/** A commit with the index of the request that caused it or that it happened during; -1 for an edit before the apply. */
export interface PlacedCommit extends Commit {
  readonly place: number;
}

/** Everything the service recorded about one configured pipe during the apply. */
export interface PipeFacts {
  readonly pipe: PipeCase;
  readonly id: string;
  /** Its result in the run; null when the run does not list it. */
  readonly reported: RunPipe | null;
  readonly before: Values;
  /** Requests with their index among all requests. */
  readonly requests: readonly (LoggedRequest & { readonly place: number })[];
  readonly writes: readonly (LoggedRequest & { readonly place: number })[];
  readonly commits: readonly PlacedCommit[];
  readonly own: readonly PlacedCommit[];
  readonly others: readonly PlacedCommit[];
}

/** The run as recorded: from the journal when the apply was killed, otherwise from its output. */
export function ledgerOf({ apply, shown }: Evidence): Run | null {
  return apply.run ?? shown;
}

export function gatherFacts(evidence: Evidence): readonly PipeFacts[] {
  const { chaos, requests, commits } = evidence;
  const run = ledgerOf(evidence);
  const placed = requests.map((entry, place) => ({ ...entry, place }));
  const places = new Map(placed.map(({ requestId, place }) => [requestId, place]));
  return chaos.scenario.cases.map((pipe) => {
    const { id } = pipe.live;
    const about = placed.filter(({ pipeId }) => pipeId?.toLowerCase() === id);
    const done = commits
      .filter(({ pipeId }) => pipeId === id)
      .map((commit) => ({ ...commit, place: places.get(commit.requestId ?? '') ?? -1 }));
    return {
      pipe,
      id,
      reported: run?.pipes.find((one) => one.id.toLowerCase() === id) ?? null,
      before: evidence.before.get(id) ?? { settings: {}, scaling: {} },
      requests: about,
      writes: about.filter(({ method }) => method !== 'GET'),
      commits: done,
      own: done.filter(({ by }) => by === 'api'),
      others: done.filter(({ by }) => by !== 'api'),
    };
  });
}

/** The service rejected or redirected the request and committed it anyway. No client can know. */
export function isLiar({ committed, status }: LoggedRequest): boolean {
  return committed && status !== null && status >= 300 && status < 500 && status !== 408;
}

/** The service accepted the request and did nothing: only a read shows it. */
export function isHollow({ committed, status }: LoggedRequest): boolean {
  return !committed && status !== null && status >= 200 && status < 300;
}

/** Writes that may take effect some time after their answer, or without one. */
export function isDelayed(fault: LoggedRequest['fault']): boolean {
  return fault === 'late' || fault === 'stall';
}

/** Whether a request can be an attempt of the recorded one: the same body, or its missing part. */
export function isSendingOf(entry: LoggedRequest, record: RequestRecord): boolean {
  if (entry.method !== record.method) return false;
  // A request that was aborted before its body was read.
  if (entry.body === null) return true;
  if (typeof entry.body !== 'object' || Array.isArray(entry.body)) return false;
  const sent = Object.entries(entry.body);
  if (record.method === 'PUT' && sent.length !== Object.keys(record.body).length) return false;
  return (
    sent.length > 0 &&
    sent.every(([key, value]) => Object.hasOwn(record.body, key) && equalJson(record.body[key] ?? null, value))
  );
}

/** The value of a field as a reader sees it; null when unset. */
export function showValue(values: Values, path: FieldPath | string, kind: string, unset: Switches['unset']): JsonValue {
  return valuesOf(values, kind, unset).get(path) ?? null;
}

/** The paths of the fields that differ. */
export function diffValues(before: Values, after: Values, kind: string, unset: Switches['unset']): readonly string[] {
  const [old, current] = [valuesOf(before, kind, unset), valuesOf(after, kind, unset)];
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    (path) => !equalJson(old.get(path) ?? null, current.get(path) ?? null),
  );
}
