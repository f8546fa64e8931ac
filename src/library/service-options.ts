import type { RequestAttempt } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { ReadProgress } from '../model/event.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Shard } from '../model/plan.ts';
import type { BaseState } from '../plan/origin/attribute.ts';

/**
 * A fleet that belongs to a project on disk: what `loadFleet` gives, and what `plan`, `apply` and `drift` take. Fleets are
 * not changed after they were made; another one is a copy with other values.
 */
export interface ProjectFleet extends Fleet {
  /**
   * The absolute path of the folder of the root document. Its `.pipeform` keeps the lock and the journal of the project's
   * runs.
   */
  readonly folder: string;
}

/** What is looked up in place of the environment of the process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What the services are told of who asks. What is left out is taken from `variables`. It is in no result, no event and no
 * error; where a service echoes it, it is taken out.
 */
export interface Credentials {
  /** Of the pipes API (`PIPEFORM_KEY_ID`). */
  readonly keyId?: string | undefined;
  /** Of the pipes API (`PIPEFORM_KEY_SECRET`). */
  readonly keySecret?: string | undefined;
  /** Of the observability API, where checks or targets need it (`PIPEFORM_ACCESS_TOKEN`). */
  readonly accessToken?: string | undefined;
}

/**
 * A clock of the program's own. Without `monotonicMs`, durations, rate limits and back-off are measured by how far `now` goes
 * forward: a step back counts as no time, a step forward as the time that it skips.
 */
export type OwnClock = Omit<Clock, 'monotonicMs'> & Partial<Pick<Clock, 'monotonicMs'>>;

/** How the services are asked, and for which pipes. Everything may be left out. */
export interface ServiceOptions {
  /** Who asks. Default: what `variables` holds. */
  readonly credentials?: Credentials | undefined;
  /** Credentials that are not given, and the addresses of proxies (`HTTPS_PROXY`, `NO_PROXY`). Default: `process.env`. */
  readonly variables?: Variables | undefined;
  /** Only the pipes that match one of these globs, over the name or `service/name`. Default: all. */
  readonly target?: readonly string[] | undefined;
  /** All but the pipes that match one of these globs. */
  readonly exclude?: readonly string[] | undefined;
  /** Only one part of the fleet, by a stable hash of the pipes' ids. Default: the whole fleet. */
  readonly shard?: Shard | undefined;
  /** Pipes to work on at once, 1 to 1,000. Default: what the configuration says, or 8. */
  readonly parallelism?: number | undefined;
  /** Milliseconds for one attempt of one request, up to a day. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Hears of each attempt of a request. */
  readonly onRequest?: ((attempt: RequestAttempt) => void) | undefined;
  /** The time, and how to wait. Default: the clock of the machine. */
  readonly clock?: OwnClock | undefined;
}

/** How live pipes are looked at: what `plan` and `drift` have in common. Everything may be left out. */
export interface ObserveOptions extends ServiceOptions {
  /** What was desired at a commit, to say of each difference where it comes from: see `createBaseState`. Default: none. */
  readonly base?: BaseState | null | undefined;
  /** Aborts the reads that are under way. Pipes that were not read by then are `error` in the result: never clean. */
  readonly signal?: AbortSignal | undefined;
  /** Hears after each pipe how many have been read. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** What a person has agreed to. Everything that is left out is refused. */
export interface Allowed {
  /** `override`: `policy.maxChangedPipes` and `policy.maxReplicaFactor` do not hold. Default: `enforce`. */
  readonly policy?: 'enforce' | 'override' | undefined;
  /** Names of protected pipes that may change. A name that the fleet does not have is an error. */
  readonly protectedPipes?: readonly string[] | ReadonlySet<string> | undefined;
}
