import { type Diagnostic, type DiagnosticWords, diagnose, type Severity } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import { maskUserinfo } from '../../model/secret.ts';
import type { ConfigNode } from '../yaml/node.ts';
import { locate, type Span } from '../yaml/source-file.ts';

/** What the entries of a section are called. */
export const NOUNS = {
  services: 'service',
  presets: 'preset',
  pipes: 'pipe',
  checks: 'check',
  environments: 'environment',
} as const;

const LONGEST_QUOTE = 60;

/** How much of a text is looked at for an address. */
const LOOK_AHEAD = 4000;

/** Takes one problem of the configuration. It has no place when it is not in a file. */
export type Report = (span: Span | null, words: DiagnosticWords, severity?: Severity) => void;

/** An empty list, and what adds to it. */
export function collectProblems(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (span, words, severity = 'error') => {
    diagnostics.push(diagnose(severity, words, span === null ? null : locate(span)));
  };
  return { diagnostics, report };
}

/** A diagnostic about a stretch of a file. */
export function problemAt(span: Span, words: DiagnosticWords, severity: Severity = 'error'): Diagnostic {
  return diagnose(severity, words, locate(span));
}

/** A value for "found …". One that came from a variable is shown as the file has it. */
export function describeFound(node: ConfigNode): string {
  switch (node.kind) {
    case 'map':
    case 'band':
      return 'a map';
    case 'list':
      return 'a list';
    case 'error':
      return 'nothing';
    case 'scalar':
      if (node.written !== null) return `the value of ${cut(node.written)}`;
      if (node.value === null) return 'nothing (null)';
      return typeof node.value === 'string' ? quote(node.value) : String(node.value);
  }
}

/** A name as a diagnostic shows it: quoted, cut short, and as the file has it when it came from a variable. */
export function quoteNode(node: ConfigNode): string {
  if (node.kind !== 'scalar') return describeFound(node);
  return quote(node.written ?? String(node.value));
}

export function quote(text: string): string {
  return JSON.stringify(cut(text));
}

function cut(text: string): string {
  const masked = maskUserinfo(text.slice(0, LOOK_AHEAD));
  return masked.length <= LONGEST_QUOTE ? masked : `${masked.slice(0, LONGEST_QUOTE)}…`;
}

/** More than anybody reads, and some megabytes of text; a file of a few can hold a million mistakes. */
const MOST_DIAGNOSTICS = 10_000;

/** A value that an alias repeats is checked at each of its places, and reported once. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** The first of them, errors before all else, and how many are left out. They keep their order. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = diagnostics.length - MOST_DIAGNOSTICS;
  if (left <= 0) return diagnostics;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const others = diagnostics.filter(({ severity }) => severity !== 'error');
  const shown = new Set([...errors, ...others].slice(0, MOST_DIAGNOSTICS));
  const summary = `${formatNumber(left)} more problems are not shown.`;
  const hint = 'Fix these first; many problems often have the same cause.';
  const note = diagnose('note', { code: 'too-many-problems', summary, hint });
  return [...diagnostics.filter((diagnostic) => shown.has(diagnostic)), note];
}
