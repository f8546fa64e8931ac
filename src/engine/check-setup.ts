import { connect } from 'node:net';
import { dirname, relative } from 'node:path';
import { AddressError, chooseProxy, createPipeReader } from '../api/index.ts';
import type { LoadResult } from '../config/load-fleet.ts';
import { unansweredProblem } from '../health/describe-failure.ts';
import { findWindow } from '../health/series-window.ts';
import { probeProjectFolder, projectFolder } from '../journal/project-folder.ts';
import type { Check } from '../model/check.ts';
import type { RequestFailure } from '../model/client.ts';
import type { Diagnostic, DiagnosticWords, SetupCheck } from '../model/diagnostic.ts';
import { findAddressCure } from '../model/failure-cause.ts';
import { formatAge, formatDuration } from '../model/field/units.ts';
import type { Fleet } from '../model/fleet.ts';
import { count, formatNumber } from '../model/number.ts';
import type { ObservabilityReader } from '../model/observability/reader.ts';
import { readOldestNode } from '../model/version.ts';
import { unreadProblem } from '../plan/describe-failure.ts';
import { loadConfiguration, type Workspace } from './configuration.ts';
import {
  type ConnectionOptions,
  findKeyProblems,
  findTokenProblem,
  openApi,
  openObservability,
} from './connections.ts';
import { DEFAULT_TIMEOUT_MS } from './options.ts';
import { unusableJournalProblem } from './project-lock.ts';
import { type ResolvedCredentials, resolveCredentials } from './resolve-credentials.ts';
import type { Runtime } from './runtime.ts';

interface Setup {
  readonly fleet: Fleet;
  readonly options: ConnectionOptions;
  readonly credentials: ResolvedCredentials;
  readonly runtime: Runtime;
}

/** One attempt, however it ends. */
const ONCE = { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0, budgetMs: 0, longestStallMs: 1 };

/** With a larger difference, fresh alerts look stale, and dates in rate limits are wrong. */
const MAX_SKEW_MS = 60_000;

/** Checks what the commands need. Sends at most one request to each service, which changes nothing. */
export async function checkSetup(
  workspace: Workspace,
  { nodeVersion, ...options }: ConnectionOptions & { readonly nodeVersion: string },
  runtime: Runtime,
): Promise<readonly SetupCheck[]> {
  const loaded = await loadConfiguration(workspace, runtime);
  const credentials = await resolveCredentials(runtime.environment, workspace.cwd);
  const { fleet, root } = loaded;
  const checks = [checkNode(nodeVersion), checkConfiguration(loaded, workspace)];
  checks.push(...checkProblems('credentials', 'the key id and the key secret are set', findKeyProblems(credentials)));
  if (fleet !== null) {
    const setup = { fleet, options: { ...options, retry: ONCE }, credentials, runtime };
    checks.push(...(await checkPipesApi(setup)), ...(await checkObservability(setup)));
  }
  if (root !== null) checks.push(await checkJournal(dirname(root)));
  return checks;
}

function checkNode(version: string): SetupCheck {
  const oldest = readOldestNode();
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return pass('node', version);
  return fail('node', { summary: `${version} is too old`, hint: `Install Node ${oldest} or newer.` });
}

function checkConfiguration({ fleet, root, diagnostics, sources }: LoadResult, { cwd }: Workspace): SetupCheck {
  if (fleet !== null && root !== null) {
    const pipes = count(fleet.pipes.length, 'pipe');
    const files = sources.size === 1 ? '' : ` in ${formatNumber(sources.size)} files`;
    return pass('configuration', `${relative(cwd, root)}: ${pipes}${files}`);
  }
  const first = diagnostics.find(({ severity }) => severity === 'error');
  const hint = first?.code === 'config-not-found' ? first.hint : 'Run `pipeform validate`.';
  const place = first?.file == null ? '' : `${first.file}:${first.line}: `;
  return fail('configuration', { summary: `${place}${first?.summary ?? ''}`, detail: first?.detail ?? null, hint });
}

/** The proxy, the address and, with credentials, a read of the first pipe, which also shows the time of the service. */
async function checkPipesApi({ fleet, options, credentials, runtime }: Setup): Promise<readonly SetupCheck[]> {
  const { url } = fleet.api;
  const [pipe] = fleet.pipes;
  const opened = openApi(fleet, options, credentials, runtime);
  const hasKeys = findKeyProblems(credentials).length === 0;
  const found = await findProxy(url, runtime);
  if (!found.ok) return [fail('proxy', found.words)];
  const { proxy } = found;
  const used = proxy === null ? 'no proxy' : `uses ${proxy.host}:${proxy.port} (${proxy.variable})`;
  const checked = [pass('proxy', `${used} for the pipes API`)];
  if (!opened.ok && hasKeys) return [...checked, ...checkProblems('pipes-api', '', opened.diagnostics)];
  if (!opened.ok || pipe === undefined) {
    if (opened.ok) opened.connection.close();
    const without = opened.ok ? 'the configuration has no pipe to read' : 'nothing was read without credentials';
    return [...checked, await checkConnection('pipes-api', url, without, options, runtime)];
  }
  const { connection } = opened;
  try {
    const read = await createPipeReader(connection).readPipe(pipe, runtime.interrupts.stop);
    const clock = checkClock(connection.now() - runtime.clock.now());
    const announced = connection.retirement();
    const retiring = announced === null ? '' : `; it announces the end of this version of its API: ${announced}`;
    if (read.ok)
      return [...checked, pass('pipes-api', `${url} responds: pipe ${pipe.name} can be read${retiring}`), clock];
    const { failure } = read;
    const isBusy = failure.kind === 'service-idle' || failure.kind === 'rate-limited';
    const outcome = isBusy
      ? pass('pipes-api', `${url} responds with ${failure.status}`)
      : fail('pipes-api', unreadProblem(pipe, failure, url));
    return [...checked, outcome, ...(failure.status === null ? [] : [clock])];
  } finally {
    connection.close();
  }
}

async function findProxy(url: string, { environment }: Runtime) {
  try {
    return { ok: true, proxy: chooseProxy(new URL(url), environment) } as const;
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, words: error.words } as const;
    throw error;
  }
}

/** What fails is a note when the configuration has no health check, since nothing else needs it. */
async function checkObservability(setup: Setup): Promise<readonly SetupCheck[]> {
  const checked = await queryObservability(setup);
  if (setup.fleet.checks.size > 0) return checked;
  return checked.map((one) => (one.status === 'fail' ? { ...one, status: 'note', detail: NOT_NEEDED } : one));
}

const NOT_NEEDED = 'The configuration has no check that needs it.';

/** Reads an alert or a series of the first check. */
async function queryObservability({ fleet, options, credentials, runtime }: Setup): Promise<readonly SetupCheck[]> {
  const url = fleet.observability?.url;
  if (url === undefined) return [];
  const problem = findTokenProblem(credentials);
  const token = checkProblems('access-token', 'the access token is set', problem === null ? [] : [problem]);
  const opened = openObservability(fleet, options, credentials, runtime);
  if (!opened.ok && problem === null) return [...token, ...checkProblems('observability-api', '', opened.diagnostics)];
  const [check] = fleet.checks.values();
  if (!opened.ok || check === undefined) {
    if (opened.ok) opened.close();
    const without = opened.ok ? 'the configuration has no check to query' : 'nothing was queried without a token';
    return [...token, await checkConnection('observability-api', url, without, options, runtime)];
  }
  try {
    const failure = await queryOnce(check, opened.reader, runtime);
    if (failure === null)
      return [...token, pass('observability-api', `${url} responds: check ${check.name} can be queried`)];
    return [...token, fail('observability-api', unansweredProblem(failure, url))];
  } finally {
    opened.close();
  }
}

async function queryOnce(check: Check, reader: ObservabilityReader, runtime: Runtime): Promise<RequestFailure | null> {
  const { stop } = runtime.interrupts;
  if (check.kind === 'alert') {
    const read = await reader.readAlert(check.alert, stop);
    return read.ok ? null : read.failure;
  }
  const { startMs, endMs, granularity, buckets } = findWindow(check, runtime.clock.now());
  const query = { startMs, endMs, granularity, series: [check.series], maxBuckets: buckets };
  const result = await reader.querySeries(query, stop);
  return result.ok ? null : result.failure;
}

/** Opens and closes a connection, to the proxy where one is used. Sends nothing. */
async function checkConnection(
  name: SetupCheck['name'],
  url: string,
  without: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: ConnectionOptions,
  runtime: Runtime,
): Promise<SetupCheck> {
  const found = await findProxy(url, runtime);
  if (!found.ok) return fail(name, found.words);
  const { hostname, port, protocol } = new URL(url);
  const direct = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  const { host, port: number } = found.proxy ?? direct;
  const signal = AbortSignal.any([runtime.interrupts.stop, AbortSignal.timeout(timeoutMs)]);
  const error = await new Promise<Error | null>((resolve) => {
    const socket = connect({ host, port: number, signal });
    socket.on('connect', () => resolve(null)).on('error', resolve);
    socket.on('connect', () => socket.destroy());
  });
  if (error === null) return pass(name, `${url} accepts connections; ${without}`);
  const isRefused = found.proxy === null && 'code' in error && error.code === 'ECONNREFUSED';
  const failed = { kind: 'network', status: null } as const;
  const failure = isRefused ? ({ ...failed, fault: 'refused' } as const) : failed;
  const key = name === 'pipes-api' ? 'api.url' : 'observability.url';
  const detail = signal.aborted ? `no connection within ${formatDuration(timeoutMs)}` : error.message;
  return fail(name, {
    summary: `${url} cannot be reached`,
    detail,
    hint: findAddressCure(failure, url, key) ?? 'Check the address in the configuration and the network.',
  });
}

function checkClock(skewMs: number): SetupCheck {
  const size = Math.abs(skewMs);
  const summary = `this machine is ${formatAge(size)} ${skewMs > 0 ? 'behind' : 'ahead of'} the service`;
  if (size > MAX_SKEW_MS) return fail('clock', { summary, hint: 'Synchronize the clock of this machine.' });
  return pass('clock', size < 1_000 ? 'same time as the service' : summary);
}

async function checkJournal(project: string): Promise<SetupCheck> {
  const folder = projectFolder(project);
  try {
    await probeProjectFolder(folder);
    return pass('journal', 'runs can be recorded in .pipeform');
  } catch (error) {
    return fail('journal', unusableJournalProblem(folder, error));
  }
}

function checkProblems(
  name: SetupCheck['name'],
  summary: string,
  problems: readonly Diagnostic[],
): readonly SetupCheck[] {
  return problems.length === 0 ? [pass(name, summary)] : problems.map((problem) => fail(name, problem));
}

function pass(name: SetupCheck['name'], summary: string): SetupCheck {
  return { name, status: 'pass', summary, detail: null, hint: null };
}

function fail(
  name: SetupCheck['name'],
  { summary, detail = null, hint = null }: Pick<DiagnosticWords, 'summary' | 'detail' | 'hint'>,
): SetupCheck {
  return { name, status: 'fail', summary, detail, hint };
}
