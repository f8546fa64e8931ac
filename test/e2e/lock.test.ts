import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inCi } from '../effort.ts';
import { fleet, openHeld, pipe, readDocument, type Workspace } from './harness.ts';
import { preload } from './preload.ts';

/** The command sees another host name, and a clock that is ahead by this much. */
function onMachine(name: string, aheadMs = 0): string {
  return `
    (await import('node:os')).default.hostname = () => ${JSON.stringify(name)};
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${aheadMs}) : super(...given); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
}

/** The command is suspended just before its bid becomes the lock, after a message on stderr. */
const SUSPENDED = `
  const fs = (await import('node:fs')).default;
  const files = (await import('node:fs/promises')).default;
  const { rename } = files;
  let isDone = false;
  files.rename = (from, to) => {
    if (to.endsWith('lock') && !isDone) {
      isDone = true;
      fs.writeSync(2, 'hit while taking the lock\\n');
      process.kill(process.pid, 'SIGSTOP');
    }
    return rename(from, to);
  };`;

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-clicks': pipe(fleet, 'clickstream-prod', { settings }),
    'b-orders': pipe(fleet, 'orders-prod', { settings }),
    'c-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};
const APPLY = 'apply --auto-approve --parallelism 1';

const kept = async ({ folder }: Workspace) => (await readdir(join(folder, '.pipeform'))).sort();
const sent = (workspace: Workspace) => workspace.writes().map((line) => line.split(' ', 2).join(' '));

/** Makes the last sign of life of the lock, or of the bid for it, older than a run may be silent. */
async function passSilence({ folder }: Workspace): Promise<void> {
  const then = new Date(Date.now() - 31_000);
  const project = join(folder, '.pipeform');
  for (const name of await readdir(project)) if (name.startsWith('lock')) await utimes(join(project, name), then, then);
}

// Who gets the lock at which moment, by which clock, and what a kill leaves is in test/platform/lock-file.test.ts.
test('a run that was suspended while it took the lock does not run beside the run that has it', async () => {
  const workspace = await openHeld('write', { document, nth: 1 });
  const stopped = workspace.start(APPLY, preload(SUSPENDED));
  await stopped.complains(/hit while taking the lock/);
  await passSilence(workspace);
  const working = workspace.start(APPLY);
  await working.reaches(workspace.held);
  stopped.signal('SIGCONT');
  const refused = await stopped.ended;
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toMatch(/apply-locked|lock-lost/);
  workspace.release();
  expect((await working.ended).code).toBe(0);
  expect(sent(workspace)).toEqual(['clickstream-prod PUT', 'orders-prod PUT', 'payments-prod PUT']);
  expect(await kept(workspace)).toEqual(['.gitignore', 'runs']);
});

inCi('a run of another machine takes over a lock without a heartbeat, and the previous owner then stops', async () => {
  const workspace = await openHeld('write', { document, nth: 2 });
  const suspended = workspace.start(`${APPLY} --format json`, preload(onMachine('machine-a')));
  await suspended.reaches(workspace.held);
  const other = preload(onMachine('machine-b', -86_400_000));
  const refused = await workspace.runBuilt(APPLY, other);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/apply-locked[\s\S]*Run \S+, process \d+ on machine-a/);

  suspended.signal('SIGSTOP');
  await passSilence(workspace);
  expect((await workspace.runBuilt(APPLY, other)).code).toBe(0);
  const before = sent(workspace).length;
  suspended.signal('SIGCONT');
  workspace.release();
  const { code, stdout } = await suspended.ended;
  expect(code).toBe(3);
  expect(stdout).toContain('"code":"lock-lost"');
  // The request in flight arrives; nothing more is sent.
  expect(sent(workspace).length).toBe(before + 1);
  expect(sent(workspace).filter((line) => line.startsWith('payments-prod'))).toHaveLength(1);
  expect(await kept(workspace)).toEqual(['.gitignore', 'runs']);
  const listed = await workspace.run('runs --format json');
  const { runs } = readDocument<{ runs: readonly { status: string }[] }>(listed.stdout);
  expect(listed.code).toBe(0);
  expect(runs.map(({ status }) => status).sort()).toEqual(['failed', 'finished']);
});
