import { mkdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { TestContext } from 'vitest';
import { ROOT } from '../../ci/shell.ts';
import { requireTool } from '../../ci/tools.ts';
import { listen, serve } from '../../e2e/serve.ts';
import { createAuthority } from '../../network/certificates.ts';
import { fakeGithub } from '../../publish/fake-github.ts';

/** What a stand-in changes of the stage on which it stands. */
export interface StandInStage {
  /** A folder for internal files, outside the folder of the scene. */
  readonly backstage: string;
  /** Addresses and files of this run, by their names on the page. */
  readonly places: Map<string, string>;
  /** Environment of all shells, extended when a background process starts. */
  readonly variables: Record<string, string>;
  /** What the stand-ins expected and did not receive. */
  readonly missed: (() => string | null)[];
}

/**
 * Programs of which something stands on the path instead. `npm run` does what package.json says but for the set-up, which
 * `npm test` has done before any test; `kubectl` has no cluster, but takes only what is there, in the order in which it can be.
 */
export const STAND_INS = {
  npx: '#!/bin/sh\nexec "$@"\n',
  npm: `#!/bin/sh
[ "$1" = run ] || { echo "npm $1 is not for pages" >&2; exit 1; }
name=$2; shift 2; [ "$1" = -- ] && shift
case $name in
${listScripts()}
*) echo "there is no script $name" >&2; exit 1 ;;
esac
`,
  kubectl: `#!/bin/bash
while [ "$1" = -n ]; do shift 2; done
case "$1 $2" in
  'create namespace' | 'create secret') [ $# -ge 3 ] ;;
  'apply -k' | 'delete -k') [ -f "$3/kustomization.yaml" ] && echo "$1 $3" >> "$HOME/.kube-stand-in" ;;
  'get job') echo Complete ;;
  'logs -f') tail -n 1 "$HOME/.kube-stand-in" | grep -q '^apply ' ;;
  *) echo "kubectl $* is not for pages" >&2; exit 1 ;;
esac
`,
};

function listScripts(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.entries(scripts)
    .map(([name, words]) => `${name}) ${words.replace('node scripts/setup.mjs', 'test -f dist/bin.js')} "$@" ;;`)
    .join('\n');
}

const PULL_REQUEST = 7;

/** A GitHub of this machine, in the environment of a workflow for a pull request; it must be sent something. */
export async function openGithub(stage: StandInStage): Promise<void> {
  const github = await fakeGithub();
  Object.assign(stage.variables, github.environment, { GITHUB_REF: `refs/pull/${PULL_REQUEST}/merge` });
  stage.missed.push(() => (github.writes().length > 0 ? null : 'nothing was posted to GitHub'));
}

/** The webhook of a Slack of this machine; it must be sent something. */
export async function openSlack(stage: StandInStage): Promise<void> {
  let received = 0;
  const url = await serve((_request, response) => {
    received += 1;
    response.end('ok');
  });
  stage.places.set('https://hooks.slack.com', url);
  stage.variables.SLACK_WEBHOOK_URL = `${url}/services/T1/B1/a-long-secret`;
  stage.missed.push(() => (received > 0 ? null : 'nothing was posted to Slack'));
}

const PROXY_LOGIN = 'clerk:pass@word';

/**
 * A company: TLS of its own authority before the sandbox, as https://api.example.com behind a proxy that asks for a password,
 * and as https://localhost without one. The sandbox must be there.
 */
export async function openCompany(stage: StandInStage, context: TestContext): Promise<void> {
  requireTool('openssl', context);
  const folder = join(stage.backstage, 'authority');
  mkdirSync(folder);
  const authority = await createAuthority(folder);
  const { certificate, key } = await authority.issue('api', 'valid', 'DNS:api.example.com', 'DNS:localhost');
  const inside = Number(new URL(stage.variables.PIPEFORM_API_URL ?? '').port);
  const tls = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (socket) => {
    const service = connect(inside, '127.0.0.1');
    socket.on('error', () => service.destroy()).pipe(service);
    service.on('error', () => socket.destroy()).pipe(socket);
  });
  const front = await listen(tls);

  let tunnels = 0;
  const login = `Basic ${Buffer.from(PROXY_LOGIN).toString('base64')}`;
  const proxy = createHttpServer().on('connect', (request, socket) => {
    const mayPass = request.headers['proxy-authorization'] === login && request.url === 'api.example.com:443';
    if (!mayPass) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    tunnels += 1;
    const service = connect(front, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.on('error', () => service.destroy()).pipe(service);
    service.on('error', () => socket.destroy()).pipe(socket);
  });
  stage.places.set('proxy.example.com:3128', `127.0.0.1:${await listen(proxy)}`);
  stage.places.set('https://localhost:4443', `https://localhost:${front}`);
  stage.places.set('/etc/ssl/example-authority.pem', authority.certificate);
  stage.missed.push(() => (tunnels > 0 ? null : 'nothing came through the proxy'));
}
