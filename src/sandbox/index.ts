import { type Credentials, createAuthenticate, DEFAULT_CREDENTIALS } from './auth.ts';
import { EXTRA_SETTING } from './contract.ts';
import { type Fleet, kindOf, type Pipe } from './pipe.ts';
import { createQuickstartFleet } from './quickstart-fleet.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRequestLog, type LoggedRequest } from './request-log.ts';
import { SandboxError } from './sandbox-error.ts';
import { startServer } from './server.ts';
import { openStateFolder } from './state-folder.ts';
import { createPipeStore } from './store.ts';
import { DEFAULT_SWITCHES, type Switches } from './switches.ts';
import { createPipeView } from './view.ts';

export { writeConfig } from './config-folder.ts';
export { renderConfig } from './config-text.ts';
export { loadFleet } from './fleet-file.ts';
export { generateFleet } from './fleet-generator.ts';
export { createQuickstartFleet } from './quickstart-fleet.ts';
export { SandboxError } from './sandbox-error.ts';
export type { Fleet, Pipe };

/** How to start a sandbox. Everything has a default: loopback, a free port, the quickstart fleet, in memory. */
export interface SandboxOptions {
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, which lets the system choose. */
  readonly port?: number;
  /** Default: `sandbox` and `sandbox`. */
  readonly credentials?: Credentials;
  /** Default: the quickstart fleet. Not used when `stateFolder` holds a state already. */
  readonly fleet?: Fleet;
  /** Where the state lives; without one it is gone with the process. */
  readonly stateFolder?: string;
  /** Default: what was observed (see `switches.ts`). `idleServices` takes names and ids. */
  readonly switches?: Partial<Switches>;
  /** Epoch milliseconds; default: the system's clock. */
  readonly clock?: () => number;
}

export interface Sandbox {
  readonly url: string;
  /** How the fleet began: what `POST /_sandbox/reset` goes back to. */
  readonly fleet: Fleet;
  /** Whether the pipes are a state that the folder held already. */
  readonly state: 'begun' | 'resumed';
  /** The pipes as they are now. */
  pipes(): readonly Pipe[];
  /** The request log, oldest first. */
  requests(): readonly LoggedRequest[];
  /** Ends open connections and resolves when the state is on disk. */
  close(): Promise<void>;
}

/**
 * Starts the embedded service: the pipes API under `/v1` and the control address under `/_sandbox`.
 * @throws SandboxError when it cannot listen, or cannot use the state folder.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const given = { ...DEFAULT_SWITCHES, ...options.switches };
  const createFleet = () => withExtraSetting(options.fleet ?? createQuickstartFleet(), given);
  const folder =
    options.stateFolder === undefined ? undefined : await openStateFolder(options.stateFolder, createFleet);
  const store = createPipeStore(folder?.fleet ?? createFleet(), folder);
  try {
    const switches = { ...given, idleServices: resolveServices(given.idleServices, store.fleet) };
    const log = createRequestLog();
    const service = {
      store,
      switches,
      view: createPipeView(switches),
      authenticate: createAuthenticate(options.credentials ?? DEFAULT_CREDENTIALS),
      limiter: createRateLimiter(switches),
      log,
      clock: options.clock ?? Date.now,
    };
    const server = await startServer(service, options.host ?? '127.0.0.1', options.port ?? 0);
    return {
      url: server.url,
      fleet: store.fleet,
      state: folder?.origin === 'found' ? 'resumed' : 'begun',
      pipes: store.pipes,
      requests: log.entries,
      async close() {
        await server.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

// The thirteenth setting begins as true, so that a client that drops it is found out.
function withExtraSetting(fleet: Fleet, { extraSetting }: Switches): Fleet {
  if (extraSetting === 'none') return fleet;
  const pipes = fleet.pipes.map((pipe) =>
    kindOf(pipe) === 'objectStorage' ? { ...pipe, settings: { [EXTRA_SETTING.key]: true, ...pipe.settings } } : pipe,
  );
  return { ...fleet, pipes };
}

function resolveServices(wanted: readonly string[], fleet: Fleet): readonly string[] {
  return wanted.map((nameOrId) => {
    const named = Object.entries(fleet.services).find(
      ([name, id]) => name === nameOrId || id === nameOrId.toLowerCase(),
    );
    if (named !== undefined) return named[1];
    const names = Object.keys(fleet.services).join(', ');
    throw new SandboxError(`the fleet has no service ${nameOrId} to put to sleep. Its services: ${names}.`);
  });
}
