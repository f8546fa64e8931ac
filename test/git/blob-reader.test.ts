import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { createBlobReader } from '../../src/git/blob-reader.ts';

const OID = 'a'.repeat(40);

function startScript(script: string, signal?: AbortSignal) {
  const options = { stdio: 'pipe', ...(signal === undefined ? {} : { signal }) } as const;
  return () => spawn(process.execPath, ['-e', script], options);
}

test('a program that says nothing is given up, and so is what is asked after it', async () => {
  const reader = createBlobReader(startScript('process.stdin.resume(); setInterval(() => {}, 1000);'), 50);
  expect(await reader.read(OID, 10)).toMatchObject({ ok: false, reason: 'trouble', trouble: { reason: 'too-slow' } });
  expect(await reader.read(OID, 10)).toMatchObject({ ok: false, reason: 'trouble', trouble: { reason: 'too-slow' } });
  await reader.close();
});

test('a program that ends early fails what was asked, with its words', async () => {
  const reader = createBlobReader(startScript('console.error("fatal: no"); process.exitCode = 3;'), 30_000);
  const trouble = { reason: 'refused', exitCode: 3, words: 'fatal: no\n' };
  const answers = await Promise.all([reader.read(OID, 10), reader.read(OID, 10)]);
  expect(answers).toEqual(Array(2).fill({ ok: false, reason: 'trouble', trouble }));
  await reader.close();
});

test('an interrupt ends the program, whether or not something is asked', async () => {
  const answering = `process.stdin.on('data', () => process.stdout.write('${OID} blob 1\\nx\\n'));`;
  const stop = new AbortController();
  const reader = createBlobReader(startScript(answering, stop.signal), 30_000);
  expect(await reader.read(OID, 10)).toEqual({ ok: true, bytes: Buffer.from('x') });
  const closed = reader.close();
  stop.abort();
  await closed;
  expect(await reader.read(OID, 10)).toMatchObject({ ok: false, trouble: { reason: 'interrupted' } });
});

test('nothing is started for nothing', async () => {
  const reader = createBlobReader(() => {
    throw new Error('started');
  }, 30_000);
  await reader.close();
});
