import type { ReadResult } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import { formatNumber } from '../model/number.ts';

/** How much was not attempted, and why. */
export interface NotAttempted {
  readonly pipes: number;
  readonly total: number;
  /** The words of the failures: why nothing was sent any more. */
  readonly reason: string;
}

/** One diagnostic for all pipes that were not read because everything failed; none when each was asked for. */
export function reportNotAttempted(reads: readonly ReadResult[]): readonly Diagnostic[] {
  const reasons = reads.flatMap((read) =>
    !read.ok && read.failure.kind === 'not-attempted' ? [read.failure.message] : [],
  );
  const [reason] = reasons;
  if (reason === undefined) return [];
  return [describeNotAttempted({ pipes: reasons.length, total: reads.length, reason }, 'read')];
}

export function describeNotAttempted({ pipes, total, reason }: NotAttempted, deed: 'read' | 'updated'): Diagnostic {
  const verb = pipes === 1 ? 'was' : 'were';
  return diagnose('error', {
    code: 'circuit-open',
    summary: `${formatNumber(pipes)} of ${total === 1 ? '1 pipe' : `${formatNumber(total)} pipes`} ${verb} not ${deed}: ${reason.replace(/[\s.]+$/, '')}.`,
    hint: DIAGNOSTIC_CODES['circuit-open'].cure,
  });
}
