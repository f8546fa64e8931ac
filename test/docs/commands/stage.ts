import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { ROOT, run } from '../../ci/shell.ts';
import { requireTool } from '../../ci/tools.ts';
import { afterTests } from '../../e2e/clean-up.ts';
import { CREDENTIALS } from '../../e2e/harness.ts';
import { PIPEFORM } from '../../e2e/process.ts';
import { findClosedPort } from '../../e2e/serve.ts';
import type { Shell } from './shell.ts';
import { openCompany, openGithub, openSlack, STAND_INS, type StandInStage } from './stand-ins.ts';

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
 * | `github`, `slack` | local servers, which must receive something |
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
  if (port !== undefined) stage.places.set(port, String(await findClosedPort()));
  if (wanted.has('sandbox')) await openSandbox(stage);
  if (wanted.has('git')) await commitAll(stage);
  if (wanted.has('github')) await openGithub(stage);
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
  const sandbox = await startSandbox({ switches: { scaling: 'sync' } });
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
