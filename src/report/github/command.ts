import { posix } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { safeText } from '../../model/safe-text.ts';
import { cutText } from '../text/cut-text.ts';

/** How GitHub names the kinds of annotation, the gravest first. */
export const LEVELS = ['error', 'warning', 'notice'] as const;
export type Level = (typeof LEVELS)[number];

/** Where an annotation stands; a place without a line is about a file, and one without a file about the whole job. */
export type Place = Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

export interface Annotation {
  readonly level: Level;
  readonly title: string;
  /** One line each. */
  readonly lines: readonly string[];
  readonly place: Place;
}

/** GitHub shows 64 KiB of an annotation; a sentence may quote live text of any length. */
const LONGEST_LINE = 600;
const MOST_LINES = 20;

/**
 * A workflow command, `::error file=…,line=…,title=…::message`, on one line, with GitHub's escapes. Nothing in a text can
 * end it or begin another.
 * @param folder from the root of the repository to the folder that files are relative to; empty when they are the same.
 */
export function writeCommand({ level, title, lines, place }: Annotation, folder: string): string {
  const properties = [...placeProperties(place, folder), ['title', escapeProperty(shorten(title))]];
  const list = properties.map(([name, value]) => `${name}=${value}`).join(',');
  const message = [...lines.slice(0, MOST_LINES), ...tellElsewhere(place)].map(shorten).join('\n');
  return `::${level} ${list}::${escapeData(message)}`;
}

/** A file at a git base is named `origin/main:pipes/orders.yaml`: GitHub has no such file to show anything in. */
function isElsewhere(file: string): boolean {
  return file.includes(':');
}

function tellElsewhere({ file, line, column }: Place): readonly string[] {
  if (file === null || !isElsewhere(file)) return [];
  return [`At ${[file, line, column].filter((part) => part !== null).join(':')}`];
}

function placeProperties(place: Place, folder: string): readonly (readonly [string, string])[] {
  const { file, line, column, endLine, endColumn } = place;
  if (file === null || isElsewhere(file)) return [];
  const named = ['file', escapeProperty(safeText(posix.join(folder, file)))] as const;
  if (line === null) return [named];
  const lines = [named, ['line', `${line}`], ['endLine', `${endLine ?? line}`]] as const;
  // Columns of a place that spans lines are refused by GitHub. Its last column is part of the place, ours is the one after.
  if (column === null || (endLine !== null && endLine !== line)) return lines;
  return [...lines, ['col', `${column}`], ['endColumn', `${Math.max(column, (endColumn ?? column) - 1)}`]];
}

function shorten(text: string): string {
  return safeText(cutText(text, LONGEST_LINE));
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
