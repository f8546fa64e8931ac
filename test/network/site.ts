import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { createQuickstartFleet, METRICS_SOURCE_ID, startSandbox } from '../../src/sandbox/index.ts';
import { requireLibrary, requireTool, skipAloud } from '../ci/tools.ts';
import { afterTests } from '../e2e/clean-up.ts';
import { makeFolder, openWorkspace, pipe, type Workspace } from '../e2e/harness.ts';
import { type Authority, createAuthority } from './certificates.ts';
import { startStunnel, startTinyproxy, type Tinyproxy } from './servers.ts';

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
