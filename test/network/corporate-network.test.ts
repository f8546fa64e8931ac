import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { expect, type TestContext, test } from 'vitest';
import { createQuickstartFleet, METRICS_SOURCE_ID, startSandbox } from '../../src/sandbox/index.ts';
import { requireLibrary, requireTool, skipAloud } from '../ci/tools.ts';
import { afterTests } from '../e2e/clean-up.ts';
import { makeFolder } from '../e2e/folder.ts';
import { openWorkspace, pipe, type Workspace } from '../e2e/harness.ts';
import { type Ended, startProgram } from '../e2e/process.ts';
import { listen, reserveClosedPort } from '../e2e/serve.ts';
import { type Authority, type Certificate, createAuthority } from './certificates.ts';

const PROXY_LOGIN = { user: 'clerk', password: 'hush-4713' };
/** Userinfo with a percent-encoded character, as some clients write it. */
const PROXY_USERINFO = 'clerk:hush%2D4713';

/** Names of a site that no public name server knows. `dual` has an address of each family. */
const HOSTS = `
127.0.0.1 api.pipes.test inner.pipes.test observe.pipes.test proxy.pipes.test dual.pipes.test
::1 dual.pipes.test
`;
/** The credentials of the sandboxes of the site. */
const LOGIN = { keyId: 'key-4711', keySecret: 'hush-4712' };
const MIDDAY = Date.parse('2026-06-01T12:00:00Z');

/** A sandbox in a corporate network: behind TLS from a private CA and a proxy. */
interface Site {
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
function requireServers(context: TestContext): void {
  for (const tool of ['openssl', 'tinyproxy']) requireTool(tool, context);
  requireLibrary('libnss_wrapper.so', context);
}

async function requireIpv6(context: TestContext): Promise<void> {
  if (await hasIpv6()) return;
  skipAloud(`This machine has no ::1, so "${context.task.name}" did not run.`, context);
}

async function openSite(): Promise<Site> {
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

  const port = Number(new URL(workspace.sandbox.url).port);
  const [api, stranger, expired, behind] = await Promise.all([
    openTls(certificates.api, port),
    openTls(certificates.stranger, port),
    openTls(certificates.expired, port),
    openTls(certificates.api, port, six ? '::1' : '127.0.0.1'),
  ]);
  const proxy = await startTinyproxy({ folder, ...PROXY_LOGIN, connectPort: api, env: names });
  const ports = { api, stranger, expired, six: behind, tlsProxy: await openTls(certificates.proxy, proxy.port) };
  const trust = { NODE_EXTRA_CA_CERTS: authority.certificate };
  const plainSix = six ? await startPlainSandbox() : '';
  return { workspace, ports, plainSix, proxy, trust, names };
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
  const sandbox = await startSandbox({ host: '::1', credentials: LOGIN, switches: { settleMs: 0 } });
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

/** TLS in front of a port of 127.0.0.1; returns where it listens. */
async function openTls({ certificate, key }: Certificate, port: number, host = '127.0.0.1'): Promise<number> {
  const identity = { cert: await readFile(certificate), key: await readFile(key) };
  const server = createTlsServer(identity, (socket) => {
    const onward = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return listen(server, host);
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

async function startTinyproxy({ folder, user, password, connectPort, env }: TinyproxyOptions): Promise<Tinyproxy> {
  const port = await reserveClosedPort();
  const settings = join(folder, 'tinyproxy.conf');
  const access = [`BasicAuth ${user} ${password}`, `ConnectPort ${connectPort}`];
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'LogLevel Info', ...access];
  await writeFile(settings, `${lines.join('\n')}\n`);
  const server = startProgram('tinyproxy', ['-d', '-c', settings], { cwd: folder, env });
  await server.says(/Accepting connections/);
  const log = (): string => server.output().stdout;
  return { port, log };
}

let opened: Promise<Site> | undefined;

/** Shared by all tests of the file, because its servers take long to start. */
async function enterSite(context: TestContext): Promise<Site> {
  if (opened === undefined) requireServers(context);
  opened ??= openSite();
  return opened;
}

const APPLY = 'apply --auto-approve --log-level debug';
const API = 'https://api.pipes.test';

/** In a process of its own: Node reads the authorities of `NODE_EXTRA_CA_CERTS` when it starts. */
const run = ({ workspace }: Site, line: string, env: Environment): Promise<Ended> =>
  workspace.runBuilt(line, {
    PIPEFORM_KEY_ID: LOGIN.keyId,
    PIPEFORM_KEY_SECRET: LOGIN.keySecret,
    OBSERVE_URL: env.API_URL ?? '',
    ...env,
  });

/** Texts that must never be shown or reach a log of the proxy. */
const SECRETS = [
  LOGIN.keySecret,
  Buffer.from(`${LOGIN.keyId}:${LOGIN.keySecret}`).toString('base64'),
  PROXY_LOGIN.password,
  PROXY_USERINFO,
  Buffer.from(`${PROXY_LOGIN.user}:${PROXY_LOGIN.password}`).toString('base64'),
];

function expectNoSecret(text: string): void {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
}

/** A plan that fails because the service is not reachable, with no more attempts than necessary. */
async function expectFailure(site: Site, env: Environment, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(site, 'plan', env);
  expect(code).toBe(1);
  expect(stdout).toContain('[network-error]');
  for (const part of words) expect(stdout).toContain(part);
  expect(stdout + stderr).not.toMatch(/^\s+at .*[:(]\d+/m);
  expectNoSecret(stdout + stderr);
}

test('an update through a proxy that needs a password shows only host names to the proxy', async (context) => {
  const site = await enterSite(context);
  const { api } = site.ports;
  const before = site.proxy.log().length;
  const { code, stdout, stderr } = await run(site, APPLY, {
    ...site.trust,
    API_URL: `${API}:${api}`,
    OBSERVE_URL: `https://observe.pipes.test:${api}`,
    HTTPS_PROXY: `http://${PROXY_USERINFO}@127.0.0.1:${site.proxy.port}`,
  });
  expect(stdout + stderr).toContain('applied');
  expect(code).toBe(0);
  expect(site.workspace.live('orders-prod').settings.db_max_threads).toBe(16);
  const asked = [
    ...site.proxy
      .log()
      .slice(before)
      .matchAll(/Request \(file descriptor \d+\): (.*)/g),
  ].map(([, line]) => line);
  expect(new Set(asked)).toEqual(
    new Set([`CONNECT api.pipes.test:${api} HTTP/1.1`, `CONNECT observe.pipes.test:${api} HTTP/1.1`]),
  );
  expectNoSecret(stdout + stderr + site.proxy.log());
});

test('an update over IPv6, with and without TLS; this machine is reached without a proxy', async (context) => {
  const site = await enterSite(context);
  await requireIpv6(context);
  const dead = `http://127.0.0.1:${await reserveClosedPort()}`;
  const { code, stdout, stderr } = await run(site, APPLY, {
    ...site.trust,
    API_URL: site.plainSix,
    OBSERVE_URL: `https://[::1]:${site.ports.six}`,
    HTTPS_PROXY: dead,
    HTTP_PROXY: dead,
    http_proxy: dead,
    ALL_PROXY: dead,
  });
  expect(stdout + stderr).toContain('applied');
  expect(code).toBe(0);
});

test.concurrent('a name with two addresses, one of them closed; NO_PROXY bypasses the proxy', async (context) => {
  const site = await enterSite(context);
  await requireIpv6(context);
  const { code, stdout } = await run(site, 'plan', {
    ...site.trust,
    ...site.names,
    API_URL: `https://dual.pipes.test:${site.ports.six}`,
    HTTPS_PROXY: `http://127.0.0.1:${await reserveClosedPort()}`,
    NO_PROXY: 'example.com, .pipes.test',
  });
  expect(stdout).not.toContain('[network-error]');
  expect(code).toBe(0);
});

test.concurrent('connects to the proxy with TLS', async (context) => {
  const site = await enterSite(context);
  const { code, stdout } = await run(site, 'plan', {
    ...site.trust,
    ...site.names,
    API_URL: `https://inner.pipes.test:${site.ports.api}`,
    ALL_PROXY: `https://${PROXY_USERINFO}@proxy.pipes.test:${site.ports.tlsProxy}`,
  });
  expect(stdout).not.toContain('[network-error]');
  expect(code).toBe(0);
  expect(site.proxy.log()).toContain(`CONNECT inner.pipes.test:${site.ports.api}`);
});

interface Failure {
  readonly env: (site: Site) => Environment | Promise<Environment>;
  readonly words: (site: Site) => readonly string[];
}

const at = (site: Site, port: keyof Site['ports']): Environment => ({ API_URL: `${API}:${site.ports[port]}` });

const FAILURES: Readonly<Record<string, Failure>> = {
  'an authority that is not known': {
    env: (site) => ({ ...site.names, ...at(site, 'api') }),
    words: () => ['got no response: the certificate of the service', 'NODE_EXTRA_CA_CERTS'],
  },
  'a certificate for another name': {
    env: (site) => ({ ...site.trust, ...site.names, ...at(site, 'stranger') }),
    words: () => ['got no response: the certificate of the service is for another host name'],
  },
  'a certificate that has expired': {
    env: (site) => ({ ...site.trust, ...site.names, ...at(site, 'expired') }),
    words: () => ['got no response: the certificate of the service has expired'],
  },
  'a proxy whose authority is not known': {
    env: (site) => ({
      ...site.names,
      ...at(site, 'api'),
      HTTPS_PROXY: `https://${PROXY_USERINFO}@proxy.pipes.test:${site.ports.tlsProxy}`,
    }),
    words: () => ['could not be used: the certificate of the proxy', 'NODE_EXTRA_CA_CERTS'],
  },
};

test.concurrent.for(Object.entries(FAILURES))('a clear message without a secret: %s', async ([, failure], context) => {
  const site = await enterSite(context);
  await expectFailure(site, await failure.env(site), failure.words(site));
});
