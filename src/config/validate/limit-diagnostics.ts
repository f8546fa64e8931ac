import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';

/** More than anybody reads, and some megabytes of text; a file of a few can hold a million mistakes. */
const MOST_DIAGNOSTICS = 10_000;

/** A value that an alias repeats is checked at each place it stands for, and told once. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, file, line, column, endLine, endColumn, summary, detail, hint } = diagnostic;
    const key = `${code} ${file}:${line}:${column}:${endLine}:${endColumn} ${summary} ${detail} ${hint}`;
    if (!first.has(key)) first.set(key, diagnostic);
  }
  return [...first.values()];
}

/** The first of them, errors before all else, and how many are left out. They keep their order. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = diagnostics.length - MOST_DIAGNOSTICS;
  if (left <= 0) return diagnostics;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const others = diagnostics.filter(({ severity }) => severity !== 'error');
  const told = new Set([...errors, ...others].slice(0, MOST_DIAGNOSTICS));
  const words = {
    code: 'too-many-problems',
    summary: `${formatNumber(left)} more problems are not told.`,
    hint: 'Correct these first; one cause often stands behind many of them.',
  } as const;
  return [...diagnostics.filter((diagnostic) => told.has(diagnostic)), diagnose('note', words)];
}
