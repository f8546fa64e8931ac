import { expect, type TestContext, test } from 'vitest';
import type { Ended } from '../e2e/process.ts';
import { findClosedPort } from '../e2e/serve.ts';
import { LOGIN, openSite, PROXY_LOGIN, PROXY_USERINFO, requireIpv6, requireServers, type Site } from './site.ts';

type Environment = Readonly<Record<string, string>>;

let opened: Promise<Site> | undefined;

/** Shared by all tests of the file, because its servers take long to start. */
async function enterSite(context: TestContext): Promise<Site> {
  if (opened === undefined) requireServers(context);
  opened ??= openSite();
  return opened;
}

const APPLY = 'apply --auto-approve --debug';
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
  const dead = `http://127.0.0.1:${await findClosedPort()}`;
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
    HTTPS_PROXY: `http://127.0.0.1:${await findClosedPort()}`,
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
const proxyOf = (site: Site, userinfo: string): string => `http://${userinfo}127.0.0.1:${site.proxy.port}`;

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
  'a proxy that does not know the password': {
    env: (site) => ({ ...at(site, 'api'), https_proxy: proxyOf(site, 'clerk:guess-4714@'), HTTPS_PROXY: 'socks5://x' }),
    words: (site) => [
      `got no response: the proxy 127.0.0.1:${site.proxy.port}`,
      'does not accept the user name and the password in https_proxy',
    ],
  },
  'a proxy that does not connect to the port': {
    env: (site) => ({ ...at(site, 'stranger'), HTTPS_PROXY: proxyOf(site, `${PROXY_USERINFO}@`) }),
    words: (site) => [
      `got no response: the proxy 127.0.0.1:${site.proxy.port} of HTTPS_PROXY`,
      `does not connect to api.pipes.test:${site.ports.stranger} (status 403)`,
    ],
  },
  'a proxy that is down': {
    env: async (site) => ({
      ...at(site, 'api'),
      all_proxy: `http://${PROXY_USERINFO}@127.0.0.1:${await findClosedPort()}`,
    }),
    words: () => ['got no response after 5 attempts: the proxy 127.0.0.1:', 'all_proxy', 'ECONNREFUSED'],
  },
};

test.concurrent.for(Object.entries(FAILURES))('a clear message without a secret: %s', async ([, failure], context) => {
  const site = await enterSite(context);
  await expectFailure(site, await failure.env(site), failure.words(site));
});
