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

test('a file that is too large is refused by its size, without a request', async () => {
  const { folder, run, takeRequests } = await openWorkspace({ document: { policy: RULES } });
  for (const [line, size] of LIMITS) {
    await writeFile(join(folder, 'FILE'), '');
    // Takes no space on the disk, and time only if it is read.
    await truncate(join(folder, 'FILE'), size + 1);
    const stderr = expect.stringContaining(`It has more than ${size / MIB} MiB.`);
    expect(await run(line), line).toMatchObject({ code: 1, stderr });
  }
  expect(takeRequests()).toEqual({});
});

inCi('ids on stdin are read up to the limit', async () => {
  const cwd = await makeFolder();
  const end = await runShell('yes "# a comment" | $PIPEFORM pull --from - --service a', { cwd });
  expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('It has more than 8 MiB.') });
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
    execFileSync('mkfifo', [join(folder, 'FILE')]);
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
