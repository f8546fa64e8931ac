import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run.ts';
import { sample } from '../effort.ts';
import { fleet, manage, openWorkspace, readDocument, readEvents } from './harness.ts';
import { preload } from './preload.ts';

const UNFINISHED =
  'Pipeform stopped before the command was done, because nothing was left that it could wait for. The result is unknown. ' +
  'Run `pipeform plan` to see what is live. This is a bug in Pipeform: please report it with the command and ' +
  '`pipeform --version`.\n';

/** File operations that return a promise that never settles and keep no process alive. */
const SILENT_FILES = preload(`
  import fs from 'node:fs/promises';
  for (const name of Object.keys(fs)) {
    // Node reads the modules of a command with this function.
    if (name !== 'readFile' && typeof fs[name] === 'function') fs[name] = () => new Promise(() => {});
  }`);

/** The same for journal writes: the disk takes every line, and confirms only the first. */
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

const document = manage(fleet, 'changeable', { settings: { db_max_threads: 6 } });

describe.concurrent('a command whose pending work disappears', () => {
  test.each(
    sample(
      [
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
      ],
      1,
    ),
  )('%s reports it and exits with 1, with nothing on stdout', async (line) => {
    const { runBuilt: run, takeRequests } = await openWorkspace({ document });
    for (const format of sample(['text', 'json'])) {
      const env = { ...SILENT_FILES, PIPEFORM_FORMAT: format };
      expect(await run(line, env)).toEqual({ code: 1, stdout: '', stderr: UNFINISHED });
    }
    expect(takeRequests()).toEqual({});
  });

  test('apply reports it during its work: stdout holds complete events, and the run is unfinished', async () => {
    const { run, runBuilt, writes } = await openWorkspace({ document });
    const { code, stdout, stderr } = await runBuilt('apply --auto-approve --format json', SILENT_DISK);
    expect([code, stderr]).toEqual([1, UNFINISHED]);
    const types = readEvents<RunEvent>(stdout).map(({ type }) => type);
    expect(types).toContain('run_start');
    expect(types).not.toContain('run_done');
    expect(writes()).toEqual([]);
    const { runs } = readDocument<{ runs: readonly object[] }>((await run('runs --format json')).stdout);
    expect(runs).toMatchObject([{ status: 'unfinished' }]);
  });
});
