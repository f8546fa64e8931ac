import { validateHistoryLine } from '../../generated/validate-history-line.js';
import {
  type DriftDetails,
  type DriftEntry,
  HISTORY_VERSION,
  type HistoryEntry,
  type HistoryLine,
} from '../model/drift-history.ts';
import { describeForeignText } from '../model/foreign-text.ts';
import { isTooComplex, parseJson } from '../model/json/json.ts';
import { safeJson } from '../model/text.ts';
import { readInput } from '../platform/read-input.ts';

/** A history file that was read. */
export interface ReadHistory {
  /** The entries are in the order of the file, each id once. */
  readonly entries: readonly HistoryEntry[];
  /** Numbers of the lines that are not as Pipeform wrote them, from 1. A killed writer leaves an incomplete one. */
  readonly damaged: readonly number[];
  /** Whether the last damaged line is the incomplete one of a writer that was killed, at the end of the file. */
  readonly isTorn: boolean;
}

/** Decades of hourly checks. A run adds a hundred bytes for each pipe that it changed. */
const MAX_BYTES = 64 * 1024 ** 2;

/** How every line begins. */
const BEGINNING = '{"formatVersion":';

/** `missing`: what it means that there is no such file. Throws the system's error, or one whose message is for people. */
export async function readHistoryFile(file: string, missing: 'failure' | 'empty'): Promise<ReadHistory> {
  return parseHistory((await readHistoryBytes(file, missing)).toString());
}

/** See `readHistoryFile`. */
export async function readHistoryBytes(file: string, missing: 'failure' | 'empty'): Promise<Buffer> {
  return readInput(file, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (missing === 'empty' && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}

/**
 * Damaged lines are reported and skipped. The details of a drift that refers to a missing line are unknown; its state
 * still counts. Throws an error for people when the text is not a history.
 */
export function parseHistory(text: string): ReadHistory {
  const foreign = describeForeignText(text);
  if (foreign !== null) throw new Error(`It ${foreign.is}. ${foreign.cure}`);
  const entries = new Map<string, HistoryEntry>();
  const damaged: number[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const parsed = parseLine(line);
    if (parsed === null) damaged.push(index + 1);
    else if (!entries.has(parsed.id)) entries.set(parsed.id, toEntry(parsed, entries));
  }
  // A killed writer may have left the first line incomplete.
  if (entries.size === 0 && !beginsLikeOurs(text))
    throw new Error('It is not a history file: no line has the format of `--history`.');
  const isTorn = damaged.at(-1) === lines.length && !text.endsWith('\n') && beginsLikeOurs(lines.at(-1) ?? '');
  return { entries: [...entries.values()], damaged, isTorn };
}

function beginsLikeOurs(text: string): boolean {
  return BEGINNING.startsWith(text.slice(0, BEGINNING.length));
}

/** The entries of several files, ordered by time, each id once: the files may overlap. */
export function joinHistories(histories: readonly (readonly HistoryEntry[])[]): readonly HistoryEntry[] {
  const joined = new Map<string, HistoryEntry>();
  for (const entry of histories.flat()) {
    const known = joined.get(entry.id);
    if (known === undefined || (hasNoDetails(known) && !hasNoDetails(entry))) joined.set(entry.id, entry);
  }
  return [...joined.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The line of an entry, without its newline. `earlier`: the entries of the file. */
export function printHistoryLine(entry: HistoryEntry, earlier: readonly HistoryEntry[]): string {
  if (entry.command !== 'drift') return toLine({ formatVersion: HISTORY_VERSION, ...entry });
  const { details, ...rest } = entry;
  const same = earlier.find((one) => hasSameDetails(one, entry));
  const found = same === undefined ? details !== null && { details } : { sameAs: same.id };
  return toLine({ formatVersion: HISTORY_VERSION, ...rest, ...found });
}

function hasSameDetails(earlier: HistoryEntry, { environment, details }: DriftEntry): boolean {
  if (earlier.command !== 'drift' || earlier.environment !== environment) return false;
  return details !== null && JSON.stringify(earlier.details) === JSON.stringify(details);
}

/** Control characters in names are escaped, so a line is safe to show on a terminal. */
function toLine(line: HistoryLine): string {
  return safeJson(line, 0);
}

function parseLine(text: string): HistoryLine | null {
  // Parsing other text fails slowly, and a file may have millions of such lines.
  const value: unknown = !text.startsWith(BEGINNING) || isTooComplex(text) ? undefined : parseJson(text);
  if (!validateHistoryLine(value)) return null;
  const line = value as HistoryLine;
  // The schema does not know the calendar.
  return Number.isNaN(Date.parse(line.at)) ? null : line;
}

/** A check in sync found nothing, so its details are known even without the line that has them. */
const IN_SYNC: DriftDetails = { drifted: [], unread: [], alerts: [] };

function toEntry({ formatVersion: _, ...line }: HistoryLine, earlier: ReadonlyMap<string, HistoryEntry>): HistoryEntry {
  if (line.command !== 'drift') return line;
  const { sameAs, details = null, ...entry } = line;
  const same = sameAs === undefined ? undefined : earlier.get(sameAs);
  const known = same?.command === 'drift' ? same.details : details;
  return { ...entry, details: known ?? (line.state === 'in-sync' ? IN_SYNC : null) };
}

function hasNoDetails(entry: HistoryEntry): boolean {
  return entry.command === 'drift' && entry.details === null;
}
