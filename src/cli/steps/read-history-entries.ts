import { resolve } from 'node:path';
import { diagnoseSystemError } from '../../engine/describe-system-error.ts';
import { readHistoryFile } from '../../history/history-lines.ts';
import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import type { HistoryEntry } from '../../model/drift-history/entry.ts';
import { listFirst } from '../../report/view-model/format.ts';

type HistoryFile =
  | { readonly ok: true; readonly entries: readonly HistoryEntry[]; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

const MOST_NUMBERS = 5;

/** Damaged lines are skipped with a warning. `missing`: as in `readHistoryFile`. */
export async function readHistoryEntries(
  file: string,
  cwd: string,
  missing: 'failure' | 'empty',
): Promise<HistoryFile> {
  try {
    const { entries, damaged } = await readHistoryFile(resolve(cwd, file), missing);
    if (damaged.length === 0) return { ok: true, entries, warnings: [] };
    const numbers = listFirst(damaged.map(String), MOST_NUMBERS);
    const summary = `${file}: damaged lines were skipped: ${numbers}.`;
    return { ok: true, entries, warnings: [diagnoseCode('history-damaged', summary, null, 'warning')] };
  } catch (error) {
    return { ok: false, diagnostic: diagnoseSystemError('history-unreadable', `${file} cannot be read.`, error) };
  }
}
