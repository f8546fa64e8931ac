import { type Diagnostic, diagnose, diagnoseCode } from '../../model/diagnostic.ts';
import { isJsonObject, isTooDeep, type JsonObject, parseJson } from '../../model/json.ts';
import type { Report } from '../../model/report.ts';
import { digestOf } from './digest.ts';
import { type DocumentValidator, validateDrift, validatePlan, validateRun } from './validate-report.generated.js';

/** The newest format that this version writes, and the only one that it reads. */
const FORMAT_VERSION = 1;

/** The keys of each kind by the types of `model`, so that a report is what the schema says and nothing else. */
const VALIDATORS: Readonly<Record<Report['kind'], DocumentValidator>> = {
  plan: validatePlan,
  drift: validateDrift,
  run: validateRun,
};

/** What reading a saved report came to. */
export type ReadReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Reads a plan, a drift report or a run from the text of a file, as `addDigest` made it. Refuses what is not one, an unknown
 * format version, and a document that was edited. `name` is how the file is called to a person.
 */
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
  // The validator has said that it is a report; the types say the same.
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
