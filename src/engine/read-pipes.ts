import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import { type Connection, createPipeLister, createPipeReader } from '../api/index.ts';
import { type PipeReader, wasStopped } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import { groupBy } from '../model/group-by.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { addressOf } from '../model/pipe-address.ts';
import type { ReadProgress } from '../model/run.ts';
import { isLost, type ServiceListing } from '../plan/coverage.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { HealthScope } from './health-inputs.ts';

export type OnProgress = (progress: ReadProgress) => void;

/** A project, or the part of it that reads take. */
export interface ReadScope extends Pick<HealthScope, 'parallelism' | 'fleet' | 'runtime'> {
  readonly connection: Connection;
}

/** Each pipe once, in order, and the lists of their services where the deployment has lists. */
export interface FleetReads {
  readonly reads: readonly PipeRead[];
  readonly listings: readonly ServiceListing[];
}

/**
 * Reads each pipe once, with read-only clients. With `api.listing`, one request reads a service, and only pipes that its
 * list does not show completely are read alone. The time of a read is by the clock of the service. `known`: the lists, where they
 * were read before.
 */
export async function readPipes(
  project: ReadScope,
  pipes: readonly DesiredPipe[],
  onProgress: OnProgress,
  known: readonly ServiceListing[] | null = null,
): Promise<FleetReads> {
  if (pipes.length === 0) return { reads: [], listings: [] };
  const { connection, parallelism, fleet, runtime } = project;
  const { interrupts } = runtime;
  let last: ReadProgress = { done: 0, total: pipes.length, failed: 0 };
  const progress = (next: ReadProgress): void => {
    last = next;
    onProgress(next);
  };
  connection.onRateLimit((rateLimit) => onProgress({ ...last, rateLimit }));
  try {
    const listings = known ?? (fleet.api.listing ? await listServices(project, pipes) : []);
    const reader = readListed(createPipeReader(connection), listings);
    const options = { parallelism, onProgress: progress, clock: connection, signal: interrupts.stop };
    const reads = await readEach(pipes, reader, options);
    return { reads: known === null ? await findMoved(project, reads, listings) : reads, listings };
  } finally {
    connection.onRateLimit(null);
  }
}

/** Lists a service, whatever the configuration has of it. */
export async function listService(
  { connection, runtime: { interrupts } }: ReadScope,
  owner: Pick<ServiceListing, 'service' | 'serviceId'>,
): Promise<ServiceListing> {
  return { ...owner, list: await createPipeLister(connection).listPipes(owner.serviceId, interrupts.stop) };
}

/** Looks in the lists for pipes that their service does not have, also in those of the other services. */
async function findMoved(
  project: ReadScope,
  reads: readonly PipeRead[],
  listings: readonly ServiceListing[],
): Promise<readonly PipeRead[]> {
  const { fleet, parallelism } = project;
  if (listings.length === 0 || !reads.some(({ read }) => isLost(read))) return reads;
  const others = Object.entries(fleet.services)
    .map(([service, serviceId]) => ({ service, serviceId }))
    .filter((one) => !listings.some(({ serviceId }) => serviceId === one.serviceId));
  const more = await pMap(others, (owner) => listService(project, owner), { concurrency: parallelism });
  const owners = new Map(
    [...listings, ...more].flatMap(({ service, list }) =>
      list.ok ? list.pipes.map(({ id }) => [id.toLowerCase(), service] as const) : [],
    ),
  );
  return reads.map((one) => {
    const foundIn = isLost(one.read) ? owners.get(one.desired.id) : undefined;
    return foundIn === undefined || foundIn === one.desired.service ? one : { ...one, foundIn };
  });
}

/** Lists each service of the pipes once. */
function listServices(project: ReadScope, pipes: readonly DesiredPipe[]): Promise<readonly ServiceListing[]> {
  // The first name of a service stays.
  const owners = new Map(pipes.toReversed().map(({ service, serviceId }) => [serviceId, { service, serviceId }]));
  return pMap(owners.values(), (owner) => listService(project, owner), { concurrency: project.parallelism });
}

/** Takes pipes from the lists, and reads those alone that a list does not show completely, or twice with different values. */
function readListed(reader: PipeReader, listings: readonly ServiceListing[]): PipeReader {
  if (listings.length === 0) return reader;
  const failures = new Map(listings.flatMap(({ serviceId, list }) => (list.ok ? [] : [[serviceId, list.failure]])));
  const shown = listings.flatMap(({ list }) => (list.ok ? list.pipes : []));
  const byAddress = groupBy(shown, ({ serviceId, id }) =>
    addressOf({ serviceId: serviceId.toLowerCase(), id: id.toLowerCase() }),
  );
  const listed = new Map(
    [...byAddress].flatMap(([address, [pipe, ...others]]) =>
      pipe !== undefined && isWhole(pipe) && others.every((other) => isDeepStrictEqual(other, pipe))
        ? [[address, pipe] as const]
        : [],
    ),
  );
  return {
    async readPipe(address, signal) {
      const failure = failures.get(address.serviceId);
      if (failure !== undefined) {
        const kind = wasStopped(failure) || failure.kind === 'circuit-open' ? failure.kind : 'listing-failed';
        return { ok: false, failure: { ...failure, kind, cause: failure.cause ?? failure } };
      }
      const pipe = listed.get(addressOf(address));
      return pipe === undefined ? reader.readPipe(address, signal) : { ok: true, pipe, attempts: 0 };
    },
  };
}

/** A plan relies on all of this, also where it manages only a part. */
function isWhole({ state, source, settings, scaling }: LivePipe): boolean {
  return state !== null && source !== null && settings.status === 'known' && !Object.values(scaling).includes('absent');
}

/** Reads each pipe once, in order. Failures are results. An abort cancels reads in flight; the rest counts as canceled. */
export async function readEach(
  pipes: readonly DesiredPipe[],
  reader: PipeReader,
  options: {
    readonly parallelism: number;
    readonly onProgress: OnProgress;
    readonly clock: Pick<Clock, 'now'>;
    readonly signal: AbortSignal;
  },
): Promise<readonly PipeRead[]> {
  const { parallelism: concurrency, onProgress, clock, signal } = options;
  let done = 0;
  let failed = 0;
  const readOne = async (desired: DesiredPipe): Promise<PipeRead> => {
    const read = await reader.readPipe(desired, signal);
    if (read.ok || !wasStopped(read.failure)) {
      done += 1;
      if (!read.ok) failed += 1;
      onProgress({ done, total: pipes.length, failed });
    }
    return { desired, read, readAtMs: clock.now() };
  };
  return pMap(pipes, readOne, { concurrency });
}
