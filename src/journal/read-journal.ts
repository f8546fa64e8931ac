import { createHash } from 'node:crypto';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import { type EndEntry, type HeadEntry, JOURNAL_VERSION, type JournalEntry } from '../model/journal.ts';
import { isJsonObject } from '../model/json.ts';
import { isTooDeep } from '../plan/saved/too-deep.ts';
import { validateJournalLine } from '../plan/saved/validate-report.generated.js';
import { type JournaledRun, rebuildRun } from './rebuild-run.ts';

export type ReadJournal =
  | { readonly ok: true; readonly journaled: JournaledRun }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** What is known of a journal before it is read. */
export interface JournalName {
  /** The run that its file is named by. */
  readonly id: string;
  /** How the file is called to a person. */
  readonly name: string;
}

/**
 * Reads a journal from its text. A last line that is not whole is normal, since a run may be killed while it writes; any other
 * line that is not as this version writes it makes the journal unreadable, since what it says may not be guessed at. A file
 * can be edited: one that tells of another run than it is named by is refused too.
 */
export function readJournal(text: string, { id, name }: JournalName): ReadJournal {
  const lines = text.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1);
  const entries: JournalEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const value = isTooDeep(line) ? undefined : parse(line);
    if (value === undefined && index > 0 && index === lines.length - 1) break;
    const isFirst = index === 0;
    if (isFirst && isFuture(value)) return refuse(fromTheFuture(name));
    if (!validateJournalLine(value) || isFirst !== isHead(value as JournalEntry)) {
      const at = validateJournalLine.errors?.[0]?.instancePath ?? '';
      return refuse(damaged(name, index + 1, value === undefined ? 'It is not JSON.' : explain(at)));
    }
    entries.push(value as JournalEntry);
  }
  const endAt = entries.findIndex(({ type }) => type === 'end');
  if (endAt !== -1 && !fits(entries[endAt] as EndEntry, lines.slice(0, endAt), entries)) {
    return refuse(changed(name, endAt + 1));
  }
  const [head, ...rest] = entries;
  if (head !== undefined && isHead(head) && head.id !== id) return refuse(damaged(name, 1, 'It tells of another run.'));
  if (head === undefined || !isHead(head)) return refuse(damaged(name, 1, 'It is empty.'));
  return { ok: true, journaled: rebuildRun(head, rest) };
}

/**
 * The last line of the journal of this run, when the run came to its end and the checksum says that nothing before it was
 * changed since; otherwise null, and reading the journal whole tells why. Far less work than that.
 */
export function readIntactEnd(journal: Buffer, id: string): EndEntry | null {
  if (journal.at(-1) !== NEWLINE) return null;
  const start = journal.lastIndexOf(NEWLINE, -2) + 1;
  const line = journal.toString('utf8', start);
  const entry = isTooDeep(line) ? undefined : parse(line);
  if (!validateJournalLine(entry) || (entry as JournalEntry).type !== 'end') return null;
  const end = entry as EndEntry;
  return end.id === id && end.digest === hash([journal.subarray(0, start)]) ? end : null;
}

const NEWLINE = 0x0a;

/** Whether these are the lines that the run itself wrote before its end. What a later run added between them is no damage. */
function fits({ digest }: EndEntry, lines: readonly string[], entries: readonly JournalEntry[]): boolean {
  const own = lines.filter((_, index) => !isAddedLater(entries[index]));
  return digest === undefined || digest === hash(own.map((line) => `${line}\n`));
}

function isAddedLater(entry: JournalEntry | undefined): boolean {
  return entry?.type === 'settled' || entry?.type === 'forgotten';
}

function hash(parts: readonly (string | Buffer)[]): string {
  const all = createHash('sha256');
  for (const part of parts) all.update(part);
  return `sha256:${all.digest('hex')}`;
}

/** undefined for what is not JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHead(entry: JournalEntry): entry is HeadEntry {
  return entry.type === 'run';
}

function isFuture(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    value.type === 'run' &&
    typeof value.formatVersion === 'number' &&
    value.formatVersion > JOURNAL_VERSION
  );
}

function refuse(diagnostic: Diagnostic): ReadJournal {
  return { ok: false, diagnostic };
}

function explain(place: string): string {
  return `It is not as schema/journal.schema.json says${place === '' ? '' : `, at ${place}`}.`;
}

function damaged(name: string, line: number, detail: string): Diagnostic {
  return diagnose('error', {
    code: 'journal-unreadable',
    summary: `${name}, line ${line}, is not as Pipeform wrote it.`,
    detail,
    hint: DIAGNOSTIC_CODES['journal-unreadable'].cure,
  });
}

function changed(name: string, line: number): Diagnostic {
  return diagnose('error', {
    code: 'journal-unreadable',
    summary: `${name} was changed since Pipeform wrote it.`,
    detail: `The checksum in line ${line} does not match the lines before it.`,
    hint: DIAGNOSTIC_CODES['journal-unreadable'].cure,
  });
}

function fromTheFuture(name: string): Diagnostic {
  return diagnose('error', {
    code: 'journal-version',
    summary: `${name} was written by a newer Pipeform than this one.`,
    hint: DIAGNOSTIC_CODES['journal-version'].cure,
  });
}
