import { type Diagnostic, diagnose, type Severity } from './diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from './diagnostic-codes.ts';
import type { Location } from './location.ts';

/** The hint is the general one of the code. */
export function diagnoseCode(
  code: DiagnosticCode,
  summary: string,
  detail: string | null = null,
  severity: Severity = 'error',
  at: Location | null = null,
): Diagnostic {
  return diagnose(severity, { code, summary, detail, hint: DIAGNOSTICS[code].cure }, at);
}
