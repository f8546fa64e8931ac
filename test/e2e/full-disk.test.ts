import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inCi, sample } from '../effort.ts';
import { fleet, openWorkspace, pipe } from './harness.ts';

const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } });
const document = { pipes: { orders } };

const FULL_STDOUT =
  /^stdout cannot be written\. The disk is full\. Free space on the disk, and run the command again\.$/m;

describe.runIf(process.platform === 'linux')('stdout on a full disk', () => {
  test.each(
    sample([
      ['plan', 1],
      ['plan --format json --detailed-exitcode', 1],
      ['drift', 1],
      ['drift --format json', 1],
      ['validate', 1],
    ]),
  )('%s exits with %i: the report is lost', async (line, code) => {
    const { shell } = await openWorkspace({ document });
    const { stdout, stderr } = await shell(`$PIPEFORM ${line} > /dev/full; echo "exit code $?"`);
    expect(stdout).toBe(`exit code ${code}\n`);
    expect(stderr).toMatch(FULL_STDOUT);
  });

  test('drift saves and records nothing of what it did not read', async () => {
    const pipes = Object.fromEntries(fleet.pipes.map(({ name }) => [name, pipe(fleet, name, {})]));
    const { shell, folder } = await openWorkspace({ document: { pipes } });
    const line = '$PIPEFORM drift --parallelism 1 --log-level debug --history h.jsonl --out d.json';
    expect((await shell(`${line} 2> /dev/full; echo "exit code $?"`)).stdout).toContain('exit code 1\n');
    expect(readdirSync(folder).filter((name) => /^[dh]\.json/.test(name))).toEqual([]);
  });

  inCi('apply starts nothing after the loss, and its journal has the run', async () => {
    const { shell, live } = await openWorkspace({ document });
    const { stdout, stderr } = await shell('$PIPEFORM apply --auto-approve > /dev/full; echo "exit code $?"');
    expect(stdout).toBe('exit code 1\n');
    expect(stderr).toMatch(FULL_STDOUT);
    expect(live('orders-prod').settings.db_max_threads).not.toBe(16);
    expect((await shell('$PIPEFORM runs')).stdout).toContain('1 not attempted');
  });

  inCi('apply that wrote everything before the loss exits with 3: its updates are live', async () => {
    const { shell, live } = await openWorkspace({ document });
    const { stdout, stderr } = await shell(
      '$PIPEFORM apply --auto-approve --format json > /dev/full; echo "exit code $?"',
    );
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
    expect(stdout).toBe('exit code 3\n');
    expect(stderr).toMatch(FULL_STDOUT);
  });
});

describe.runIf(process.platform !== 'win32')('a disk that takes no bytes', () => {
  inCi('apply sends nothing, and leaves no empty .gitignore in the folder of the journal', async () => {
    const { shell, folder, live } = await openWorkspace({ document });
    const { stdout, stderr } = await shell('ulimit -f 0; $PIPEFORM apply --auto-approve >&2; echo "exit code $?"');
    expect(stdout).toBe('exit code 1\n');
    expect(stderr).toContain('error[journal-unusable]');
    expect(live('orders-prod').settings.db_max_threads).not.toBe(16);
    expect(readdirSync(join(folder, '.pipeform'))).toEqual(['runs']);
    await shell('$PIPEFORM apply --auto-approve');
    expect(readFileSync(join(folder, '.pipeform', '.gitignore'), 'utf8')).toBe('*\n');
  });

  inCi('doctor reports it, and leaves no file behind', async () => {
    const { shell, folder } = await openWorkspace({ document });
    const before = readdirSync(folder);
    const { stdout } = await shell('ulimit -f 0; $PIPEFORM doctor; echo "exit code $?"');
    expect(stdout).toMatch(/✗ journal[^\n]*\n/);
    expect(stdout).toContain('exit code 1');
    expect(readdirSync(folder)).toEqual(before);
  });
});
