import type { LoggedRequest } from '../src/sandbox/state/logs.ts';
import type { Fleet } from './fleet.ts';

/** What was asked of one pipe. */
export interface PipeRequests {
  /** Reads before the first write; all reads when there was no write. */
  readonly readsBefore: number;
  readonly puts: number;
  readonly patches: number;
  /** Reads after the first write. */
  readonly readsAfter: number;
}

const NONE: PipeRequests = { readsBefore: 0, puts: 0, patches: 0, readsAfter: 0 };

/** Counts by pipe, in order of arrival. Requests that name no pipe are counted under `''`. */
export function countByPipe(
  requests: readonly Pick<LoggedRequest, 'method' | 'pipeId'>[],
): ReadonlyMap<string, PipeRequests> {
  const counts = new Map<string, PipeRequests>();
  for (const { method, pipeId } of requests) {
    const key = pipeId ?? '';
    counts.set(key, addOne(counts.get(key) ?? NONE, method));
  }
  return counts;
}

/** The most of one kind of request that any pipe got. */
export function most(counts: ReadonlyMap<string, PipeRequests>, kind: keyof PipeRequests): number {
  return Math.max(0, ...[...counts.values()].map((count) => count[kind]));
}

/** The most requests of all kinds that any pipe got. */
export function mostInAll(counts: ReadonlyMap<string, PipeRequests>): number {
  return Math.max(
    0,
    ...[...counts.values()].map(
      ({ readsBefore, puts, patches, readsAfter }) => readsBefore + puts + patches + readsAfter,
    ),
  );
}

/** @throws Error unless there was exactly one read of each pipe, no other request, and every one was answered with 200. */
export function requireOneReadEach(requests: readonly LoggedRequest[], pipes: number): void {
  const counts = countByPipe(requests);
  const isOneEach = counts.size === pipes && requests.length === pipes;
  if (isOneEach && requests.every(({ method, status }) => method === 'GET' && status === 200)) return;
  throw new Error(`${requests.length} requests to ${counts.size} pipes, where each of ${pipes} was to be read once`);
}

/** Takes a figure of a program that is to read each pipe once: one that reads less, or without success, is not measured. */
export function readingEachOnce(fleet: Fleet, pipes: number, take: () => Promise<number>): () => Promise<number> {
  return async () => {
    await fleet.forget();
    const figure = await take();
    requireOneReadEach(await fleet.requests(), pipes);
    return figure;
  };
}

function addOne(count: PipeRequests, method: string): PipeRequests {
  if (method === 'PUT') return { ...count, puts: count.puts + 1 };
  if (method === 'PATCH') return { ...count, patches: count.patches + 1 };
  const hasWritten = count.puts + count.patches > 0;
  return hasWritten ? { ...count, readsAfter: count.readsAfter + 1 } : { ...count, readsBefore: count.readsBefore + 1 };
}
