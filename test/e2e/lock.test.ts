import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inCi, sample } from '../effort.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';
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

/** A moment while a command takes its lock. */
type TakingMoment = 'before its bid is written' | 'before its bid becomes the lock' | 'when it has the lock';

/** Sends the command the signal at this moment, once, after a message on stderr. */
function signalWhileTaking(moment: TakingMoment, signal: 'SIGKILL' | 'SIGSTOP'): string {
  const hit = `
    const fs = (await import('node:fs')).default;
    const files = (await import('node:fs/promises')).default;
    let isDone = false;
    const hit = () => {
      if (isDone) return;
      isDone = true;
      fs.writeSync(2, 'hit while taking the lock\\n');
      process.kill(process.pid, '${signal}');
    };`;
  switch (moment) {
    case 'before its bid is written':
      return `${hit}
        const { writeFile } = files;
        files.writeFile = (path, ...rest) => {
          if (String(path).includes('lock.')) hit();
          return writeFile(path, ...rest);
        };`;
    case 'before its bid becomes the lock':
      return `${hit}
        const { rename } = files;
        files.rename = (from, to) => {
          if (to.endsWith('lock')) hit();
          return rename(from, to);
        };`;
    case 'when it has the lock':
      return `${hit}
        const { rename } = files;
        files.rename = async (from, to) => {
          await rename(from, to);
          if (to.endsWith('lock')) hit();
        };`;
  }
}

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-clicks': pipe(fleet, 'clickstream-prod', { settings }),
    'b-orders': pipe(fleet, 'orders-prod', { settings }),
    'c-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};
const ALL_WRITES = ['clickstream-prod PUT', 'orders-prod PUT', 'payments-prod PUT'];
const APPLY = 'apply --auto-approve --parallelism 1';
const MOMENTS: readonly TakingMoment[] = [
  'before its bid is written',
  'before its bid becomes the lock',
  'when it has the lock',
];

const kept = async ({ folder }: Workspace) => (await readdir(join(folder, '.pipeform'))).sort();
const sent = (workspace: Workspace) => workspace.writes().map((line) => line.split(' ', 2).join(' '));

/** Makes the last sign of life of the lock, or of the bid for it, this old. */
async function passSilence({ folder }: Workspace, silentMs: number): Promise<void> {
  const then = new Date(Date.now() - silentMs);
  const project = join(folder, '.pipeform');
  for (const name of await readdir(project)) if (name.startsWith('lock')) await utimes(join(project, name), then, then);
}

describe.concurrent('a run interrupted while it takes the lock', () => {
  test.each(sample(MOMENTS))('killed, %s: the next run starts immediately, and nothing is left', async (moment) => {
    const workspace = await openWorkspace({ document });
    const killed = await workspace.runBuilt(APPLY, preload(signalWhileTaking(moment, 'SIGKILL')));
    expect(killed.code).toBe('SIGKILL');
    const { code, stderr } = await workspace.run(APPLY);
    expect({ code, stderr: stderr.includes('apply-locked') }).toEqual({ code: 0, stderr: false });
    expect(await kept(workspace)).toEqual(['.gitignore', 'runs']);
  });

  test.each(sample(MOMENTS))('suspended, %s: does not run beside the run that has the lock', async (moment) => {
    const workspace = await openHeld('write', { document, nth: 1 });
    const stopped = workspace.start(APPLY, preload(signalWhileTaking(moment, 'SIGSTOP')));
    await stopped.complains(/hit while taking the lock/);
    await passSilence(workspace, 31_000);
    const working = workspace.start(APPLY);
    await working.reaches(workspace.held);
    stopped.signal('SIGCONT');
    const refused = await stopped.ended;
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toMatch(/apply-locked|lock-lost/);
    workspace.release();
    expect((await working.ended).code).toBe(0);
    expect(sent(workspace)).toEqual(ALL_WRITES);
    expect(await kept(workspace)).toEqual(['.gitignore', 'runs']);
  });
});

describe.concurrent('runs on two machines that share a folder', () => {
  inCi.each([60_000, 0, -86_400_000])('do not run at the same time: one clock is %d ms off', async (aheadMs) => {
    const workspace = await openHeld('write', { document, nth: 1 });
    const working = workspace.start(APPLY, preload(onMachine('machine-a')));
    await working.reaches(workspace.held);
    const refused = await workspace.runBuilt(APPLY, preload(onMachine('machine-b', aheadMs)));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/apply-locked[\s\S]*Run \S+, process \d+ on machine-a/);
    workspace.release();
    expect((await working.ended).code).toBe(0);
    expect(sent(workspace)).toEqual(ALL_WRITES);
  });

  inCi.each([86_400_000, 0, -86_400_000])(
    'take over a lock after 30 s without a heartbeat, and the previous owner then stops: a clock is %d ms off',
    async (aheadMs) => {
      const workspace = await openHeld('write', { document, nth: 2 });
      const suspended = workspace.start(`${APPLY} --format json`, preload(onMachine('machine-a')));
      await suspended.reaches(workspace.held);
      suspended.signal('SIGSTOP');
      await passSilence(workspace, 31_000);
      const taken = await workspace.runBuilt(APPLY, preload(onMachine('machine-b', aheadMs)));
      expect(taken.code).toBe(0);
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
    },
  );
});
