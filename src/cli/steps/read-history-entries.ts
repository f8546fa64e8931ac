import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { diagnoseSystemError } from '../../engine/describe-system-error.ts';
import { readHistory } from '../../history/history-lines.ts';
import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import type { HistoryEntry } from '../../model/drift-history/entry.ts';
import { listFirst } from '../../report/view-model/format.ts';

type HistoryFile =
  | { readonly ok: true; readonly entries: readonly HistoryEntry[]; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

const MOST_NUMBERS = 5;

/** Damaged lines are skipped with a warning. `missing`: what a file means that does not exist. */
export async function readHistoryEntries(
  file: string,
  cwd: string,
  missing: 'failure' | 'empty' = 'failure',
): Promise<HistoryFile> {
  const unreadable = `${file} cannot be read.`;
  try {
    const { entries, damaged } = readHistory(await readFile(resolve(cwd, file), 'utf8'));
    if (damaged.length === 0) return { ok: true, entries, warnings: [] };
    if (entries.length === 0) {
      const detail = 'It is not a history: no line is as `--history` writes it.';
      return { ok: false, diagnostic: diagnoseCode('history-unreadable', unreadable, detail) };
    }
    const numbers = listFirst(damaged.map(String), MOST_NUMBERS);
    const summary = `${file}: damaged lines were skipped: ${numbers}.`;
    return { ok: true, entries, warnings: [diagnoseCode('history-damaged', summary, null, 'warning')] };
  } catch (error) {
    if (missing === 'empty' && (error as NodeJS.ErrnoException).code === 'ENOENT')
      return { ok: true, entries: [], warnings: [] };
    return { ok: false, diagnostic: diagnoseSystemError('history-unreadable', unreadable, error) };
  }
}
