import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { createQuickstartFleet, METRICS_SOURCE_ID, startSandbox } from '../../src/sandbox/index.ts';
import { requireLibrary, requireTool, skipAloud } from '../ci/tools.ts';
import { afterTests } from '../e2e/clean-up.ts';
import { makeFolder } from '../e2e/folder.ts';
import { openWorkspace, pipe, type Workspace } from '../e2e/harness.ts';
import { type Running, startProgram } from '../e2e/process.ts';
import { findClosedPort } from '../e2e/serve.ts';
import { type Authority, type Certificate, createAuthority } from './certificates.ts';

export const PROXY_LOGIN = { user: 'clerk', password: 'hush-4713' };
/** Userinfo with a percent-encoded character, as some clients write it. */
export const PROXY_USERINFO = 'clerk:hush%2D4713';

/** Names of a site that no public name server knows. `dual` has an address of each family. */
const HOSTS = `
127.0.0.1 api.pipes.test inner.pipes.test observe.pipes.test proxy.pipes.test dual.pipes.test
::1 dual.pipes.test
`;
/** The credentials of the sandboxes of the site. */
export const LOGIN = { keyId: 'key-4711', keySecret: 'hush-4712' };
const MIDDAY = Date.parse('2026-06-01T12:00:00Z');

/** A sandbox in a corporate network: behind TLS from a private CA and a proxy. */
export interface Site {
  readonly workspace: Workspace;
  /** TLS in front of the sandbox, by the name in its certificate. `six` listens only on ::1, like `plainSix`. */
  readonly ports: Readonly<Record<'api' | 'stranger' | 'expired' | 'tlsProxy' | 'six', number>>;
  /** A sandbox without TLS on ::1. */
  readonly plainSix: string;
  readonly proxy: Tinyproxy;
  /** Trust in the authority of the site. */
  readonly trust: Readonly<Record<string, string>>;
  /** Resolves the names of the site, which otherwise only the proxy can do. */
  readonly names: Readonly<Record<string, string>>;
}

/** Skips the test where a server is absent. */
export function requireServers(context: TestContext): void {
  for (const tool of ['openssl', 'stunnel', 'tinyproxy']) requireTool(tool, context);
  requireLibrary('libnss_wrapper.so', context);
}

export async function requireIpv6(context: TestContext): Promise<void> {
  if (await hasIpv6()) return;
  skipAloud(`This machine has no ::1, so "${context.task.name}" did not run.`, context);
}

export async function openSite(): Promise<Site> {
  const folder = await makeFolder();
  const [workspace, authority, six] = await Promise.all([
    openObservedWorkspace(),
    createAuthority(join(folder, 'authority')),
    hasIpv6(),
  ]);
  const hosts = join(folder, 'hosts');
  await writeFile(hosts, HOSTS);
  const names = { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_HOSTS: hosts };
  const certificates = await issueAll(authority);

  const host = '127.0.0.1' as const;
  const port = Number(new URL(workspace.sandbox.url).port);
  const ports = await startStunnel(folder, {
    api: { host, port, certificate: certificates.api },
    stranger: { host, port, certificate: certificates.stranger },
    expired: { host, port, certificate: certificates.expired },
    six: { host: six ? '::1' : host, port, certificate: certificates.api },
  });
  const proxy = await startTinyproxy({ folder, ...PROXY_LOGIN, connectPort: ports.api, env: names });
  const { tlsProxy } = await startStunnel(folder, {
    tlsProxy: { host, port: proxy.port, certificate: certificates.proxy },
  });
  const trust = { NODE_EXTRA_CA_CERTS: authority.certificate };
  const plainSix = six ? await startPlainSandbox() : '';
  return { workspace, ports: { ...ports, tlsProxy }, plainSix, proxy, trust, names };
}

async function issueAll(authority: Authority) {
  const own = ['api', 'inner', 'observe', 'dual'].map((name) => `DNS:${name}.pipes.test`);
  return {
    api: await authority.issue('api', 'valid', ...own, 'IP:::1'),
    stranger: await authority.issue('stranger', 'valid', 'DNS:elsewhere.pipes.test'),
    expired: await authority.issue('expired', 'expired', ...own),
    proxy: await authority.issue('proxy', 'valid', 'DNS:proxy.pipes.test'),
  };
}

/** A fleet of one pipe whose updates use both APIs; their addresses come from the environment. */
function openObservedWorkspace(): Promise<Workspace> {
  const fleet = createQuickstartFleet();
  const lag = { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:orders-prod AND metric:lag', groupBy: [] };
  return openWorkspace({
    credentials: LOGIN,
    speed: 0,
    startAt: MIDDAY,
    document: {
      api: { url: '${API_URL}', organization: fleet.organization },
      observability: { url: '${OBSERVE_URL}' },
      pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }) },
      checks: { lag: { series: lag, window: '5m', granularity: '1m', reduce: 'max', pass: '>= 0' } },
      rollout: { waves: ['100%'], before: ['lag'] },
    },
  });
}

async function startPlainSandbox(): Promise<string> {
  const sandbox = await startSandbox({ host: '::1', credentials: LOGIN, switches: { scaling: 'sync' } });
  afterTests(() => sandbox.close());
  return sandbox.url;
}

function hasIpv6(): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => server.close(() => resolve(true)));
  });
}

type Environment = Readonly<Record<string, string>>;

/** Starts a server of the machine; resolves once its log holds the pattern, rejects with the log when it ends without. */
async function startServer(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Environment,
  isReady: RegExp,
): Promise<Running> {
  const server = startProgram(program, args, { cwd, env });
  await Promise.any([server.says(isReady), server.complains(isReady)]).catch(({ errors: [error] }: AggregateError) => {
    throw error;
  });
  return server;
}

function logOf(server: Running): string {
  const { stdout, stderr } = server.output();
  return stderr + stdout;
}

/** TLS on one side, the plain service on the other. */
interface TlsService {
  /** Where it listens, on a port that the system chooses. */
  readonly host: '127.0.0.1' | '::1';
  readonly certificate: Certificate;
  /** The port of 127.0.0.1 where the plain service is. */
  readonly port: number;
}

/** Starts one stunnel for all of them; returns the port of each. */
async function startStunnel<Name extends string>(
  folder: string,
  services: Readonly<Record<Name, TlsService>>,
): Promise<Readonly<Record<Name, number>>> {
  const settings = join(folder, `${Object.keys(services).join('-')}.conf`);
  const sections = Object.entries<TlsService>(services).map(([name, { host, certificate, port }]) => [
    `[${name}]`,
    `accept = ${host}:0`,
    `connect = 127.0.0.1:${port}`,
    `cert = ${certificate.certificate}`,
    `key = ${certificate.key}`,
  ]);
  const common = ['foreground = yes', 'pid =', 'syslog = no', 'debug = info'];
  await writeFile(settings, `${[...common, ...sections.flat()].join('\n')}\n`);
  const server = await startServer(['stunnel', settings], folder, {}, /Accepting new connections/);
  const bound = [...logOf(server).matchAll(/Service \[([^\]]+)\].* bound to \S+:(\d+)/g)];
  return Object.fromEntries(bound.map(([, name, port]) => [name, Number(port)])) as Record<Name, number>;
}

interface Tinyproxy {
  readonly port: number;
  /** All that it has logged. */
  log(): string;
}

interface TinyproxyOptions {
  /** A folder for its configuration. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  /** The one port that it connects to. */
  readonly connectPort: number;
  readonly env: Environment;
}

const MOST_ATTEMPTS = 3;

/** Uses a port that was free a moment ago, because tinyproxy cannot choose one; retries if it is taken. */
async function startTinyproxy(options: TinyproxyOptions, attempt = 1): Promise<Tinyproxy> {
  const { folder, user, password, connectPort, env } = options;
  const port = await findClosedPort();
  const settings = join(folder, 'tinyproxy.conf');
  const access = [`BasicAuth ${user} ${password}`, `ConnectPort ${connectPort}`];
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'LogLevel Info', ...access];
  await writeFile(settings, `${lines.join('\n')}\n`);
  try {
    const server = await startServer(['tinyproxy', '-d', '-c', settings], folder, env, /Accepting connections/);
    return { port, log: () => logOf(server) };
  } catch (error) {
    if (attempt === MOST_ATTEMPTS) throw error;
    return startTinyproxy(options, attempt + 1);
  }
}
