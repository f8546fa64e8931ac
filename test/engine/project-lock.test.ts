import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../src/cli/options/context.ts';
import { openProject } from '../../src/engine/project.ts';
import { lockProject, type ProjectLockAttempt } from '../../src/engine/project-lock.ts';
import { createRuntime } from '../../src/engine/runtime.ts';
import { projectFolder } from '../../src/journal/project-folder.ts';
import { sleepyClock } from '../api/fake-clock.ts';
import { makeFolder } from '../e2e/folder.ts';
import { fleetOf, place } from '../plan/samples.ts';

const REMEDIATION = {
  fields: [],
  maxPipes: { count: 1, location: place(1) },
  perPipe: { times: 1, perMs: 1_000, location: place(2) },
};

let path: string;
beforeEach(async () => {
  path = await makeFolder();
});

/** Waits until the timeout; `onSleep` is called before each check after the first. */
function lock(lockTimeoutMs: number, onSleep: () => void = () => {}, stop = new AbortController()) {
  const clock = sleepyClock({ onSleep });
  const context = { clock, random: () => 0.5, interrupts: { stop: stop.signal } } as unknown as Context;
  return lockProject(projectFolder(path), lockTimeoutMs, context);
}

async function mustLock() {
  const locked = await lock(0);
  if (!locked.ok) throw new Error(locked.diagnostic.summary);
  return locked.project;
}

const codeOf = (attempt: ProjectLockAttempt) => (attempt.ok ? 'locked' : attempt.diagnostic.code);

describe('a wait for another run of the project', () => {
  test('ends at an interrupt', async () => {
    const { release } = await mustLock();
    const stop = new AbortController();
    let looks = 0;
    const ended = await lock(600_000, () => (++looks === 3 ? stop.abort('SIGINT') : undefined), stop);
    expect([codeOf(ended), looks]).toEqual(['interrupted', 3]);
    await release();
  });

  test('ends at its timeout and reports the run in progress', async () => {
    const { runId, release } = await mustLock();
    const ended = await lock(1_000);
    expect(codeOf(ended)).toBe('apply-locked');
    expect(ended).toMatchObject({ diagnostic: { detail: expect.stringContaining(runId) } });
    await release();
  });

  test('does not take longer when the wall clock steps back', async () => {
    const { release } = await mustLock();
    const clock = sleepyClock();
    const sleep = (milliseconds: number, signal: AbortSignal) => {
      clock.step(-3_600_000);
      return clock.sleep(milliseconds, signal);
    };
    const stop = new AbortController().signal;
    const context = { clock: { ...clock, sleep }, random: () => 0.5, interrupts: { stop } } as unknown as Context;
    expect(codeOf(await lockProject(projectFolder(path), 1_000, context))).toBe('apply-locked');
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(1_000);
    await release();
  });

  test('ends when the other run ends, and leaves nothing behind', async () => {
    const first = await mustLock();
    const second = await lock(600_000, () => void first.release());
    if (!second.ok) throw new Error('it was not locked');
    // It is the newest run: `rollback latest` restores what it wrote.
    expect(second.project.runId > first.runId).toBe(true);
    await second.project.release();
    expect((await readdir(projectFolder(path).path)).sort()).toEqual(['.gitignore', 'runs']);
  });
});

test('a project that cannot be opened to its end leaves no lock', async () => {
  const fleet = { ...fleetOf([]), remediation: REMEDIATION };
  const readHistory = () => Promise.reject(new TypeError('a mistake of ours'));
  const environment = { PIPEFORM_KEY_ID: 'a', PIPEFORM_KEY_SECRET: 'b' };
  const place = { path: '', repository: null };
  const options = { purpose: 'apply', cwd: path, place, remediate: { readHistory } } as const;
  const opening = openProject(fleet, path, options, createRuntime({ variables: environment }));
  await expect(opening).rejects.toThrow('a mistake of ours');
  await (await mustLock()).release();
});
