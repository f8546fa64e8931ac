import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { TestContext } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { ROOT, run } from '../../ci/shell.ts';
import { requireTool } from '../../ci/tools.ts';
import { afterTests } from '../../e2e/clean-up.ts';
import { CREDENTIALS } from '../../e2e/harness.ts';
import { PIPEFORM } from '../../e2e/process.ts';
import { listen, reserveClosedPort, serve } from '../../e2e/serve.ts';
import { createAuthority } from '../../network/certificates.ts';
import { fakeGithub } from '../../publish/fake-github.ts';
import type { Shell } from './shell.ts';

/** What a stand-in changes of the stage on which it stands. */
interface StandInStage {
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
 * `npm test` has done before any test; `npm pack` packs this repository as it is built; `kubectl` has no cluster, but takes only what is there, in the order in which it can be.
 */
const STAND_INS = {
  npx: '#!/bin/sh\nexec "$@"\n',
  npm: `#!/bin/sh
real() { PATH='${process.env.PATH ?? ''}'; exec npm "$@"; }
case $1 in
run) ;;
pack) real pack --ignore-scripts '${ROOT}' ;;
install) real --offline "$@" ;;
*) echo "npm $1 is not for pages" >&2; exit 1 ;;
esac
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

/**
 * A GitHub of this machine; it must be sent something. Inside a workflow for a pull request its variables are set; outside,
 * only the address, and the page sets the others.
 */
async function openGithub(stage: StandInStage, isOutside: boolean): Promise<void> {
  const github = await fakeGithub();
  const { GITHUB_API_URL = '', GITHUB_TOKEN = '' } = github.environment;
  stage.places.set('YOUR_TOKEN', GITHUB_TOKEN);
  if (isOutside) Object.assign(stage.variables, { GITHUB_API_URL });
  else Object.assign(stage.variables, github.environment, { GITHUB_REF: `refs/pull/${PULL_REQUEST}/merge` });
  stage.missed.push(() => (github.writes().length > 0 ? null : 'nothing was posted to GitHub'));
}

/** The webhook of a Slack of this machine, which the page sets; it must be sent something. */
async function openSlack(stage: StandInStage): Promise<void> {
  let received = 0;
  const url = await serve((_request, response) => {
    received += 1;
    response.end('ok');
  });
  stage.places.set('https://hooks.slack.com/services/YOURS', `${url}/services/T1/B1/a-long-secret`);
  stage.missed.push(() => (received > 0 ? null : 'nothing was posted to Slack'));
}

const PROXY_LOGIN = 'clerk:pass@word';

/**
 * A company: TLS of its own authority before the sandbox, as https://api.example.com behind a proxy that asks for a password,
 * and as https://localhost without one. The sandbox must be there.
 */
async function openCompany(stage: StandInStage, context: TestContext): Promise<void> {
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

/** Where the sandbox of a page listens; here it is another port each time. */
const SANDBOX = '127.0.0.1:4010';

/** The environment of a scene. */
export interface Stage extends StandInStage {
  /** The state of a new terminal. */
  readonly start: Shell;
}

/** The words of `<!-- run: … -->`. */
const WORDS = 'clone command company example git github kubectl needs package port sandbox slack'.split(' ');

/**
 * Prepares the environment that `<!-- run: … -->` asks for:
 *
 * | word | provides |
 * | --- | --- |
 * | (none) | an empty folder, and `pipeform` on the path |
 * | `example=NAME` | a copy of the example; with `package`, Pipeform is installed in it |
 * | `clone` | a clone of this repository, set up; `pipeform` is on the path with `command` only |
 * | `git` | all of it committed, with an origin |
 * | `sandbox` | a sandbox, its address and credentials in the environment; scaling shows at once |
 * | `github`, `slack` | local servers, which must receive something; `github=outside`: not in a workflow |
 * | `company` | TLS from a private CA in front of the sandbox, and a proxy that must be used |
 * | `kubectl` | a stand-in for it |
 * | `port=N` | a free port that replaces the port on the page |
 * | `needs=TOOL` | the program; without it the scene is skipped with a message |
 */
export async function setStage(needs: readonly string[], context: TestContext): Promise<Stage> {
  const unknown = needs.filter((need) => !WORDS.includes(need.split('=')[0] ?? ''));
  if (unknown.length > 0) throw new Error(`nobody knows what ${unknown.join(' and ')} is to a stage.`);
  const folder = mkdtempSync(join(tmpdir(), 'pipeform-docs-'));
  afterTests(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(folder, 'home');
  const tools = join(folder, 'tools');
  const backstage = join(folder, 'backstage');
  for (const each of [home, tools, backstage]) mkdirSync(each);
  writeFileSync(join(home, '.gitconfig'), GIT_CONFIG);

  const wanted = new Map(needs.map((need) => [need.split('=')[0] ?? '', need.split('=')[1]]));
  const example = wanted.get('example');
  const cwd = wanted.has('clone') ? cloneHere(home) : example === undefined ? home : copyExample(example, home);
  if (!wanted.has('clone') || wanted.has('command')) symlinkSync(PIPEFORM, join(tools, 'pipeform'));
  const stand = ['npm', 'npx', ...(wanted.has('kubectl') ? (['kubectl'] as const) : [])] as const;
  for (const name of stand) writeFileSync(join(tools, name), STAND_INS[name], { mode: 0o755 });

  if (wanted.has('package')) {
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(ROOT, join(cwd, 'node_modules/pipeform'));
  }

  const env = {
    PATH: `${tools}:${join(home, '.local/bin')}:${process.env.PATH ?? ''}`,
    HOME: home,
    npm_config_prefix: join(home, '.local'),
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const stage: Stage = {
    start: { cwd, env },
    backstage,
    places: new Map(),
    // A closed port: a page that needs a sandbox must declare it.
    variables: { PIPEFORM_API_URL: 'http://127.0.0.1:9' },
    missed: [],
  };
  for (const tool of needs.filter((need) => need.startsWith('needs='))) requireTool(tool.slice(6), context);
  const port = wanted.get('port');
  if (port !== undefined) stage.places.set(port, String(await reserveClosedPort()));
  if (wanted.has('sandbox')) await openSandbox(stage);
  if (wanted.has('git')) await commitAll(stage);
  if (wanted.has('github')) await openGithub(stage, wanted.get('github') === 'outside');
  if (wanted.has('slack')) await openSlack(stage);
  if (wanted.has('company')) await openCompany(stage, context);
  return stage;
}

/** Maps the sandbox address on pages to this sandbox. */
export function noteSandbox({ places, variables }: Stage, url: string): void {
  places.set(SANDBOX, new URL(url).host);
  variables.PIPEFORM_API_URL = url;
}

async function openSandbox(stage: Stage): Promise<void> {
  const sandbox = await startSandbox({ switches: { settleMs: 0 } });
  afterTests(() => sandbox.close());
  noteSandbox(stage, sandbox.url);
  Object.assign(stage.variables, CREDENTIALS);
}

function copyExample(example: string, home: string): string {
  const folder = join(home, 'fleet');
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true });
  return folder;
}

/** What a clone that has been set up holds, as far as pages use it. */
function cloneHere(home: string): string {
  const folder = join(home, 'pipeform');
  mkdirSync(folder);
  for (const name of ['dist', 'schema', 'scripts', 'package.json']) symlinkSync(join(ROOT, name), join(folder, name));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  return folder;
}

const GIT_CONFIG = `[init]
\tdefaultBranch = main
[user]
\tname = Reader
\temail = reader@example.com
[commit]
\tgpgSign = false
[advice]
\tdetachedHead = false
`;

async function commitAll({ start, backstage }: Stage): Promise<void> {
  const origin = join(backstage, 'origin.git');
  const commands = [
    'git init -q && git add . && git commit -q -m "The fleet"',
    `git init -q --bare ${origin} && git remote add origin ${origin} && git push -q -u origin main`,
  ];
  const { code, stderr } = await run(['bash', '-ec', commands.join('\n')], start.cwd, start.env);
  if (code !== 0) throw new Error(`git: ${stderr}`);
}
