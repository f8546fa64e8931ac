import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Clock } from '../../src/model/clock.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet, type FleetState, type Pipe, type Sandbox } from '../../src/sandbox/index.ts';
import { type ServiceSetup, startService } from '../odd-service/start.ts';
import { openTerminal, type WatchedTerminal } from '../progress/terminal.ts';
import { afterTests } from './clean-up.ts';
import { editLive } from './control.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { createLatch, openGate } from './gate.ts';
import {
  cleanEnvironment,
  type Ended,
  PIPEFORM,
  type Running,
  runCommand,
  runHere,
  runShell,
  startCommand,
} from './process.ts';

const QUICKSTART = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));

/** The fleet of every workspace that is opened without another. */
export const fleet = createQuickstartFleet();

/** The default credentials of a sandbox. */
export const CREDENTIALS = {
  PIPEFORM_KEY_ID: 'sandbox',
  PIPEFORM_KEY_SECRET: 'sandbox',
  PIPEFORM_ACCESS_TOKEN: 'sandbox',
};

type Environment = Readonly<Record<string, string>>;

/** A configuration in its own folder, its service, and the command in that folder. */
export interface Workspace {
  readonly folder: string;
  readonly sandbox: Sandbox;
  /**
   * Runs the command to its end in this process. `env` overrides the credentials and the address of the sandbox. `clock`: default
   * that of this machine.
   */
  run(line: string, env?: Environment, clock?: Clock): Promise<Ended>;
  /** The same on a terminal without progress: `answer` is called at the prompt, and gives what a person types. */
  runPrompted(line: string, answer: () => Promise<string> | string, env?: Environment, clock?: Clock): Promise<Ended>;
  /** The same with the built command in a process of its own. */
  runBuilt(line: string, env?: Environment): Promise<Ended>;
  start(line: string, env?: Environment): Running;
  shell(line: string, env?: Environment): Promise<Ended>;
  /** The command on a terminal with 30 rows and, by default, 100 columns. */
  watch(line: string, env?: Environment, columns?: number): WatchedTerminal;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Replaces the first such text in a file, by default in the configuration. */
  edit(from: string, to: string, file?: string): Promise<void>;
  /** Edits a live pipe as in the web console. */
  editLive(name: string, edit: JsonObject): Promise<void>;
  /** The live pipe as the service holds it. */
  live(name: string): Pipe;
  /** The requests since the last call, in order, by live name of the pipe. */
  takeRequests(): Readonly<Record<string, readonly string[]>>;
  /** The PUT and PATCH requests since the last call of `takeRequests`, for all pipes. */
  writes(): readonly string[];
}

export interface WorkspaceOptions
  extends Pick<ServiceSetup, 'switches' | 'fleet' | 'credentials' | 'speed' | 'startAt' | 'clock'> {
  /** Default: the quickstart example. Otherwise `pipeform.yaml`, completed with the required keys. */
  readonly document?: JsonObject;
  /** The address in the configuration instead of that of the sandbox. */
  readonly address?: (sandbox: Sandbox) => Promise<string>;
}

/** Everything is removed when the test ends. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const { document, address, switches, ...settings } = options;
  const sandbox = await startService({ ...settings, switches: { settleMs: 0, ...switches } });
  afterTests(() => sandbox.close());
  const folder = await makeFolder();
  const url = address === undefined ? sandbox.url : await address(sandbox);
  if (document === undefined) await cp(QUICKSTART, folder, { recursive: true });
  else await writeFiles(folder, { 'pipeform.yaml': stringify(frameDocument(document, sandbox.fleet, url)) });

  const environment = (env: Environment = {}) => ({ ...CREDENTIALS, PIPEFORM_API_URL: url, ...env });
  let seen = 0;
  return {
    folder,
    sandbox,
    run: (line, env, clock) => runHere(words(line), { cwd: folder, env: environment(env), clock }),
    runPrompted: (line, answer, env, clock) =>
      runHere(words(line), { cwd: folder, env: environment(env), answer, clock }),
    runBuilt: (line, env) => runCommand(words(line), { cwd: folder, env: environment(env) }),
    start: (line, env) => startCommand(words(line), { cwd: folder, env: environment(env) }),
    shell: (line, env) => runShell(line, { cwd: folder, env: environment(env) }),
    watch(line, env, columns = 100) {
      const command = [process.execPath, PIPEFORM, ...words(line)];
      const surroundings = { cwd: folder, env: cleanEnvironment(folder, environment(env)) };
      const terminal = openTerminal(columns, 30, command, surroundings);
      afterTests(() => terminal.close());
      return terminal;
    },
    write: (files) => writeFiles(folder, files),
    async edit(from, to, file = 'pipeform.yaml') {
      const text = await readFile(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await writeFiles(folder, { [file]: text.replace(from, to) });
    },
    editLive: (name, edit) => editLive(sandbox.url, find(sandbox, name).id, edit),
    live: (name) => find(sandbox, name),
    takeRequests() {
      const fresh = sandbox.requests().slice(seen);
      seen += fresh.length;
      const byPipe: Record<string, string[]> = {};
      for (const request of fresh) {
        const [name, words] = describe(sandbox, request);
        byPipe[name] = [...(byPipe[name] ?? []), words];
      }
      return byPipe;
    },
    writes: () =>
      sandbox
        .requests()
        .slice(seen)
        .filter(({ method }) => method === 'PUT' || method === 'PATCH')
        .map((request) => describe(sandbox, request).join(' ')),
  };
}

/** Before the request takes effect, or after it: then only the answer is held. */
export type Moment = 'before' | 'after';

interface HeldOptions extends WorkspaceOptions {
  /** The number of the only request that is held. Default: all are. */
  readonly nth?: number;
  /** Default: before. */
  readonly moment?: Moment;
}

/** A workspace whose service holds requests: `held` resolves at the first, `release` passes them on. */
export async function openHeld(kind: 'GET' | 'PUT' | 'write', { nth, moment, ...options }: HeldOptions) {
  const arrival = createLatch();
  const release = createLatch();
  let count = 0;
  const workspace = await openWorkspace({
    ...options,
    address: ({ url }) =>
      openGate(url, async ({ method }, pass) => {
        if (kind === 'write' ? method === 'GET' : method !== kind) return pass();
        count += 1;
        if (nth !== undefined && nth !== count) return pass();
        const reply = moment === 'after' ? await pass() : null;
        arrival.open();
        await release.passed;
        return reply ?? pass();
      }),
  });
  return { ...workspace, held: arrival.passed, release: release.open };
}

/** The document entry of a pipe of the quickstart fleet. */
export function pipe(fleet: FleetState, name: string, rest: JsonObject = {}): JsonObject {
  const found = fleet.pipes.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the fleet has no pipe ${name}`);
  const service = Object.entries(fleet.services).find(([, id]) => id === found.serviceId)?.[0] ?? '';
  return { service, id: found.id, ...rest };
}

/** Every pipe of a fleet under its live name; `changeable` leaves out postgres pipes, which have nothing to manage. */
export function manage(fleet: FleetState, which: 'all' | 'changeable', rest: JsonObject): JsonObject {
  const wanted = fleet.pipes.filter(({ source }) => which === 'all' || !Object.hasOwn(source, 'postgres'));
  return { pipes: Object.fromEntries(wanted.map(({ name }) => [name, pipe(fleet, name, rest)])) };
}

/** Parses stdout, which must be one JSON document. */
export function readDocument<Shape>(stdout: string): Shape {
  return JSON.parse(stdout) as Shape;
}

/** Parses stdout, which must be one event per line. */
export function readEvents<Shape>(stdout: string): readonly Shape[] {
  if (!stdout.endsWith('\n')) throw new Error(`the last line is not ended: ${stdout.slice(-200)}`);
  return stdout
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Shape);
}

function frameDocument(document: JsonObject, fleet: FleetState, url: string): JsonObject {
  return { version: 1, api: { url, organization: fleet.organization }, services: fleet.services, ...document };
}

function words(line: string): readonly string[] {
  return line.split(' ').filter((word) => word !== '');
}

function find(sandbox: Sandbox, name: string): Pipe {
  const found = sandbox.pipes().find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`the service has no pipe ${name}`);
  return found;
}

/** `orders-prod` and `PUT settings {"db_max_threads":8}`, but only for exactly the paths of the contract. */
function describe(sandbox: Sandbox, request: ReturnType<Sandbox['requests']>[number]): readonly [string, string] {
  const { method, path, body, pipeId, status } = request;
  const found = sandbox.pipes().find(({ id }) => id === pipeId);
  const base = `/v1/organizations/${sandbox.fleet.organization}/services/${found?.serviceId}/pipes/${found?.id}`;
  const operation = { [base]: '', [`${base}/settings`]: ' settings', [`${base}/scaling`]: ' scaling' }[path];
  const outcome = status === 200 ? '' : ` -> ${status}`;
  const what = body === null ? '' : ` ${JSON.stringify(body)}`;
  if (found === undefined || operation === undefined) return ['elsewhere', `${method} ${path}${what}${outcome}`];
  return [found.name, `${method}${operation}${what}${outcome}`];
}
