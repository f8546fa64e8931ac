import type { Run } from '../../src/model/run.ts';
import { losesJournal } from './draw-tampering.ts';
import type { Evidence } from './play.ts';

/** Whether a run reports that it lost its journal or its lock. */
export function hasLost({ diagnostics }: Pick<Run, 'diagnostics'>): boolean {
  return diagnostics.some(({ code }) => code === 'journal-lost' || code === 'lock-lost');
}

/** A run that lost its journal or its lock notices, sends nothing more, and is not listed as a success. */
export function checkTampering(evidence: Evidence): readonly string[] {
  const { chaos, tamperedAt, apply, listed } = evidence;
  const { tampering } = chaos;
  if (tampering === null || tamperedAt === null || apply.run === null) {
    return apply.run !== null && hasLost(apply.run)
      ? ['it says that something was taken from it, and nothing was']
      : [];
  }
  const found = findWritesAfter(evidence, tamperedAt);
  // At an event or a late commit the run may be over; a request belongs to a run that still has a line to write.
  const isAtWork = tampering.on === 'request' || tampering.on === 'write';
  if (isAtWork && !hasLost(apply.run)) found.push(`it does not report the loss of its ${tampering.target}`);
  if (losesJournal(tampering)) {
    if (listed !== null && isAtWork) found.push(`runs lists a run as ${listed.status} whose journal was removed`);
    return found;
  }
  if (hasLost(apply.run) && listed?.status !== 'failed')
    found.push(`runs lists a run that lost the lock as ${listed?.status}`);
  return found;
}

/** Only writes admitted when it happened: one per pipe, for as many pipes as are updated at once. */
function findWritesAfter({ requests, chaos }: Evidence, tamperedAt: number): string[] {
  const later = requests.slice(tamperedAt).filter(({ method }) => method !== 'GET');
  const pipes = new Set(later.map(({ pipeId }) => pipeId));
  const found: string[] = [];
  if (later.length > pipes.size)
    found.push('a pipe was written to more than once after the journal or the lock was gone');
  if (pipes.size > chaos.parallelism) {
    found.push(
      `${pipes.size} pipes were written to after the journal or the lock was gone, ${chaos.parallelism} at once`,
    );
  }
  return found;
}
