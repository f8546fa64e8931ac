import { hash } from 'node:crypto';
import { validateJournalLine } from '../../generated/validate-report.js';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { type EndEntry, type HeadEntry, JOURNAL_VERSION, type JournalEntry } from '../model/journal.ts';
import { isJsonObject, isTooComplex, parseJson } from '../model/json/json.ts';
import type { Result } from '../model/result.ts';
import { isSettling, type JournaledRun, rebuildRun } from './rebuild-run.ts';

export type ReadJournal = Result<{ readonly journaled: JournaledRun }, { readonly diagnostic: Diagnostic }>;

interface JournalName {
  /** The run id in the name of the file. */
  readonly id: string;
  /** The name of the file in messages. */
  readonly name: string;
}

/** A run that changes 100,000 pipes writes half a million. */
const MAX_LINES = 2_000_000;

/**
 * Parses a journal. An incomplete last line is ignored, since a run may be killed while it writes. Any other invalid line makes
 * the journal unreadable, and so does the id of another run.
 */
export function readJournal(text: string, { id, name }: JournalName): ReadJournal {
  const refuse = (diagnostic: Diagnostic): ReadJournal => ({ ok: false, diagnostic });
  const damaged = (line: number, detail: string): ReadJournal =>
    refuse(diagnoseCode('journal-unreadable', `${name}, line ${line}, is not a valid entry.`, detail));
  const lines = text.split('\n', MAX_LINES + 1).filter((line, index, all) => line !== '' || index < all.length - 1);
  if (lines.length > MAX_LINES) return damaged(MAX_LINES + 1, 'It has too many lines.');
  const entries: JournalEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parseLine(line);
    if (value === undefined && index > 0 && index === lines.length - 1) break;
    if (index === 0 && isFuture(value)) {
      const summary = `${name} was written by a newer version of Pipeform.`;
      const hint = 'Use that version, or a newer one.';
      return refuse(diagnose('error', { code: 'journal-unreadable', summary, hint }));
    }
    if (value === undefined) return damaged(index + 1, 'It is not JSON.');
    if (!validateJournalLine(value) || (index === 0) !== isHead(value as JournalEntry)) {
      const at = validateJournalLine.errors?.[0]?.instancePath ?? '';
      return damaged(index + 1, `It does not match schema/journal.schema.json${at === '' ? '' : `, at ${at}`}.`);
    }
    entries.push(value as JournalEntry);
  }
  const endAt = entries.findIndex(({ type }) => type === 'end');
  if (endAt !== -1 && !hasDigest(entries[endAt] as EndEntry, lines.slice(0, endAt), entries)) {
    const detail = `The checksum in line ${endAt + 1} does not match the lines before it.`;
    return refuse(diagnoseCode('journal-unreadable', `${name} was changed after Pipeform wrote it.`, detail));
  }
  const [head, ...rest] = entries;
  if (head === undefined || !isHead(head)) return damaged(1, 'It is empty.');
  if (head.id !== id) return damaged(1, 'It is of another run.');
  return { ok: true, journaled: rebuildRun(head, rest) };
}

/** The last line of the journal of an ended run if its checksum matches; otherwise null. Much faster than `readJournal`. */
export function readIntactEnd(journal: Buffer, id: string): EndEntry | null {
  if (journal.at(-1) !== NEWLINE) return null;
  const start = journal.lastIndexOf(NEWLINE, -2) + 1;
  const line = journal.toString('utf8', start);
  const entry = parseLine(line);
  if (!validateJournalLine(entry) || (entry as JournalEntry).type !== 'end') return null;
  const end = entry as EndEntry;
  return end.id === id && end.digest === digestOf(journal.subarray(0, start)) ? end : null;
}

const NEWLINE = 0x0a;

/** Whether the checksum matches the lines before the end, without those that a later run added. */
function hasDigest({ digest }: EndEntry, lines: readonly string[], entries: readonly JournalEntry[]): boolean {
  const hashed = lines.filter((_, index) => !isSettling(entries[index]));
  return digest === undefined || digest === digestOf(hashed.map((line) => `${line}\n`).join(''));
}

function digestOf(text: string | Buffer): string {
  return `sha256:${hash('sha256', text)}`;
}

/** undefined for what is not JSON, or is nested too deeply or has too many values. */
function parseLine(line: string): unknown {
  return isTooComplex(line) ? undefined : parseJson(line);
}

function isHead(entry: JournalEntry): entry is HeadEntry {
  return entry.type === 'run';
}

function isFuture(value: unknown): boolean {
  return isJsonObject(value) && value.type === 'run' && Number(value.formatVersion) > JOURNAL_VERSION;
}
