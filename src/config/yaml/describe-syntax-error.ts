import type { ErrorCode, YAMLError } from 'yaml';
import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { count } from '../../model/number.ts';
import { findSlip, type Slip } from './find-slip.ts';
import { locate, type Span } from './source-file.ts';

export type SyntaxProblem = ErrorCode | 'TOO_DEEP' | 'TOO_DENSE' | 'BAD_VERSION' | 'UNEXPECTED_END';

const MESSAGES: Partial<Record<SyntaxProblem, readonly [summary: string, hint: string]>> = {
  BAD_DQ_ESCAPE: ['Unknown escape in a double-quoted text.', 'Write a backslash as \\\\, or use single quotes.'],
  BAD_INDENT: ['The indentation does not match the lines around it.', 'Keys of one map start in the same column.'],
  BAD_SCALAR_START: ['A value cannot start with this character.', 'Put the value in quotes.'],
  BAD_VERSION: ['The file requires a YAML version other than 1.2.', 'Remove the %YAML line.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'A second map starts on this line.',
    'Put a value that contains ": " in quotes, or start the map on the next line, indented.',
  ],
  MISSING_CHAR: ['A quote, bracket or indicator is not closed here.', 'Add the missing character.'],
  MULTIPLE_DOCS: [
    'A second YAML document starts here.',
    'A configuration file contains one document. Move the second one to its own file and include it.',
  ],
  TAB_AS_INDENT: ['A tab is used for indentation.', 'Indent with spaces.'],
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
};

const SLIPS: Readonly<Record<Slip['kind'], readonly [summary: string, hint: string]>> = {
  quote: ['This quote is not closed.', 'Add the same quote where the text ends.'],
  brace: ['This brace is not closed.', 'Add a } where the map ends.'],
  bracket: ['This bracket is not closed.', 'Add a ] where the list ends.'],
  comma: [
    'A comma is missing before this.',
    'Inside { } and [ ], commas separate the entries, as in { min: 3, max: 6 }.',
  ],
};

interface DescribedError {
  readonly span: Span;
  readonly words: DiagnosticWords;
}

/** What is wrong, and where the mistake is, which may be before `span`, where the parser found it. */
export function describeSyntaxError(problem: SyntaxProblem, span: Span, error: YAMLError | null): DescribedError {
  const found = { ...span, start: error?.pos[0] ?? span.start };
  const { text } = lineAt(found);
  const describe = (summary: string, hint: string | null, at = span, detail: string | null = null): DescribedError => ({
    span: at,
    words: { code: 'yaml-syntax', summary, detail, hint },
  });
  if (/^(<{7}|={7}|>{7}|\|{7})(\s|$)/.test(text)) {
    const hint = 'Keep the lines of one side, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.';
    return describe('The file has an unresolved merge conflict of git.', hint);
  }
  const isVariable = error !== null && VARIABLE_IN_FLOW.test(text.slice(0, 1000));
  const slip = error === null || isVariable ? null : findSlip(span.source.text);
  if (slip !== null && slip.start <= Math.max(...(error?.pos ?? []))) {
    const [summary, hint] = SLIPS[slip.kind];
    return describe(summary, hint, { ...span, ...slip });
  }
  const indentation = isVariable ? null : describeIndentation(problem, found);
  if (indentation !== null) return describe(indentation.summary, KEYS_OF_A_MAP, indentation.span);
  const [summary, hint] = MESSAGES[problem] ?? [
    'This is not YAML.',
    'Check the indentation and the quotes of this line and the line above it.',
  ];
  const detail = MESSAGES[problem] === undefined ? (error?.message ?? null) : null;
  const inFlow = isVariable ? `Inside { } and [ ], put a value that contains \${…} in quotes.` : null;
  return describe(summary, inFlow ?? hint, span, detail);
}

const VARIABLE_IN_FLOW = /[[{][^\n]*\$\{/;

interface Line {
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  readonly text: string;
}

function lineAt(span: Span): Line {
  return readLine(span, locate(span).line);
}

function readLine({ source: { text, lineStarts } }: Span, line: number): Line {
  const start = lineStarts[line - 1] ?? text.length;
  return { line, start, text: text.slice(start, lineStarts[line]) };
}

function countBlanks({ text }: Line): number {
  return text.length - text.trimStart().length;
}

function hasContent({ text }: Line): boolean {
  return /^ *[^\s#]/.test(text);
}

const KEYS_OF_A_MAP = 'Keys of one map start in the same column.';

/** For a line that is indented otherwise than those above it; null for another mistake. */
function describeIndentation(problem: SyntaxProblem, found: Span) {
  const line = findIndentedLine(problem, found);
  if (line === null) return null;
  const indent = countBlanks(line);
  const above: number[] = [];
  for (let at = line.line - 1; at > 0 && above.at(-1) !== 0; at -= 1) {
    const other = readLine(found, at);
    const width = countBlanks(other);
    if (hasContent(other) && width < (above.at(-1) ?? Infinity)) above.push(width);
  }
  const near = [above.find((width) => width < indent), above.findLast((width) => width > indent)];
  const widths = near.filter((width) => width !== undefined);
  if (widths.length === 0 || above.includes(indent)) return null;
  const summary = `This line is indented by ${count(indent, 'space')}, the lines above it by ${widths.join(' or ')}.`;
  const end = line.start + line.text.trimEnd().length;
  return { summary, span: { ...found, start: line.start + indent, end } };
}

/** The line with the indentation that may be wrong. A deeper line that continues a value is reported at the value. */
function findIndentedLine(problem: SyntaxProblem, found: Span): Line | null {
  const first = lineAt(found);
  if (problem === 'BAD_INDENT') return first;
  if (problem !== 'BLOCK_AS_IMPLICIT_KEY') return null;
  const column = found.start - first.start;
  if (column <= countBlanks(first)) return first;
  if (/:(\s|$)/.test(first.text.slice(column).trimEnd())) return null;
  let line = readLine(found, first.line + 1);
  while (line.text !== '' && !hasContent(line)) line = readLine(found, line.line + 1);
  return line;
}
