import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import { describeCure, describeSystemError } from './describe-system-error.ts';

/** The hint is the general one of the code, unless the disk is full. */
export function diagnoseSystemError(
  code: DiagnosticCode,
  summary: string,
  error: unknown,
  severity: Severity = 'error',
): Diagnostic {
  const found = diagnoseCode(code, summary, describeSystemError(error), severity);
  return { ...found, hint: describeCure(error) ?? found.hint };
}
