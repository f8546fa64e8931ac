import { type OpenJournal, openJournal } from '../journal/open-journal.ts';
import { makeProjectFolder, NotOurFolderError, type ProjectFolder, pruneJournals } from '../journal/project-folder.ts';
import type { Clock } from '../model/clock.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Result } from '../model/result.ts';
import { type Lock, type LockHolder, readLock, takeLock } from '../platform/lock-file.ts';
import { describeSystemError } from './describe-system-error.ts';
import { diagnoseSystemError } from './diagnose-system-error.ts';
import type { Runtime } from './runtime.ts';

/** A project that no other run works on until it is released. */
export interface LockedProject {
  readonly runId: string;
  readonly journal: OpenJournal;
  /** Never throws. */
  release(): Promise<void>;
}

export type ProjectLockAttempt = Result<{ readonly project: LockedProject }, { readonly diagnostic: Diagnostic }>;

const TRY_AGAIN_MS = 250;

/**
 * Takes the project lock and opens the journal of a run; writes no line yet. The id is made anew before each try, so that the ids of a
 * project sort about in the order in which its runs write, by the clock of this machine.
 * @param lockTimeoutMs how long to wait for another run of the project; 0 does not wait, except to see whether a silent one is gone.
 */
export async function lockProject(
  folder: ProjectFolder,
  lockTimeoutMs: number,
  runtime: Runtime,
): Promise<ProjectLockAttempt> {
  try {
    await makeProjectFolder(folder);
    const deadlineMs = runtime.clock.monotonicMs() + lockTimeoutMs;
    const { stop: signal } = runtime.interrupts;
    for (;;) {
      const now = new Date(runtime.clock.now());
      const runId = makeRunId(runtime);
      const taken = await takeLock(folder.lock, { purpose: runId, now, signal });
      if (taken.ok) {
        const findLockLoss = () => explainLoss(taken.lock, folder);
        const journal = openJournal(folder, runId, { explain: describeWriteError, findLockLoss });
        // Old journals go before the first line of this one, since its file would count as unfinished. After a failure, a later run tries again.
        await pruneJournals(folder).catch(() => {});
        const release = async (): Promise<void> => {
          await journal.close();
          await taken.lock.release().catch(() => {});
        };
        return { ok: true, project: { runId, journal, release } };
      }
      if (signal.aborted) {
        const summary = 'Interrupted while waiting for another run of this project. Nothing was written.';
        return { ok: false, diagnostic: diagnoseCode('interrupted', summary) };
      }
      if (runtime.clock.monotonicMs() >= deadlineMs) return { ok: false, diagnostic: lockedProblem(taken.holder) };
      await runtime.clock.sleep(TRY_AGAIN_MS, signal);
    }
  } catch (error) {
    return { ok: false, diagnostic: unusableJournalProblem(folder, error) };
  }
}

/**
 * `20261120T100000Z-1f4a2c`: sorts by time, for `rollback latest`. After the dash, three hexadecimal digits are the milliseconds
 * and three are random, for runs in the same millisecond on two machines.
 */
export function makeRunId({ clock, random }: Pick<Runtime, 'random'> & { readonly clock: Pick<Clock, 'now'> }): string {
  const time = new Date(clock.now());
  const seconds = time.toISOString().replace(/[-:]|\.\d+/g, '');
  const tail = time.getUTCMilliseconds() * 0x1000 + Math.floor(random() * 0x1000);
  return `${seconds}-${tail.toString(16).padStart(6, '0')}`;
}

function describeWriteError(error: unknown): string {
  return describeSystemError(error) ?? 'The file could not be written.';
}

/** Why the lock was lost; null while it is held. */
async function explainLoss(lock: Lock, { lock: file }: ProjectFolder): Promise<string | null> {
  try {
    if (await lock.isHeld()) return null;
    const holder = await readLock(file);
    if (holder === null) return `${file} was removed or replaced.`;
    return `Another process holds it now. ${describeHolder(holder)}`;
  } catch (error) {
    return `${file} cannot be read. ${describeWriteError(error)}`;
  }
}

function lockedProblem(holder: LockHolder): Diagnostic {
  const summary = 'Another apply or rollback of this project is running. Nothing was written.';
  return diagnoseCode('apply-locked', summary, describeHolder(holder));
}

/** `Run ID, process 123 on host, since TIME.` */
export function describeHolder({ purpose, processId, host, since }: LockHolder): string {
  return `Run ${purpose}, process ${processId} on ${host.split(' ')[0]}, since ${since}.`;
}

export function unusableJournalProblem(folder: ProjectFolder, error: unknown): Diagnostic {
  if (error instanceof NotOurFolderError) {
    const summary = `${error.folder} is a file or a link, not a folder, so the journal cannot be kept there. Nothing was written.`;
    return diagnoseCode('journal-unusable', summary);
  }
  const summary = `The journal cannot be kept in ${folder.path}. Nothing was written.`;
  return diagnoseSystemError('journal-unusable', summary, error);
}
