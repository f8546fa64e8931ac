import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/model/json/json.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { control } from '../e2e/control.ts';
import { writeFiles } from '../e2e/folder.ts';
import { CREDENTIALS } from '../e2e/harness.ts';
import { type ClockStep, preload, stepClock } from '../e2e/preload.ts';
import { type Ended, endWithoutInput, type Running, runHere, startCommand } from '../e2e/process.ts';
import { listen } from '../e2e/serve.ts';
import { type ServiceSetup, startService } from '../odd-service/start.ts';
import { ELSEWHERE } from './draw-faults.ts';

/** What a scene is made of. */
export interface SceneSetup {
  readonly service: ServiceSetup;
  /** As in a fault plan. */
  readonly faults: readonly JsonObject[];
  /** The configuration for a service at this address. */
  configure(url: string): SceneFiles | Promise<SceneFiles>;
}

export interface SceneFiles {
  /** By path. */
  readonly texts: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Command line options that select the environment. */
  readonly environment: readonly string[];
}

/** The environment of a chaos run: a service, a folder with a configuration, and an address that must receive no request. */
export interface Scene {
  readonly folder: string;
  readonly sandbox: Sandbox;
  /** Command line options that select the environment. */
  readonly environment: readonly string[];
  /** Called after every event at the service. */
  onTick(listener: (() => void) | null): void;
  /**
   * Runs a command to its end, in this process when nothing is to happen to it. With `onStart`, which receives the running
   * command, it is the built one; one that hangs is killed and ends with `SIGALRM`. `clockSteps` are the steps of its wall
   * clock, and `first` is code that it runs first.
   */
  run(
    args: readonly string[],
    onStart?: (running: Running) => void,
    clockSteps?: readonly ClockStep[],
    first?: readonly string[],
  ): Promise<Ended>;
  /** Advances the time by ten minutes, for the service and for the commands in this process. */
  passTime(): void;
  control(method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: JsonObject): Promise<unknown>;
  /** The faults of the service. */
  readonly faults: readonly JsonObject[];
  /** The number of requests to the address that must receive none. */
  strays(): number;
  close(): Promise<void>;
}

const TEN_MINUTES_MS = 600_000;
/** Far longer than any of these runs takes: a command that still runs then hangs. */
const MAX_RUN_MS = 90_000;

export async function openScene({ service, faults, configure }: SceneSetup): Promise<Scene> {
  let shiftMs = 0;
  let listener: (() => void) | null = null;
  let isTicking = false;
  const tick = (): void => {
    isTicking = false;
    listener?.();
  };
  // The sandbox reads the time on every event, so its clock is used as an event source.
  const clock = (): number => {
    if (listener !== null && !isTicking) {
      isTicking = true;
      queueMicrotask(tick);
    }
    return Date.now() + shiftMs;
  };
  const sandbox = await startService({ ...service, clock });
  const elsewhere = await openElsewhere();
  const folder = await mkdtemp(join(tmpdir(), 'pipeform-chaos-'));
  const { texts, variables, environment } = await configure(sandbox.url);
  await writeFiles(folder, texts);
  const env = { ...CREDENTIALS, ...variables };
  const text = JSON.stringify(faults).replaceAll(ELSEWHERE, elsewhere.url);

  return {
    folder,
    sandbox,
    environment,
    onTick(next) {
      listener = next;
    },
    async run(args, onStart, clockSteps = [], first = []) {
      if (onStart === undefined) {
        const now = (): number => MACHINE_CLOCK.now() + shiftMs;
        return runHere(args, { cwd: folder, env, clock: { ...MACHINE_CLOCK, now } });
      }
      const code = [...first, ...(clockSteps.length === 0 ? [] : [stepClock(clockSteps)])];
      const running = startCommand(args, { cwd: folder, env: { ...env, ...(code.length > 0 && preload(...code)) } });
      onStart(running);
      let hangs = false;
      const watchdog = setTimeout(() => {
        hangs = true;
        running.signal('SIGKILL');
      }, MAX_RUN_MS);
      const ended = await endWithoutInput(running);
      clearTimeout(watchdog);
      return hangs ? { ...ended, code: 'SIGALRM' } : ended;
    },
    passTime() {
      shiftMs += TEN_MINUTES_MS;
    },
    control: (method, path, body) => control(sandbox.url, method, path, body),
    faults: JSON.parse(text) as readonly JsonObject[],
    strays: elsewhere.count,
    async close() {
      elsewhere.close();
      await sandbox.close();
    },
  };
}

async function openElsewhere() {
  let count = 0;
  const server = createServer((_, answer) => {
    count += 1;
    answer.end('{}');
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    count: () => count,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
