import { validateDrift, validatePlan, validateRun } from '../../../generated/validate-report.js';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../../model/diagnostic-codes.ts';
import { describeForeignText } from '../../model/foreign-text.ts';
import { digestOf } from '../../model/json/document.ts';
import { isJsonObject, isTooComplex, type JsonObject, parseJson } from '../../model/json/json.ts';
import type { Report } from '../../model/report.ts';
import type { Result } from '../../model/result.ts';

/** The format that this version reads and writes. */
const FORMAT_VERSION = 1;

const VALIDATORS: Readonly<Record<Report['kind'], typeof validatePlan>> = {
  plan: validatePlan,
  drift: validateDrift,
  run: validateRun,
};

/** The result of `readReport`. */
export type ReadReport = Result<{ readonly report: Report }, { readonly diagnostic: Diagnostic }>;

/** Parses a saved plan, drift report or run. Refuses unknown format versions and edited documents. `name` is for messages. */
export function readReport(text: string, name: string): ReadReport {
  const refuse = (
    code: DiagnosticCode,
    problem: string,
    detail: string,
    hint = DIAGNOSTICS[code].cure,
  ): ReadReport => ({
    ok: false,
    diagnostic: diagnose('error', { code, summary: `${name} ${problem}`, detail, hint }),
  });
  const refuseOther = (detail: string) =>
    refuse('report-unreadable', 'is not a plan, drift report or run of Pipeform.', detail);
  const foreign = describeForeignText(text);
  if (foreign !== null)
    return refuse('report-unreadable', `${foreign.is}.`, 'A report is JSON in UTF-8.', foreign.cure);
  if (isTooComplex(text)) return refuseOther('It is nested too deeply or has too many values.');
  const document = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (document === undefined) return refuseOther('It is not JSON.');
  if (!isJsonObject(document) || !isKind(document.kind)) return refuseOther('It has no `kind` of plan, drift or run.');
  const { digest, ...content } = document;
  const { kind, formatVersion } = document;
  if (formatVersion !== FORMAT_VERSION) {
    const found = typeof formatVersion === 'number' ? `has format version ${formatVersion}` : 'has no format version';
    const problem = `${found}; this Pipeform reads version ${FORMAT_VERSION}.`;
    const hint = 'Use the version that wrote the report, or make it again with this one.';
    const detail = `Other versions cannot be read safely.${describeWriter(document)}`;
    return refuse('report-unreadable', problem, detail, hint);
  }
  if (digest !== digestOf(document)) {
    const detail = typeof digest === 'string' ? 'Its digest does not match its content.' : 'It has no digest.';
    return refuse('report-edited', 'was edited or damaged after Pipeform wrote it.', detail);
  }
  const validate = VALIDATORS[kind];
  if (!validate(document)) {
    const at = validate.errors?.[0]?.instancePath || 'the top level';
    return refuseOther(`It does not match schema/${kind}.schema.json, at ${at}.`);
  }
  // The validator checked the rest.
  return { ok: true, report: content as unknown as Report };
}

function isKind(kind: unknown): kind is Report['kind'] {
  return typeof kind === 'string' && Object.hasOwn(VALIDATORS, kind);
}

function describeWriter({ tool }: JsonObject): string {
  const version = isJsonObject(tool) ? tool.version : null;
  return typeof version === 'string' && version.length <= 40 ? ` It was written by Pipeform ${version}.` : '';
}

const KINDS = { plan: 'a plan', drift: 'a drift report', run: 'the report of a run' } as const;

/** `name`: of the report in the message. */
export function wrongKindProblem(wanted: 'plan' | 'run', name: string, kind: Report['kind']): Diagnostic {
  return diagnose('error', {
    code: 'report-unreadable',
    summary: `${name} is ${KINDS[kind]}, not ${KINDS[wanted]}.`,
  });
}
