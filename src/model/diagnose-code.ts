import { type Diagnostic, diagnose, type Severity } from './diagnostic.ts';
import { CURES, type DiagnosticCode } from './diagnostic-codes.ts';
import type { Location } from './location.ts';

/** A problem with the cure of its code as the hint. */
export function diagnoseCode(
  code: DiagnosticCode,
  summary: string,
  detail: string | null = null,
  severity: Severity = 'error',
  at: Location | null = null,
): Diagnostic {
  return diagnose(severity, { code, summary, detail, hint: CURES[code] }, at);
}
