import { resolve } from 'node:path';
import { createStartEntry } from '../../history/create-entry.ts';
import { holdHistory } from '../../history/history-file.ts';
import { timestamp } from '../../model/clock.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { hasWork, type Plan } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { summarizePlan } from '../../plan/plan-fleet.ts';
import type { RemediationOptions } from '../../plan/policy/plan-policy.ts';
import { listRestored, refuseReturningDrift } from '../../plan/policy/remediation.ts';
import type { Session } from '../options/command-spec.ts';
import { unwritableProblem } from '../output/output-files.ts';
import { readHistoryEntries } from './read-history-entries.ts';

type StartedRemediation = Result<{ readonly plan: Plan }, { readonly diagnostic: Diagnostic }>;

/**
 * Adds what a remediation is about to write to its history: one that is killed adds nothing at its end. Under the same lock, pipes
 * are refused that another run has restored as often as they may be since the plan was made.
 */
export async function startRemediation(
  file: string,
  runId: string,
  plan: Plan,
  remediation: RemediationOptions,
  { workspace: { cwd }, context: { clock, interrupts } }: Session,
): Promise<StartedRemediation> {
  try {
    return await holdHistory(resolve(cwd, file), { clock, signal: interrupts.stop }, async (append) => {
      const isCounted = remediation.bounds.perPipe !== null;
      const earlier = isCounted ? await readHistoryEntries(file, cwd, 'bounds') : { ok: true as const, entries: [] };
      if (!earlier.ok) return earlier;
      const past = listRestored(earlier.entries, plan.environment);
      const pipes = refuseReturningDrift(plan, { ...remediation, past });
      const left = { ...plan, pipes, summary: summarizePlan(pipes) };
      if (hasWork(left)) await append(createStartEntry(runId, left, timestamp(clock)));
      return { ok: true, plan: left };
    });
  } catch (error) {
    return { ok: false, diagnostic: unwritableProblem({ option: '--history', file }, error) };
  }
}
