import { joinHistories } from '../../history/history-lines.ts';
import { type HistorySpan, summarizeHistory } from '../../history/summarize-history.ts';
import type { HistoryEntry } from '../../model/drift-history.ts';
import { listWords } from '../../model/text.ts';
import { composeHistory } from '../../report/compose/compose-history.ts';
import type { HistoryCommandOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { readHistoryEntries } from '../steps/read-history-entries.ts';

/** Reports on the history that `drift` and `apply` wrote. Reads neither the configuration nor the service. */
export async function runHistory(invocation: Invocation<HistoryCommandOptions>): Promise<number> {
  const { ownOptions, args: files, workspace, printer, context } = invocation;
  const span = readSpan(ownOptions, context.clock.now());
  const read = await Promise.all(files.map((file) => readHistoryEntries(file, workspace.cwd, 'report')));
  const problems = read.flatMap((one) => (one.ok ? [] : [one.diagnostic]));
  if (problems.length > 0) return endFailed(problems, printer);
  printer.diagnostics(read.flatMap((one) => (one.ok ? one.warnings : [])));
  const entries = joinHistories(read.map((one) => (one.ok ? one.entries : [])));
  const report = summarizeHistory(selectEnvironment(entries, workspace.environment), span);
  await printer.print(report, () => composeHistory(report));
  return chooseExitCode({ kind: 'done' });
}

function readSpan({ since, from, to }: HistoryCommandOptions, now: number): HistorySpan {
  if (since !== null && (from !== null || to !== null)) {
    throw new UsageError('--since cannot be used with --from and --to.', 'Give one or the other.');
  }
  if (from !== null && to !== null && to <= from) {
    throw new UsageError('--to must be after --from.', '--from is the beginning, --to the end.');
  }
  const start = since === null ? from : now - since;
  return { from: start ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY };
}

/** Throws UsageError for an environment that has no entry. */
function selectEnvironment(entries: readonly HistoryEntry[], environment: string | null): readonly HistoryEntry[] {
  const chosen = environment === null ? entries : entries.filter((entry) => entry.environment === environment);
  if (chosen.length > 0 || entries.length === 0) return chosen;
  const known = [...new Set(entries.flatMap((entry) => entry.environment ?? []))].sort();
  const parts = [
    known.length > 0 && `for ${listWords(known)}`,
    entries.some((entry) => entry.environment === null) && 'without an environment',
  ].filter((part) => part !== false);
  throw new UsageError(
    `The history has no entries for environment "${environment}".`,
    `It has entries ${parts.join(', and ')}.`,
  );
}
