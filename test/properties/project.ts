import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect, createPipeReader, createPipeWriter, DEFAULT_RETRY } from '../../src/api/index.ts';
import type { RateLimit } from '../../src/api/rate-limit/headers.ts';
import { applyPlan } from '../../src/apply/apply-plan.ts';
import { NO_GUARDS, NO_WRITE_POLICIES } from '../../src/apply/ports.ts';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { readEach } from '../../src/engine/read-pipes.ts';
import type { Fleet } from '../../src/model/fleet.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { Secret } from '../../src/model/secret/secret.ts';
import { type PipeRead, planFleet } from '../../src/plan/plan-fleet.ts';
import type { Allowances } from '../../src/plan/policy/plan-policy.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { LoggedRequest } from '../../src/sandbox/state/logs.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';
import { writeFiles } from '../e2e/folder.ts';
import { startService } from '../odd-service/start.ts';
import { createQuickClock, type QuickClock, type WallStep } from './quick-clock.ts';
import type { Scenario } from './scenario.ts';
import { type Layout, toTexts, type Written, writeConfig } from './write-config.ts';

const PARALLELISM = 4;
const NEVER = new AbortController().signal;

/** The real client and service code: sandbox, loader, client, plan and apply. Only time is simulated. */
export interface TestProject {
  readonly sandbox: Sandbox;
  readonly clock: QuickClock;
  load(layout: Layout): Promise<Fleet>;
  read(fleet: Fleet): Promise<readonly PipeRead[]>;
  plan(fleet: Fleet): Promise<Plan>;
  apply(plan: Plan): Promise<Run>;
  /** The writes received since the last call, except those answered with 429. */
  takeWrites(): readonly LoggedRequest[];
}

/** The environment of the client of a scenario. */
interface ClientOptions {
  /** The steps of its wall clock; default: none. */
  readonly wallSteps?: readonly WallStep[];
  /** The rate limit in its configuration; default: none. */
  readonly rateLimit?: RateLimit;
}

/** Runs `use` with a new project and removes it afterwards. */
export async function withProject(
  scenario: Scenario & ClientOptions,
  use: (project: TestProject) => Promise<void>,
): Promise<void> {
  const clock = createQuickClock(scenario.wallSteps);
  const sandbox = await startService({ fleet: scenario.fleet, switches: scenario.switches, clock: clock.serviceTime });
  const connection = connectTo(sandbox.url, scenario, clock);
  const ports = {
    reader: createPipeReader(connection),
    writer: createPipeWriter(connection),
    observability: null,
    journal: createMemoryJournal(),
    clock,
    reportBug: String,
  };
  const allowances = allow(scenario);
  let seen = 0;
  const read = (fleet: Fleet) =>
    readEach(fleet.pipes, ports.reader, {
      clock,
      parallelism: PARALLELISM,
      signal: NEVER,
      onProgress: () => {},
    });
  const project: TestProject = {
    sandbox,
    clock,
    load: (layout) => loadWritten(writeConfig(scenario, sandbox.url, layout)),
    read,
    plan: async (fleet) => planAt(fleet, await read(fleet), clock, allowances),
    apply: (plan) =>
      applyPlan(plan, ports, {
        runId: 'run',
        rollsBack: null,
        parallelism: PARALLELISM,
        waitTimeoutMs: 20_000,
        failFast: false,
        guards: NO_GUARDS,
        writePolicies: NO_WRITE_POLICIES,
        emit: () => {},
        stop: NEVER,
        abort: NEVER,
      }),
    takeWrites() {
      const requests = sandbox.requests();
      const fresh = requests.slice(seen);
      seen = requests.length;
      return fresh.filter(({ method, status }) => method !== 'GET' && status !== 429);
    },
  };
  try {
    await use(project);
  } finally {
    connection.close();
    await sandbox.close();
  }
}

function planAt(fleet: Fleet, reads: readonly PipeRead[], clock: QuickClock, allowances: Allowances): Plan {
  const tool = { name: 'pipeform', version: '0.0.0' } as const;
  return planFleet(fleet, reads, { now: new Date(clock.now()), tool, allowances });
}

function allow({ allowances, cases }: Scenario): Allowances {
  return allowances === 'all'
    ? { force: true, protectedPipes: new Set(cases.map(({ name }) => name)), overrides: [] }
    : { force: false, protectedPipes: new Set(), overrides: [] };
}

/** Writes files into a new folder while `use` runs. */
export async function inFolder<T>(
  texts: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pipeform-properties-'));
  try {
    await writeFiles(folder, texts);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The fleet of a valid configuration. */
async function loadWritten(written: Written): Promise<Fleet> {
  const { variables, environment } = written;
  const texts = toTexts(written);
  return inFolder(texts, async (cwd) => {
    const result = await loadFleet({ cwd, file: null, environment, variables, files: createNodeFiles() });
    if (result.fleet !== null) return result.fleet;
    throw new Error(`a good configuration was refused: ${JSON.stringify([result.diagnostics, texts], null, 1)}`);
  });
}

function connectTo(
  url: string,
  { fleet, switches, rateLimit }: Scenario & ClientOptions,
  clock: QuickClock,
): Connection {
  const { resource, settingPrefix } = switches;
  return connect({
    url,
    organization: fleet.organization,
    naming: { resource, settingPrefix },
    credentials: { keyId: 'sandbox', keySecret: new Secret('sandbox') },
    parallelism: PARALLELISM,
    timeoutMs: 20_000,
    retry: DEFAULT_RETRY,
    rateLimit: rateLimit ?? null,
    clock,
    random: () => 0.5,
    environment: {},
    version: '0.0.0',
  });
}
