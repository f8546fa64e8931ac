import { mkdtemp, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../effort.ts';
import { openWorkspace, type Workspace } from './harness.ts';

/** All files of the quickstart. */
const PROJECT = ['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml'];

const OFFLINE = { http: [], reads: [], requests: 0 } as const;

/** What a command loads and does in a folder with the quickstart: the modules of HTTP, each file of the project once, and its requests. */
const BUDGETS = [
  ...['--version', '--help', 'plan --help', 'completion bash', 'schema plan', 'runs'].map((command) => ({
    ...{ ...OFFLINE, command },
  })),
  ...['schema', 'completion bash -- plan --target ord', 'validate', 'fmt'].map((command) => ({
    ...{ ...OFFLINE, command, reads: PROJECT },
  })),
  { ...OFFLINE, command: 'history history.jsonl', reads: ['history.jsonl'] },
  { command: 'plan', http: ['http', 'https'], reads: PROJECT, requests: 5 },
  // The quickstart has five pipes, and five updates change three of them. Each of the three is read before and after.
  { command: 'apply --auto-approve --log-level quiet', http: ['http', 'https'], reads: PROJECT, requests: 16 },
];

const HTTP_MODULE = /^https?$/;

describe('a command loads and reads only what it needs', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openWorkspace();
    await workspace.write({ 'history.jsonl': '' });
  });

  test.each(sample(BUDGETS, 3))('$command', async ({ command, ...budget }) => {
    const { ended, ...work } = await watchWork(workspace, command);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(work).toEqual(budget);
  });
});

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'report-work.mjs')).href;

/** The output of `report-work.mjs`. */
interface Work {
  readonly modules: readonly string[];
  readonly reads: readonly string[];
}

async function watchWork(workspace: Workspace, command: string) {
  const workFile = join(await mkdtemp(join(workspace.folder, '.notes-')), 'work.json');
  workspace.takeRequests();
  const ended = await workspace.runBuilt(command, { NODE_OPTIONS: `--import=${PRELOAD}`, WORK_FILE: workFile });
  const { modules, reads } = JSON.parse(await readFile(workFile, 'utf8')) as Work;
  const builtIns = modules.flatMap((entry) => /^NativeModule (.*)$/.exec(entry)?.[1] ?? []);
  const readsHere = reads.map((path) => relative(workspace.folder, path));
  return {
    ended,
    http: builtIns.filter((name) => HTTP_MODULE.test(name)).sort(),
    // Without those of the lock and the journal.
    reads: readsHere.filter((path) => !/^(?:\.\.|\.pipeform)/.test(path)).sort(),
    requests: Object.values(workspace.takeRequests()).flat().length,
  };
}
