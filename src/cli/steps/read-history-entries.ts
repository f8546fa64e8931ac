import { resolve } from 'node:path';
import { diagnoseSystemError } from '../../engine/diagnose-system-error.ts';
import { readHistoryFile } from '../../history/history-lines.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { HistoryEntry } from '../../model/drift-history.ts';
import { shortList } from '../../model/number.ts';
import type { Result } from '../../model/result.ts';

type HistoryFile = Result<
  { readonly entries: readonly HistoryEntry[]; readonly warnings: readonly Diagnostic[] },
  { readonly diagnostic: Diagnostic }
>;

const MAX_NUMBERS = 5;

const DAMAGED_HINT = 'Restore these lines from a copy, or remove them; what they recorded is not counted.';

/**
 * For a report, damaged lines are skipped with a warning. For the bounds of a remediation, they are an error, since they may be of
 * earlier ones, and a missing file is empty. The incomplete line of a killed writer hides none: each adds one before it writes.
 */
export async function readHistoryEntries(file: string, cwd: string, use: 'report' | 'bounds'): Promise<HistoryFile> {
  try {
    const missing = use === 'report' ? 'failure' : 'empty';
    const { entries, damaged, isTorn } = await readHistoryFile(resolve(cwd, file), missing);
    if (damaged.length === 0) return { ok: true, entries, warnings: [] };
    const numbers = shortList(damaged, MAX_NUMBERS);
    if (use === 'bounds' && damaged.length > Number(isTorn)) {
      const summary = `${file} has damaged lines: ${numbers}.`;
      return { ok: false, diagnostic: diagnose('error', { code: 'history-unreadable', summary, hint: DAMAGED_HINT }) };
    }
    const summary = `${file}: damaged lines were skipped: ${numbers}.`;
    const warning = diagnose('warning', { code: 'history-unreadable', summary, hint: DAMAGED_HINT });
    return { ok: true, entries, warnings: [warning] };
  } catch (error) {
    return { ok: false, diagnostic: diagnoseSystemError('history-unreadable', `${file} cannot be read.`, error) };
  }
}
