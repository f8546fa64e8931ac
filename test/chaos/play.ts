import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseDuration } from '../../src/model/field/units.ts';
import type { JournalEntry } from '../../src/model/journal.ts';
import { isJsonObject, type JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run, RunEvent } from '../../src/model/run.ts';
import type { Pipe } from '../../src/sandbox/index.ts';
import type { Commit, LoggedRequest } from '../../src/sandbox/state/logs.ts';
import type { Ended } from '../e2e/process.ts';
import { toTexts, writeConfig } from '../properties/write-config.ts';
import type { Chaos } from './draw-chaos.ts';
import { openScene, type Scene, type SceneSetup } from './scene.ts';
import { readJournalOnDisk, watchWrites } from './watch-writes.ts';

/** The pipes by id. */
export type Fleet = ReadonlyMap<string, Pipe>;

/** A command that ended, with what stdout said. */
export interface CommandOutput {
  readonly args: readonly string[];
  readonly ended: Ended;
  readonly events: readonly RunEvent[];
  /** The run of `run_done`; null without one. */
  readonly run: Run | null;
}

/** All evidence of one chaos run. */
export interface Evidence {
  readonly chaos: Chaos;
  readonly folder: string;
  readonly faults: readonly JsonObject[];
  /** The pipes before the apply, or before the edits of others when a plan was saved. */
  readonly before: Fleet;
  readonly apply: CommandOutput;
  readonly struck: boolean;
  readonly unannounced: readonly string[];
  /** The requests during the apply, and the commits since the saved plan. */
  readonly requests: readonly LoggedRequest[];
  readonly commits: readonly Commit[];
  readonly journal: readonly JournalEntry[];
  /** What `runs` lists, and what `runs show` shows of the run; null without one. */
  readonly listed: { readonly id: string; readonly status: string } | null;
  readonly shown: Run | null;
  /** The pipes after the faults ended. */
  readonly after: Fleet;
  readonly rollback: { readonly output: CommandOutput; readonly after: Fleet } | null;
  readonly again: { readonly output: CommandOutput; readonly before: Fleet };
  readonly plan: { readonly ended: Ended; readonly document: Plan };
  readonly strays: number;
  readonly followed: number;
}

const TIMEOUT = ['--timeout', '1500ms'];
/** A rollout must wait for its waves. */
const WAVE_TIMEOUT = ['--wait-timeout', '1s'];
const LONG_TIMEOUTS = ['--lock-timeout', '10s', '--wait-timeout', '10s'];
/** Extra time for a delayed write. */
const LATE_SLACK_MS = 60;
const MAX_QUIET_MS = 3_000;

/** Runs one chaos run from its start to the plan that must be empty. */
export async function play(chaos: Chaos): Promise<Evidence> {
  const scene = await openScene(setUp(chaos));
  try {
    return await playIn(scene, chaos);
  } finally {
    await scene.close();
  }
}

function setUp({ scenario, rollout, faults }: Chaos): SceneSetup {
  return {
    service: { fleet: scenario.fleet, switches: scenario.switches },
    faults,
    configure(url) {
      const written = writeConfig(scenario, url, 'varied');
      const root = { ...written.documents['pipeform.yaml'], ...(rollout !== null && { rollout }) };
      const documents = { ...written.documents, 'pipeform.yaml': root };
      return {
        texts: toTexts({ ...written, documents }),
        variables: written.variables,
        environment: written.environment === null ? [] : ['--env', written.environment],
      };
    },
  };
}

async function playIn(scene: Scene, chaos: Chaos): Promise<Evidence> {
  const { sandbox, folder, environment } = scene;
  const { scenario, way, waiting, failing, parallelism } = chaos;
  const allowed = allowAll(chaos);
  const given = chaos.allowances === 'given' ? allowed : [];
  const before = fleetOf(scene);
  if (way === 'saved') {
    await savePlan(scene);
    for (const { id, edit } of chaos.edits) await editLive(scene, id, edit);
  }
  const mark = sandbox.requests().length;

  await scene.control('PUT', 'faults', { seed: Math.abs(chaos.seed) % 2 ** 32, faults: scene.faults as JsonObject[] });
  const names = new Map(scenario.cases.map(({ live, name }) => [live.id, name]));
  const watch = watchWrites(scene, chaos.blow, (id) => names.get(id) ?? id);
  const apply = await runCommand(
    scene,
    [
      ...['apply', ...(way === 'saved' ? ['plan.json'] : ['--auto-approve'])],
      ...[...environment, '--format', 'json', '--parallelism', String(parallelism), ...TIMEOUT],
      ...[...(chaos.rollout === null ? waiting : WAVE_TIMEOUT), ...failing, ...given],
    ],
    watch.start,
    chaos.clockSteps,
  );
  await quieten(scene, mark);
  watch.end();
  await scene.control('DELETE', 'faults');
  const journal = readJournalOnDisk(folder);
  const requests = structuredClone(sandbox.requests().slice(mark));
  const commits = structuredClone(sandbox.commits());
  const { listed, shown } = await readRuns(scene);

  scene.passTime();
  const after = fleetOf(scene);
  const rollback =
    chaos.afterwards === 'rollback' && listed !== null ? await rollBack(scene, listed.id, allowed) : null;
  scene.passTime();
  const beforeAgain = fleetOf(scene);
  const again = await runCommand(scene, [
    ...['apply', '--auto-approve', '--no-rollout', '--format', 'json', ...environment, ...LONG_TIMEOUTS, ...allowed],
  ]);
  const planned = await scene.run(['plan', '--detailed-exitcode', '--format', 'json', ...environment]);
  return {
    chaos,
    folder,
    faults: scene.faults,
    before,
    apply,
    struck: watch.struck,
    unannounced: watch.unannounced,
    requests,
    commits,
    journal,
    listed,
    shown,
    after,
    rollback,
    again: { output: again, before: beforeAgain },
    plan: { ended: planned, document: JSON.parse(planned.stdout) as Plan },
    strays: scene.strays(),
    followed: sandbox.requests().filter(({ path }) => path === '/elsewhere').length,
  };
}

/** The options that override every policy. */
function allowAll({ scenario }: Chaos): readonly string[] {
  const names = scenario.cases.filter(({ protect }) => protect).map(({ name }) => name);
  return ['--force', ...names.flatMap((name) => ['--allow-protected', name])];
}

async function savePlan(scene: Scene): Promise<void> {
  const saved = await scene.run(['plan', '--out', 'plan.json', ...scene.environment]);
  if (existsSync(join(scene.folder, 'plan.json'))) return;
  throw new Error(`no plan was saved (${saved.code}):\n${saved.stdout}\n${saved.stderr}`);
}

/** Some edits do not fit the kind of the pipe: the service rejects those. */
async function editLive(scene: Scene, id: string, edit: JsonObject): Promise<void> {
  await scene.control('PATCH', `pipes/${id}`, edit).catch(() => {});
}

async function rollBack(scene: Scene, id: string, allowed: readonly string[]) {
  const words = [
    'rollback',
    id,
    '--auto-approve',
    '--format',
    'json',
    ...scene.environment,
    ...LONG_TIMEOUTS,
    ...allowed,
  ];
  const output = await runCommand(scene, words);
  return { output, after: fleetOf(scene) };
}

export async function runCommand(
  scene: Scene,
  ...[args, ...watched]: Parameters<Scene['run']>
): Promise<CommandOutput> {
  const ended = await scene.run(args, ...watched);
  const lines = ended.stdout
    .slice(0, ended.stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as RunEvent);
  const done = events.find((event) => event.type === 'run_done');
  return { args, ended, events, run: done?.type === 'run_done' ? done.run : null };
}

export async function readRuns(scene: Scene): Promise<Pick<Evidence, 'listed' | 'shown'>> {
  const listing = await scene.run(['runs', '--format', 'json']);
  const { runs } = JSON.parse(listing.stdout) as { runs: readonly { id: string; status: string }[] };
  const [listed] = runs;
  if (listed === undefined) return { listed: null, shown: null };
  const { stdout } = await scene.run(['runs', 'show', listed.id, '--format', 'json']);
  return { listed, shown: JSON.parse(stdout) as Run };
}

/** Waits until the service has handled every request, including delayed writes. */
export async function quieten(scene: Scene, mark: number): Promise<void> {
  // Requests of an ended process have already arrived; each of these lets the service handle them.
  for (let round = 0; round < 3; round++) await scene.control('GET', 'health');
  const entries = () => scene.sandbox.requests().slice(mark);
  const isOpen = ({ status, fault }: LoggedRequest): boolean => status === null && fault === null;
  const deadline = Date.now() + MAX_QUIET_MS;
  while (entries().some(isOpen) && Date.now() < deadline) await delay(5);
  const late = entries().filter(({ fault }) => fault === 'late');
  const waits = scene.faults.map(({ fault }) => lateness(fault as JsonObject));
  const due = Math.max(0, ...late.map(({ at }) => Date.parse(at) + Math.max(0, ...waits) + LATE_SLACK_MS));
  if (due > Date.now()) await delay(due - Date.now());
}

function lateness({ late }: JsonObject): number {
  const read = parseDuration(isJsonObject(late) ? String(late.for) : '');
  return read.ok ? read.value : 0;
}

export function fleetOf({ sandbox }: Scene): Fleet {
  return new Map(structuredClone(sandbox.pipes()).map((pipe) => [pipe.id, pipe]));
}
