import type { ErrorCode, YAMLError } from 'yaml';
import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { findMisfit, type Words } from './find-misfit.ts';
import { findSlip, type Slip } from './find-slip.ts';
import type { Span } from './source-file.ts';

export type SyntaxProblem = ErrorCode | 'TOO_DEEP' | 'TOO_DENSE' | 'BAD_VERSION' | 'UNEXPECTED_END';

const BAD_START: Words = ['A value cannot start with this character.', 'Put the value in quotes.'];
const TAB: Words = ['A tab is used for indentation.', 'Indent with spaces.'];

const MESSAGES: Partial<Record<SyntaxProblem, Words>> = {
  BAD_ALIAS: BAD_START,
  BAD_DQ_ESCAPE: ['Unknown escape in a double-quoted text.', 'Write a backslash as \\\\, or use single quotes.'],
  BAD_INDENT: ['The indentation does not match the lines around it.', 'Keys of one map start in the same column.'],
  BAD_SCALAR_START: BAD_START,
  BAD_VERSION: ['The file requires a YAML version other than 1.2.', 'Remove the %YAML line.'],
  BLOCK_IN_FLOW: [
    'A map or a list without brackets starts inside { } or [ ].',
    'Put a text that contains ": " in quotes. Separate entries by commas, without "- ".',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'A second map starts on this line.',
    'Put the value in quotes if it is text, or start the map on the next line, indented.',
  ],
  MULTIPLE_DOCS: [
    'A second YAML document starts here.',
    'A configuration file contains one document. Move the second one to its own file and include it.',
  ],
  TAB_AS_INDENT: TAB,
  TAG_RESOLVE_FAILED: [
    'YAML tags other than those of the core schema are not supported.',
    'Remove the word that starts with "!", or put the value in quotes.',
  ],
  TOO_DEEP: ['Maps and lists are nested too deeply.', 'The configuration needs no more than ten levels.'],
  TOO_DENSE: [
    'The file has too many values for its size.',
    'Correct the line, or move some of the values to another file and include it.',
  ],
  UNEXPECTED_END: ['The file ends before a quote or a bracket is closed.', 'Add the missing quote or bracket.'],
  UNEXPECTED_TOKEN: [
    'This cannot follow what is before it.',
    'Remove it, put the whole value in quotes, or start a list or a map on the next line.',
  ],
};

const SLIPS: Readonly<Record<Slip['kind'], Words>> = {
  quote: ['This quote is not closed.', 'Add the same quote where the text ends.'],
  brace: ['This brace is not closed.', 'Add a } where the map ends. Its lines are indented more than its key.'],
  bracket: ['This bracket is not closed.', 'Add a ] where the list ends. Its lines are indented more than its key.'],
  closing: [
    'This line is indented less than the map or list that it closes.',
    'Indent it as far as the key of that map or list.',
  ],
  quoted: [
    'Other text follows this quoted text.',
    `Close the quotes where the text ends. In it, write \\" for a double quote in double quotes, and '' for a single one in single quotes.`,
  ],
  tab: TAB,
  comment: ['A comment starts here without a space before it.', 'Write a space before the #.'],
  comma: [
    'A comma is missing before this.',
    'Inside { } and [ ], commas separate the entries, as in { min: 3, max: 6 }. A text that contains ": " needs quotes.',
  ],
  colon: ['A colon or a comma is missing before this.', 'Inside { }, write entries as in { min: 3, max: 6 }.'],
  variable: [
    'A variable inside { } or [ ] has no quotes.',
    'Put the value in quotes if it is text. For a number, write the map or list without brackets, each entry on its own line.',
  ],
};

interface DescribedError {
  readonly span: Span;
  readonly words: DiagnosticWords;
}

/** What is wrong, and where the mistake is, which may be before `span`, where the parser found it. */
export function describeSyntaxError(problem: SyntaxProblem, span: Span, error: YAMLError | null): DescribedError {
  const { source } = span;
  const describe = (
    { start, end }: Pick<Span, 'start' | 'end'>,
    [summary, hint]: Words,
    detail: string | null = null,
  ): DescribedError => ({
    span: { source, start, end },
    words: { code: 'yaml-syntax', summary, detail, hint },
  });
  const conflict = CONFLICT_MARKER.exec(source.text);
  if (conflict !== null) return describe({ start: conflict.index, end: conflict.index + conflict[0].length }, CONFLICT);
  if (error !== null) {
    const slip = findSlip(source.text);
    if (slip !== null && slip.start <= Math.max(...error.pos)) return describe(slip, SLIPS[slip.kind]);
    const misfit = findMisfit(error, source.text);
    if (misfit !== null) return describe(misfit.entry, misfit.words);
  }
  const words = MESSAGES[problem];
  return words === undefined ? describe(span, UNKNOWN, error?.message) : describe(span, words);
}

const CONFLICT_MARKER = /(?<=^|\n)(?:<{7}|={7}|>{7}|\|{7})(?!\S).*/;

const CONFLICT: Words = [
  'The file has an unresolved merge conflict of git.',
  'Keep the lines of one side, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
];

const UNKNOWN: Words = [
  'This is not YAML.',
  'Check the indentation and the quotes of this line and the line above it.',
];
