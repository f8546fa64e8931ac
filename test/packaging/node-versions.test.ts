import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readToolVersion } from '../../src/model/version.ts';
import { isRequired, skipAloud } from '../ci/tools.ts';
import { makeFolder } from '../e2e/folder.ts';
import { CREDENTIALS } from '../e2e/harness.ts';
import { type Ended, startProgram } from '../e2e/process.ts';
import { openExamples, type Packed, ROOT, unpack } from './pack.ts';

/** The binaries of other releases of Node (scripts/install-nodes.sh), one per release. */
const NODES = (process.env.PIPEFORM_NODES ?? '').split(delimiter).filter((path) => path !== '');

/** The supported major releases (`engines`). */
const PROMISED = [20, 22, 24, 26];

const MISSING =
  'PIPEFORM_NODES names no other Node (scripts/install-nodes.sh), so the package was not tried under them.';

let packed: Packed;
let program: string;
beforeAll(async () => {
  if (NODES.length === 0) return;
  packed = await unpack();
  program = await openExamples(packed);
});

const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

test('every release that the package supports is installed', (context) => {
  if (NODES.length === 0) {
    if (isRequired('nodes')) throw new Error(MISSING);
    skipAloud(MISSING, context);
  }
  const majors = NODES.map((node) => Number(/^v(\d+)\./.exec(versionOf(node))?.[1]));
  expect([...new Set([...majors, PROMISED[0]])].sort()).toEqual(PROMISED);
});

test.concurrent.for(NODES)('%s runs the package, as a command and as a library', { timeout: 90_000 }, async (node) => {
  const cwd = await makeFolder();
  await cp(join(ROOT, 'examples/quickstart'), cwd, { recursive: true });
  const start = (args: readonly string[], env = {}) => startProgram(node, args, { cwd, env });
  const sandbox = start([packed.bin, 'sandbox', '--port', '0', '--settle', '0s', '--log-level', 'quiet']);
  const [, url = ''] = await sandbox.says(/^Sandbox: (\S+)/);
  const env = { ...CREDENTIALS, PIPEFORM_API_URL: url };
  const run = (...args: readonly string[]): Promise<Ended> => start(args, env).ended;
  const pipeform = (line: string) => run(packed.bin, ...line.split(' '));

  expect(await pipeform('--version')).toEqual({ code: 0, stdout: `${readToolVersion().version}\n`, stderr: '' });
  expect(await pipeform('validate')).toMatchObject({ code: 0, stderr: '' });
  expect(await pipeform('plan --detailed-exitcode')).toMatchObject({ code: 2, stderr: '' });
  expect(await run(join(program, 'made/plan-report.js'), '.', 'plan.md')).toMatchObject({ code: 0 });
  expect(await pipeform('apply --auto-approve --log-level quiet')).toMatchObject({ code: 0, stderr: '' });
  expect(await pipeform('drift --out drift.json')).toMatchObject({ code: 0, stderr: '' });
  expect((await pipeform('show drift.json --format html')).stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/i);
  expect((await pipeform('completion bash')).stdout).toContain('pipeform');
  expect(await run(join(program, 'made/drift-cron.js'))).toMatchObject({ code: 0, stderr: '' });
  sandbox.signal('SIGTERM');
  expect((await sandbox.ended).code).toBe(0);
});
