import type { ErrorCode, YAMLError } from 'yaml';
import type { DiagnosticWords } from '../../model/diagnostic.ts';

type SyntaxProblem = ErrorCode | 'CONTROL_CHARACTER' | 'TOO_DEEP' | 'BAD_VERSION' | 'UNEXPECTED_END';

interface Words {
  readonly summary: string;
  readonly hint?: string;
}

const WORDS: Partial<Record<SyntaxProblem, Words>> = {
  BAD_DQ_ESCAPE: {
    summary: 'Unknown escape in a double-quoted text.',
    hint: 'Write a backslash as \\\\, or use single quotes.',
  },
  BAD_INDENT: { summary: 'The indentation does not fit.', hint: 'Keys of one map start in the same column.' },
  BAD_SCALAR_START: {
    summary: 'A value cannot start with this character.',
    hint: 'Put the value in quotes.',
  },
  BAD_VERSION: { summary: 'The file asks for another version of YAML than 1.2.', hint: 'Remove the %YAML line.' },
  BLOCK_AS_IMPLICIT_KEY: {
    summary: 'A second map starts on this line.',
    hint: 'Put a value that holds ": " in quotes, or start the map on the next line, indented.',
  },
  CONTROL_CHARACTER: {
    summary: 'The file holds a control character.',
    hint: 'Remove it, or write it as an escape in double quotes.',
  },
  MISSING_CHAR: {
    summary: 'Something that was opened here is not closed.',
    hint: 'Add the quote, the bracket or the sign that is missing.',
  },
  MULTIPLE_DOCS: {
    summary: 'A second YAML document starts here.',
    hint: 'A configuration file holds one document; move the second into a file of its own and include it.',
  },
  TAB_AS_INDENT: { summary: 'A tab is used for indentation.', hint: 'Indent with spaces.' },
  TAG_RESOLVE_FAILED: {
    summary: 'YAML tags other than those of the core schema are not supported.',
    hint: 'Remove the word that starts with "!", or put the value in quotes.',
  },
  UNEXPECTED_END: {
    summary: 'The file ends before a quote or a bracket is closed.',
    hint: 'Close it where it belongs.',
  },
  TOO_DEEP: {
    summary: 'Maps and lists are nested too deeply.',
    hint: 'The configuration needs no more than ten levels.',
  },
};

/** The parser's words come before it. */
const ANY_FLAW = 'Look at the indentation and the quotes of this line and of the one above it.';

const VARIABLE_IN_FLOW = /[[{][^\n]*\$\{/;

/** What to say of text that is not YAML, or not the YAML of a configuration. */
export function syntaxWords(problem: SyntaxProblem, text: string, error?: YAMLError): DiagnosticWords {
  const known = WORDS[problem];
  const line = error === undefined ? '' : lineAround(text, error.pos[0]);
  const hint = VARIABLE_IN_FLOW.test(line)
    ? `Inside { } and [ ], put a value that holds \${…} in quotes.`
    : known?.hint;
  if (known !== undefined) return { code: 'yaml-syntax', summary: known.summary, hint: hint ?? null };
  return { code: 'yaml-syntax', summary: 'This is not YAML.', detail: error?.message ?? null, hint: hint ?? ANY_FLAW };
}

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end).slice(0, 1000);
}
