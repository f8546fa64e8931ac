import type { DiagnosticCode } from './diagnostic-codes.ts';
import type { Location } from './location.ts';

/** The most severe first. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;

/** Only an `error` stops the operation. */
export type Severity = (typeof SEVERITIES)[number];

/** What happened (`summary`), why (`detail`), what to do (`hint`) and where. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/** A diagnostic without severity and place. */
export interface DiagnosticWords {
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail?: string | null;
  readonly hint?: string | null;
}

export function diagnose(severity: Severity, words: DiagnosticWords, at: Location | null = null): Diagnostic {
  return {
    severity,
    code: words.code,
    summary: words.summary,
    detail: words.detail ?? null,
    hint: words.hint ?? null,
    file: at?.file ?? null,
    line: at?.line ?? null,
    column: at?.column ?? null,
    endLine: at?.endLine ?? null,
    endColumn: at?.endColumn ?? null,
  };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** The order is by file, line and column; those without a place come first. The sort is stable. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

export function sortByName<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((a, b) => compareText(a.name, b.name));
}

/** Compares by code unit, the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One finding of `doctor`; detail and hint are about a failure or a note. Never contains a credential. */
export interface SetupCheck extends Pick<Diagnostic, 'summary' | 'detail' | 'hint'> {
  readonly name:
    | 'node'
    | 'configuration'
    | 'credentials'
    | 'access-token'
    | 'proxy'
    | 'pipes-api'
    | 'observability-api'
    | 'clock'
    | 'journal';
  /** `note`: a failure of what the configuration does not use. */
  readonly status: 'pass' | 'note' | 'fail';
}
