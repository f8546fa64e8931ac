import type { Variables } from '../config/resolve/interpolate.ts';
import type { RequestAttempt } from '../model/client.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Override } from '../model/plan.ts';
import type { ReadProgress, RunEvent } from '../model/run.ts';
import type { Shard } from '../model/shard.ts';

/**
 * A fleet that belongs to a project on disk: what `loadFleet` gives, and what `plan`, `apply`, `drift` and `rollback` take. A fleet is
 * not changed after it was made; another one is a copy with other values.
 */
export interface ProjectFleet extends Fleet {
  /** The absolute path of the folder of the root document. Its `.pipeform` keeps the lock and the journals. */
  readonly folder: string;
}

/** Which configuration is loaded. Every option may be left out. */
export interface LoadFleetOptions {
  /** The folder that paths start from, and that places in diagnostics are relative to. Default: that of the process. */
  readonly cwd?: string | undefined;
  /** The root document. Default: `pipeform.yaml` in `cwd` or the nearest folder above it. */
  readonly file?: string | undefined;
  /** The environment that is merged over the configuration. Default: none. */
  readonly environment?: string | undefined;
  /** What `${NAME}` in the configuration is looked up in. Default: `process.env`. */
  readonly variables?: Variables | undefined;
}

export const DEFAULT_PARALLELISM = 8;

/** More connections than any service of this kind takes. */
export const MAX_PARALLEL = 1_000;

/** The limit is for one attempt of one request. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** A day; more is a mistake, and close to what a timer of Node can count to. */
export const LONGEST_MS = 86_400_000;

/** How long apply reads until a written value shows. */
export const DEFAULT_WAIT_TIMEOUT_MS = 120_000;

/**
 * The credentials for the services. Those left out come from `variables`, or from the files that these name, such as
 * `PIPEFORM_KEY_ID_FILE` (relative to the folder of the process). They appear in no result, event or error; where
 * a service echoes them, they are removed.
 */
export interface Credentials {
  /** The id of the key of the pipes API (`PIPEFORM_KEY_ID`). */
  readonly keyId?: string | undefined;
  /** The secret of the key of the pipes API (`PIPEFORM_KEY_SECRET`). */
  readonly keySecret?: string | undefined;
  /** The token of the observability API, where checks or targets need it (`PIPEFORM_ACCESS_TOKEN`). */
  readonly accessToken?: string | undefined;
}

/** How the services are called, and for which pipes. Every option may be left out. */
export interface ServiceOptions {
  /** Default: those in `variables`. */
  readonly credentials?: Credentials | undefined;
  /** Credentials that are not given, and the addresses of proxies (`HTTPS_PROXY`, `NO_PROXY`). Default: `process.env`. */
  readonly variables?: Variables | undefined;
  /** Selects the pipes that match one of these globs, over the name or `service/name`. Default: all. */
  readonly target?: readonly string[] | undefined;
  /** All but the pipes that match one of these globs. */
  readonly exclude?: readonly string[] | undefined;
  /** Selects one part of the fleet, by a stable hash of the pipes' ids. Default: the whole fleet. */
  readonly shard?: Shard | null | undefined;
  /** Pipes to work on at once, 1 to 1,000. Default: what the configuration says, or 8. */
  readonly parallelism?: number | null | undefined;
  /** Milliseconds for one attempt of one request, up to a day. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Called after each attempt of a request. */
  readonly onRequest?: ((attempt: RequestAttempt) => void) | undefined;
}

/** How live pipes are read: what `plan` and `drift` have in common. Every option may be left out. */
export interface ObserveOptions extends ServiceOptions {
  /** The time whose scheduled sizes are compared. Default: now, by the clock of the service. */
  readonly at?: Date | undefined;
  /** Aborts the reads in flight. Pipes that were not read by then are `error` in the result: never clean. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each pipe that was read. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/** What a person has agreed to. Everything that is left out is refused. */
export interface AllowanceOptions {
  /** Whether the limits of `policy` and `policy.unmanaged` are ignored. Default: false. */
  readonly force?: boolean | undefined;
  /** Names of protected pipes that may change. A name that the fleet does not have is an error. */
  readonly protectedPipes?: readonly string[] | ReadonlySet<string> | undefined;
  /** Policies that need a reason to be overridden. The reasons, which are not empty, are recorded in the plan, the run and the journal. */
  readonly overrides?: readonly Override[] | undefined;
}

/** How a plan is made. Every option may be left out. */
export interface PlanOptions extends ObserveOptions {
  /** What may be planned against a policy or a protection. `apply` needs it again. */
  readonly allowances?: AllowanceOptions | undefined;
}

/** How drift is detected. Every option may be left out. */
export interface DriftOptions extends ObserveOptions {}

/** How the values of a run are restored. Every option may be left out. */
export interface RollbackOptions extends ServiceOptions {
  /** What may be written against a policy or a protection, whatever the plan or the run was made with. */
  readonly allowances?: AllowanceOptions | undefined;
  /** Whether no pipe is started after one has failed. Default: false. */
  readonly failFast?: boolean | undefined;
  /** Milliseconds to read until a written value shows, up to a day; 0 reads once, and is refused for a rollout. Default: 120,000. */
  readonly waitTimeoutMs?: number | undefined;
  /** Milliseconds to wait for another run of the project, up to a day. Default: 0, which is not at all. */
  readonly lockTimeoutMs?: number | undefined;
  /** The folder whose `.pipeform` keeps the lock and the journal. Default: the fleet's. */
  readonly journal?: { readonly folder: string } | undefined;
  /**
   * Asks to stop: what is in flight is finished and confirmed, nothing more is started, and the rest is `skipped`. `SIGINT`
   * or `SIGTERM` as the reason becomes `interrupted` of the run.
   */
  readonly signal?: AbortSignal | undefined;
  /** Stops at once: what is in flight is broken off, and what cannot be known of it is `unknown`. */
  readonly abort?: AbortSignal | undefined;
  /** Called with each event: the lines of `pipeform apply --format json`. The last one is `run_done`. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** How a plan is carried out. Every option may be left out. */
export interface ApplyOptions extends RollbackOptions {
  /** false: in one go, without the waves and health checks of the configuration. Default: true. */
  readonly rollout?: boolean | undefined;
}
