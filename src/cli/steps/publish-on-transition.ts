import { createDriftEntry } from '../../history/create-entry.ts';
import { appendHistory, type Locking, withLock } from '../../history/history-file.ts';
import { type ReadHistory, readHistoryFile } from '../../history/history-lines.ts';
import { createPublishedEntry, findTransition } from '../../history/transition.ts';
import { type Clock, timestamp } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { PublishedEntry } from '../../model/drift-history.ts';
import type { Drift } from '../../model/report.ts';
import type { Publication, PublishResult, Target } from '../../publish/index.ts';
import { unwritableProblem } from '../output/output-files.ts';

/** A history file. Its methods throw what `appendHistory` throws. */
export interface PublishedHistory {
  /** Calls `use` while no other publisher does. */
  exclusively<T>(use: () => Promise<T>): Promise<T>;
  read(): Promise<Pick<ReadHistory, 'entries'>>;
  append(entry: PublishedEntry): Promise<void>;
}

export function openPublishedHistory(path: string, locking: Locking): PublishedHistory {
  return {
    exclusively: (use) => withLock(path, 'publish.lock', locking, use),
    read: () => readHistoryFile(path, 'empty'),
    append: (entry) => appendHistory(path, entry, locking),
  };
}

export interface TransitionPorts {
  readonly history: PublishedHistory;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  publish(): Promise<PublishResult>;
}

export interface TransitionRequest {
  readonly drift: Drift;
  readonly to: Target['kind'];
  /** --id, or null. */
  readonly id: string | null;
  /** The history as typed. */
  readonly file: string;
}

const NOTHING: Omit<Publication, 'action'> = { url: null, diagnostics: [] };

/**
 * Publishes a drift report if it says something else than the last message that the history records for the target, which
 * is not newer, and records it. Publishers wait for each other, so that each sees the messages of the others.
 *
 * A request that may have been posted counts as posted, unless the target finds its comment again. A process that is killed
 * between the response and the record leaves no record, so the next one posts again.
 */
export async function publishOnTransition(
  { drift, to, id, file }: TransitionRequest,
  { history, clock, signal, publish }: TransitionPorts,
): Promise<PublishResult> {
  const report = createDriftEntry(drift);
  const target = id === null ? to : `${to}/${id}`;
  let posted: Publication | null = null;
  try {
    return await history.exclusively(async () => {
      const { entries } = await history.read();
      const transition = findTransition(report, target, entries, timestamp(clock));
      if (transition !== 'changed')
        return { ok: true, publication: { ...NOTHING, action: transition === 'known' ? 'unchanged' : 'none' } };
      if (signal.aborted) {
        return { ok: false, diagnostics: [diagnoseCode('interrupted', 'Interrupted. Nothing was posted.')] };
      }
      const result = await publish();
      posted = findPosted(result, to);
      if (posted === null) return result;
      await history.append(createPublishedEntry(report, target, timestamp(clock)));
      return { ok: true, publication: posted };
    });
  } catch (error) {
    const problem = unwritableProblem({ option: '--history', file }, error);
    const hint = 'The message was posted. Until it is recorded, the next run posts it again.';
    return { ok: false, diagnostics: [posted === null ? problem : { ...problem, hint }] };
  }
}

/** What counts as posted, or null. */
function findPosted(result: PublishResult, to: Target['kind']): Publication | null {
  if (result.ok) return result.publication;
  if (!result.isUnconfirmed || !(to === 'slack' || to === 'webhook')) return null;
  const diagnostics = result.diagnostics.map(
    (problem): Diagnostic => ({
      ...problem,
      severity: 'warning',
      hint: 'It counts as posted, so it is not posted again. Check whether it arrived.',
    }),
  );
  return { ...NOTHING, action: 'unconfirmed', diagnostics };
}
