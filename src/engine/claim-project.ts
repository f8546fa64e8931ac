import { pruneJournals } from '../journal/list-journals.ts';
import { type OpenJournal, openJournal } from '../journal/open-journal.ts';
import { makeProjectFolder, NotOurFolderError, type ProjectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import { type Lock, type LockHolder, readLock, takeLock } from '../platform/lock-file.ts';
import { makeRunId } from './run-id.ts';
import type { Runtime } from './runtime.ts';
import { describeSystemError } from './system-words.ts';

/** What a command that writes to pipes asks for before it reads any. */
export interface Claim {
  /** Milliseconds to wait for another run of the project; 0 not at all. */
  readonly lockTimeoutMs: number;
}

/** A project that no other run works on until it is released. */
export interface ClaimedProject {
  readonly runId: string;
  readonly journal: OpenJournal;
  /** Never throws. */
  release(): Promise<void>;
}

export type Claimed =
  | { readonly ok: true; readonly project: ClaimedProject }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

const LOOK_AGAIN_MS = 250;

/**
 * Takes the lock of the project and opens the journal of a run. Nothing of the run is on disk yet. The run is named when
 * its turn has come: of two runs of a project, the one that writes later has the later id, by the clock of this machine.
 */
export async function claimProject(
  folder: ProjectFolder,
  { lockTimeoutMs }: Claim,
  runtime: Runtime,
): Promise<Claimed> {
  try {
    await makeProjectFolder(folder);
    const deadlineMs = runtime.clock.monotonicMs() + lockTimeoutMs;
    for (;;) {
      const now = new Date(runtime.clock.now());
      const runId = makeRunId(runtime);
      const taken = await takeLock(folder.lock, { purpose: runId, now });
      if (taken.ok) {
        const findLockLoss = () => explainLoss(taken.lock, folder);
        const journal = openJournal(folder, runId, { explain: describeWriteError, findLockLoss });
        // What is not removed now is removed by a later run.
        await pruneJournals(folder).catch(() => {});
        const release = async (): Promise<void> => {
          await journal.close();
          await taken.lock.release().catch(() => {});
        };
        return { ok: true, project: { runId, journal, release } };
      }
      if (runtime.interrupts.stop.aborted) return { ok: false, diagnostic: interrupted() };
      if (runtime.clock.monotonicMs() >= deadlineMs) return { ok: false, diagnostic: locked(taken.holder) };
      await runtime.clock.sleep(LOOK_AGAIN_MS, runtime.interrupts.stop);
    }
  } catch (error) {
    return { ok: false, diagnostic: unusable(folder, error) };
  }
}

function describeWriteError(error: unknown): string {
  return describeSystemError(error) ?? 'The file could not be written.';
}

/** Why a lock that was taken is not held any more; null while it is. */
async function explainLoss(lock: Lock, { lock: file }: ProjectFolder): Promise<string | null> {
  try {
    if (await lock.isHeld()) return null;
    const found = await readLock(file);
    if (found === 'free') return `${file} was removed.`;
    if (typeof found === 'string') return `${file} was replaced by a file that names no process at work.`;
    return `Another process holds it now. ${describeHolder(found)}`;
  } catch (error) {
    return `${file} cannot be read. ${describeWriteError(error)}`;
  }
}

function interrupted(): Diagnostic {
  return diagnose('error', {
    code: 'interrupted',
    summary: 'Interrupted while waiting for another run of this project. Nothing was written.',
    hint: 'Run the command again when you are ready.',
  });
}

function locked(holder: LockHolder | null): Diagnostic {
  return diagnose('error', {
    code: 'apply-locked',
    summary: 'Another apply or rollback of this project is at work. Nothing was written.',
    detail: holder === null ? NO_HOLDER : describeHolder(holder),
    hint: DIAGNOSTIC_CODES['apply-locked'].cure,
  });
}

const NO_HOLDER =
  'The lock file does not say who holds it. It is taken over once it has not been written to for 30 seconds.';

/** `Run ID, process 123 on host, since TIME.` */
export function describeHolder({ purpose, processId, host, since }: LockHolder): string {
  return `Run ${purpose}, process ${processId} on ${host.split(' ')[0]}, since ${since}.`;
}

function unusable(folder: ProjectFolder, error: unknown): Diagnostic {
  const summary =
    error instanceof NotOurFolderError
      ? `${error.folder} is a file or a link, not a folder, so the journal cannot be kept there. Nothing was written.`
      : `The journal cannot be kept in ${folder.path}. Nothing was written.`;
  return diagnose('error', {
    code: 'journal-unusable',
    summary,
    detail: error instanceof NotOurFolderError ? null : describeSystemError(error),
    hint: DIAGNOSTIC_CODES['journal-unusable'].cure,
  });
}
