import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Claimed, claimProject } from '../../src/commands/claim-project.ts';
import type { Context } from '../../src/commands/context.ts';
import { projectFolder } from '../../src/journal/project-folder.ts';
import { fakeClock } from '../apply/run-plan.ts';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'claim-project-'));
});
afterEach(() => rm(path, { recursive: true }));

/** Waits as long as it may; `onSleep` is called before each look after the first. */
function claim(runId: string, lockTimeoutMs: number, onSleep: () => void = () => {}, stop = new AbortController()) {
  const clock = fakeClock(onSleep);
  const context = { clock, interrupts: { stop: stop.signal } } as unknown as Context;
  return claimProject(projectFolder(path), { runId, lockTimeoutMs }, context);
}

async function mustClaim(runId: string) {
  const claimed = await claim(runId, 0);
  if (!claimed.ok) throw new Error(claimed.diagnostic.summary);
  return claimed.project;
}

const codeOf = (claimed: Claimed) => (claimed.ok ? 'claimed' : claimed.diagnostic.code);

describe('a wait for another run of the project', () => {
  test('ends at an interrupt', async () => {
    const { release } = await mustClaim('run-1');
    const stop = new AbortController();
    let looks = 0;
    const ended = await claim('run-2', 600_000, () => (++looks === 3 ? stop.abort('SIGINT') : undefined), stop);
    expect([codeOf(ended), looks]).toEqual(['interrupted', 3]);
    await release();
  });

  test('ends when its time is over, and says who is at work', async () => {
    const { release } = await mustClaim('run-1');
    const ended = await claim('run-2', 1_000);
    expect(codeOf(ended)).toBe('apply-locked');
    expect(ended).toMatchObject({ diagnostic: { detail: expect.stringContaining('run-1') } });
    await release();
  });

  test('ends when the other is done, and leaves nothing of the wait', async () => {
    const first = await mustClaim('run-1');
    const second = await claim('run-2', 600_000, () => void first.release());
    if (!second.ok) throw new Error('it was not claimed');
    await second.project.release();
    expect((await readdir(projectFolder(path).path)).sort()).toEqual(['.gitignore', 'runs']);
  });
});
