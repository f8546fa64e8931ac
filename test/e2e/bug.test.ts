import { expect, test } from 'vitest';
import { openWorkspace } from './harness.ts';
import { preload } from './preload.ts';

/** Reading a folder fails in a way that no command expects. */
const BUG = preload(`
  import fs from 'node:fs/promises';
  fs.readdir = async function readFolder() { throw new TypeError('a bug of the test'); };`);

test('reports what happened in a bug, and its stack trace only with debug output', async () => {
  const { runBuilt: run } = await openWorkspace({ document: {} });
  const brief = await run('schema config', BUG);
  expect(brief).toMatchObject({ code: 1, stdout: '' });
  expect(brief.stderr).toContain('TypeError: a bug of the test');
  expect(brief.stderr).not.toContain('readFolder');
  for (const [line, env] of [
    ['schema config --debug', {}],
    ['schema config --log-level debug', {}],
    ['schema config', { PIPEFORM_DEBUG: '1' }],
  ] as const) {
    const { code, stderr } = await run(line, { ...BUG, ...env });
    expect([line, code]).toEqual([line, 1]);
    expect(stderr).toContain('TypeError: a bug of the test');
    expect(stderr).toMatch(/at (?:async )?\S*readFolder/);
  }
});
