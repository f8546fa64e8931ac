import { execFileSync } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_SERIES_BYTES } from '../../src/api/observability/observability-reader.ts';
import { MAX_PIPE_BYTES } from '../../src/api/pipes/connect.ts';
import { ROOT } from '../ci/shell.ts';
import { inCi, sample } from '../effort.ts';
import { makeFolder } from './folder.ts';
import { openWorkspace } from './harness.ts';
import { runCommand, runShell } from './process.ts';

const KIB = 1024;
const MIB = 1024 ** 2;

/** Each file that a command reads as input, with its largest size. */
const LIMITS: readonly (readonly [line: string, size: number])[] = [
  ['show FILE', 320 * MIB],
  ['apply FILE', 320 * MIB],
  ['plan --reviewed FILE', 320 * MIB],
  ['merge FILE FILE', 320 * MIB],
  ['publish FILE --to slack', 320 * MIB],
  ['rollback ./FILE', 320 * MIB],
  ['history FILE', 64 * MIB],
  ['drift --history FILE', 64 * MIB],
  ['pull --from FILE', 8 * MIB],
  ['sandbox --port 0 --fleet FILE', 64 * MIB],
  ['sandbox --port 0 --faults FILE', 64 * MIB],
];

const RULES = { rules: [{ name: 'a', when: 'true', level: 'warn', message: 'a' }] };

describe('a file that is too large is refused by its size, without a request', () => {
  test.each(LIMITS)('%s', async (line, size) => {
    const { folder, run, takeRequests } = await openWorkspace({ document: { policy: RULES } });
    const name = line.includes('.jsonl') ? 'FILE.jsonl' : 'FILE';
    await writeFile(join(folder, name), '');
    // Takes no space on the disk, and time only if it is read.
    await truncate(join(folder, name), size + 1);
    const { code, stderr } = await run(line);
    expect(stderr).toContain(`It has more than ${size / MIB} MiB.`);
    expect(code).toBe(1);
    expect(takeRequests()).toEqual({});
  });

  test('credentials', async () => {
    const { folder, run, takeRequests } = await openWorkspace();
    await writeFile(join(folder, 'key'), 'x'.repeat(64 * KIB + 1));
    const { code, stderr } = await run('plan', { PIPEFORM_KEY_SECRET: '', PIPEFORM_KEY_SECRET_FILE: 'key' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('It has more than 64 KiB.')]);
    expect(takeRequests()).toEqual({});
  });

  inCi('ids on stdin, which are read up to the limit', async () => {
    const cwd = await makeFolder();
    const end = await runShell('yes "# a comment" | $PIPEFORM pull --from - --service a', { cwd });
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('It has more than 8 MiB.') });
  });
});

test('docs/run-at-scale.md states the limits', async () => {
  const page = await readFile(join(ROOT, 'docs/run-at-scale.md'), 'utf8');
  const [, limits = ''] = /^## Limits\n(.*?)^## /ms.exec(page) ?? [];
  for (const size of [...LIMITS.map(([, size]) => size), MAX_PIPE_BYTES, MAX_SERIES_BYTES]) {
    expect(limits).toMatch(new RegExp(`\\b${size / MIB} MiB`));
  }
});

describe.skipIf(process.platform === 'win32')('what is no file is not waited for', () => {
  test.each(sample(LIMITS.filter(([line]) => !line.startsWith('drift'))))('%s', async (line) => {
    const { folder, runBuilt } = await openWorkspace({ document: { policy: RULES } });
    execFileSync('mkfifo', [join(folder, line.includes('.jsonl') ? 'FILE.jsonl' : 'FILE')]);
    const { code, stderr } = await runBuilt(line);
    expect([code, stderr]).toEqual([1, expect.stringContaining('It is not a regular file.')]);
  });
});

inCi('a report with very many small values is an error', async () => {
  const cwd = await makeFolder();
  const values = '{},'.repeat(16_000_000);
  await writeFile(join(cwd, 'plan.json'), `{"kind":"plan","formatVersion":1,"digest":"","pipes":[${values}{}]}`);
  const { code, stderr } = await runCommand(['show', 'plan.json'], { cwd });
  expect([code, stderr]).toEqual([1, expect.stringContaining('It is nested too deeply or has too many values.')]);
});
