import { type Diagnostic, diagnose, diagnoseCode } from '../../model/diagnostic.ts';
import { isJsonObject, isTooDeep, type JsonObject, parseJson } from '../../model/json.ts';
import type { Report } from '../../model/report.ts';
import { digestOf } from './digest.ts';
import { type DocumentValidator, validateDrift, validatePlan, validateRun } from './validate-report.generated.js';

/** The format that this version reads and writes. */
const FORMAT_VERSION = 1;

const VALIDATORS: Readonly<Record<Report['kind'], DocumentValidator>> = {
  plan: validatePlan,
  drift: validateDrift,
  run: validateRun,
};

/** The result of `readReport`. */
export type ReadReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Parses a saved plan, drift report or run. Refuses unknown format versions and edited documents. `name` is for messages. */
export function readReport(text: string, name: string): ReadReport {
  if (isTooDeep(text)) return refuse(notAReport(name, 'It is nested deeper than any report.'));
  const document = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (document === undefined) return refuse(notAReport(name, 'It is not JSON.'));
  if (!isJsonObject(document) || !isKind(document.kind)) {
    return refuse(notAReport(name, 'It has no `kind` of plan, drift or run.'));
  }
  if (document.formatVersion !== FORMAT_VERSION) return refuse(unknownVersion(name, document));
  if (document.digest !== digestOf(document)) return refuse(edited(name, document));
  const validate = VALIDATORS[document.kind];
  if (!validate(document)) {
    const at = validate.errors?.[0]?.instancePath ?? '';
    return refuse(notAReport(name, `It is not as schema/${document.kind}.schema.json says, at ${at || 'its top'}.`));
  }
  const { digest: _, ...report } = document;
  // The validator checked it.
  return { ok: true, report: report as unknown as Report };
}

function isKind(kind: unknown): kind is Report['kind'] {
  return typeof kind === 'string' && Object.hasOwn(VALIDATORS, kind);
}

function refuse(diagnostic: Diagnostic): ReadReport {
  return { ok: false, diagnostic };
}

function notAReport(name: string, detail: string): Diagnostic {
  return diagnoseCode('report-unreadable', `${name} is no plan, drift report or run of Pipeform.`, detail);
}

function unknownVersion(name: string, { formatVersion, tool }: JsonObject): Diagnostic {
  const version = isJsonObject(tool) ? tool.version : null;
  const wrote = typeof version === 'string' && version.length <= 40 ? ` It was written by Pipeform ${version}.` : '';
  const found = typeof formatVersion === 'number' ? `has format version ${formatVersion}` : 'names no format version';
  const summary = `${name} ${found}; this Pipeform reads version ${FORMAT_VERSION}.`;
  return diagnoseCode('report-version', summary, `What a version means may not be guessed at.${wrote}`);
}

function edited(name: string, { digest }: JsonObject): Diagnostic {
  return diagnose('error', {
    code: 'report-edited',
    summary: `${name} is not as Pipeform wrote it: its digest does not fit its content.`,
    detail: typeof digest === 'string' ? 'It was edited or damaged after it was written.' : 'It has no digest.',
    hint: 'Make it again; to change what a plan does, change the configuration.',
  });
}
