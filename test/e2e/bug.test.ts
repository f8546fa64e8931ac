import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inCi } from '../effort.ts';
import { openWorkspace, readDocument } from './harness.ts';
import { preload } from './preload.ts';

/** Reading a folder fails in a way that no command expects. */
const BUG = preload(`
  import fs from 'node:fs/promises';
  fs.readdir = async function readFolder() { throw new TypeError('a bug of the test'); };`);

/** The first place of its stack. */
const STACK = /at (?:async )?\S*readFolder/;

test('reports what happened in a bug, and its stack trace only with debug output', async () => {
  const { runBuilt: run } = await openWorkspace({ document: {} });
  const brief = await run('schema config', BUG);
  expect(brief).toMatchObject({ code: 1, stdout: '' });
  expect(brief.stderr).toContain('TypeError: a bug of the test');
  expect(brief.stderr).not.toContain('readFolder');
  const { code, stderr } = await run('schema config --log-level debug', BUG);
  expect(code).toBe(1);
  expect(stderr).toContain('TypeError: a bug of the test');
  expect(stderr).toMatch(STACK);
});

inCi('keeps the stack and secrets out of a JSON document', async () => {
  const { runBuilt: run } = await openWorkspace({ document: {} });
  const failOnce = preload(`
    const { write } = process.stdout;
    process.stdout.write = function failOnce() {
      process.stdout.write = write;
      throw new TypeError('a bug of the test with ' + process.env.MY_TOKEN);
    };`);
  const { code, stdout, stderr } = await run('runs --format json --log-level debug', {
    ...failOnce,
    MY_TOKEN: 'hush-hush-hush',
  });
  expect(code).toBe(1);
  expect(readDocument(stdout)).toMatchObject({
    diagnostics: [{ code: 'internal', detail: 'TypeError: a bug of the test with [secret]' }],
  });
  expect(stderr).toMatch(/^debug: TypeError: a bug of the test with \[secret\]\nat \S*failOnce/);
});

inCi('shows the stack of a bug in a timer with debug output, otherwise how to get it, and never a secret', async () => {
  const { runBuilt: run } = await openWorkspace({ document: {} });
  const bug = preload(`
    process.on('newListener', (name) => {
      if (name === 'uncaughtException') setTimeout(function onTimer() {
        const { PIPEFORM_KEY_SECRET: secret } = process.env;
        throw new TypeError('a bug of the test with ' + secret, { cause: { config: { headers: { secret } } } });
      }, 1);
    });`);
  const env = { ...bug, PIPEFORM_KEY_SECRET: 'hush-hush-hush' };
  const brief = await run('drift', env);
  expect(brief.code).toBe(1);
  expect(brief.stderr).toContain('internal error: TypeError: a bug of the test with [secret]');
  expect(brief.stderr).toContain('`--log-level debug`');
  expect(brief.stderr).not.toContain('onTimer');
  for (const [line, more] of [
    ['drift --log-level debug', {}],
    ['drift --log-level=debug', {}],
    ['drift', { PIPEFORM_LOG_LEVEL: 'debug' }],
  ] as const) {
    const { stderr } = await run(line, { ...env, ...more });
    expect(stderr).toMatch(/TypeError: a bug of the test with \[secret\]\n *at \S*onTimer/);
    expect(stderr).not.toContain('hush');
  }
});

describe('a bug in the update of one pipe', () => {
  /** Fails where the body of an update of replicas alone is written. */
  const bug = preload(`
    const { stringify } = JSON;
    JSON.stringify = function writeBody(value, ...rest) {
      if (value !== null && Object.keys(value ?? {}).join() === 'replicas') throw new TypeError('a bug of the test with hush-hush-hush');
      return stringify(value, ...rest);
    };`);
  const env = { ...bug, MY_TOKEN: 'hush-hush-hush' };

  inCi.each(['text', 'json'])('is in the %s report, and its stack on stderr with --log-level debug', async (format) => {
    const workspace = await openWorkspace();
    const line = `apply --auto-approve --format ${format} --out run.json`;
    const brief = await workspace.runBuilt(line, env);
    expect(brief.code).toBe(3);
    expect(brief.stdout).toContain('TypeError: a bug of the test with [secret]');
    expect(brief.stderr).not.toContain('writeBody');

    const { stdout, stderr } = await workspace.runBuilt(`${line} --log-level debug`, env);
    expect(stderr).toMatch(/^debug: TypeError: a bug of the test with \[secret\]\nat \S*writeBody/m);
    const runs = join(workspace.folder, '.pipeform', 'runs');
    const files = [join(workspace.folder, 'run.json'), ...(await readdir(runs)).map((name) => join(runs, name))];
    const written = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    for (const text of [stdout, ...written]) expect(text).not.toContain('writeBody');
    expect([stdout, stderr, ...written].join()).not.toContain('hush');
  });
});
