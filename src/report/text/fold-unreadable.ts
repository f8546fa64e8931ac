import type { DiagnosticCode } from '../../model/diagnostic-codes.ts';
import type { DriftPipe } from '../../model/drift.ts';
import { formatNumber } from '../../model/number.ts';
import type { PlannedPipe } from '../../model/plan.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../view-model/count.ts';

/** Up to this many pipes that fail alike are each told in full; of more than that only some. */
const FEW = 5;
const TOLD_IN_FULL = 3;
const NAMED = 10;

export interface Folded<P> {
  /** The pipes to tell in full, in the order of the report. */
  readonly shown: readonly P[];
  /** One line for each reason that more pipes share. */
  readonly rest: readonly string[];
}

/** When a service is down every pipe fails alike: the first few are told in full, and the rest is named and counted. */
export function foldUnreadable<P extends PlannedPipe | DriftPipe>(pipes: readonly P[]): Folded<P> {
  const byReason = new Map<DiagnosticCode, P[]>();
  for (const pipe of pipes) {
    const reason = reasonOf(pipe);
    if (reason === null) continue;
    const alike = byReason.get(reason);
    if (alike === undefined) byReason.set(reason, [pipe]);
    else alike.push(pipe);
  }
  const hidden = new Set<P>();
  const rest: string[] = [];
  for (const [reason, alike] of byReason) {
    if (alike.length <= FEW) continue;
    const more = alike.slice(TOLD_IN_FULL);
    for (const pipe of more) hidden.add(pipe);
    const names = more.slice(0, NAMED).map(({ name }) => safeText(name));
    const unnamed = more.length > names.length ? ` and ${formatNumber(more.length - names.length)} more` : '';
    const what = more.every(({ liveName }) => liveName === null) ? 'could not be read' : 'cannot be compared';
    rest.push(
      `${count(more.length, 'more pipe')} ${what} for the same reason [${reason}]: ${names.join(', ')}${unnamed}.`,
    );
  }
  return { shown: pipes.filter((pipe) => !hidden.has(pipe)), rest };
}

function reasonOf(pipe: PlannedPipe | DriftPipe): DiagnosticCode | null {
  const [only, ...others] = pipe.diagnostics;
  return pipe.status === 'error' && only !== undefined && others.length === 0 ? only.code : null;
}
