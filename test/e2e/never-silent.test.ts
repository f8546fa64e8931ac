import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { manage, openWorkspace, readDocument, readEvents } from './harness.ts';
import { preload } from './preload.ts';

const UNFINISHED =
  'Pipeform stopped before the command was done, because nothing was left that it could wait for. The result is unknown. ' +
  'Run `pipeform plan` to see what is live. This is a bug in Pipeform: please report it with the command and ' +
  '`pipeform --version`.\n';

/** Files that never answer, and keep no process alive: a promise that is never settled, wherever a command waits for one. */
const SILENT_FILES = preload(`
  import fs from 'node:fs/promises';
  for (const name of Object.keys(fs)) {
    // Node itself reads the modules of a command with it.
    if (name !== 'readFile' && typeof fs[name] === 'function') fs[name] = () => new Promise(() => {});
  }`);

/** The same of a disk that takes what is written to a journal, and says that it has for the first line only. */
const SILENT_DISK = preload(`
  import fs from 'node:fs/promises';
  const { open } = fs;
  fs.open = async (path, ...how) => {
    const file = await open(path, ...how);
    if (!String(path).includes('.jsonl')) return file;
    const flush = file.datasync.bind(file);
    file.datasync = () => {
      file.datasync = () => new Promise(() => {});
      return flush();
    };
    return file;
  };`);

const fleet = createQuickstartFleet();
const document = manage(fleet, 'changeable', { settings: { db_max_threads: 6 } });

describe.concurrent('a command with nothing left to wait for', () => {
  test.each([
    'validate',
    'fmt',
    'pull',
    'plan',
    'apply --auto-approve',
    'apply plan.json',
    'drift',
    'runs',
    'runs show latest',
    'rollback latest --auto-approve',
    'show plan.json',
    'merge plan.json plan.json',
    'publish plan.json --to slack',
    'check',
    'series orders-lag',
    'alert orders-alert',
    'schema config',
    'sandbox --port 0 --state state',
  ])('%s says so and ends with 1, with nothing on stdout', async (line) => {
    const { run, asked } = await openWorkspace({ document });
    for (const format of ['text', 'json']) {
      const env = { ...SILENT_FILES, PIPEFORM_FORMAT: format };
      expect(await run(line, env)).toEqual({ code: 1, stdout: '', stderr: UNFINISHED });
    }
    expect(asked()).toEqual({});
  });

  test('apply says so in the middle of its work: stdout holds whole events, and the run is unfinished', async () => {
    const { run, writes } = await openWorkspace({ document });
    const { code, stdout, stderr } = await run('apply --auto-approve --format json', SILENT_DISK);
    expect([code, stderr]).toEqual([1, UNFINISHED]);
    const types = readEvents<RunEvent>(stdout).map(({ type }) => type);
    expect(types).toContain('run_start');
    expect(types).not.toContain('run_done');
    expect(writes()).toEqual([]);
    const { runs } = readDocument<{ runs: readonly object[] }>((await run('runs --format json')).stdout);
    expect(runs).toMatchObject([{ status: 'unfinished' }]);
  });
});
