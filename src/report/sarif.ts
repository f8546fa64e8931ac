import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { compareText, type Diagnostic } from '../model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import type { ToolVersion } from '../model/plan.ts';
import { safeJson, safeText } from '../model/text.ts';
import { listLines } from './view-model/format.ts';

interface SarifOptions {
  readonly tool: ToolVersion;
  /** The working folder relative to the root of the repository, with forward slashes; empty for the root. */
  readonly folder: string;
  /** The root document, as in `Location.file`. Problems without a place are shown on its first line. */
  readonly rootDocument: string;
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const SOURCE_ROOT = '%SRCROOT%';

/**
 * Renders the problems of `validate` as a SARIF 2.1.0 log. Every result has a place, because GitHub code scanning rejects the
 * file otherwise. Fingerprints contain no line, so a problem that moves stays the same; GitHub's upload action adds
 * `primaryLocationLineHash` itself. Messages are plain text, so nothing in them is read as Markdown. Regions have no
 * `snippet`: viewers show the file, and no line of the configuration is uploaded with the log.
 */
export function renderSarif(diagnostics: readonly Diagnostic[], { tool, folder, rootDocument }: SarifOptions): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(compareText);
  const occurrences = new Map<string, number>();
  const results = diagnostics.map((diagnostic) => {
    const { code, file, severity, summary } = diagnostic;
    const uri = fileUri(file ?? rootDocument, folder);
    const identity = JSON.stringify([code, uri, summary]);
    const occurrence = (occurrences.get(identity) ?? 0) + 1;
    occurrences.set(identity, occurrence);
    const artifactLocation = { uri, uriBaseId: SOURCE_ROOT };
    return {
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: severity,
      message: { text: renderMessage(diagnostic) },
      locations: [{ physicalLocation: { artifactLocation, region: regionOf(diagnostic) } }],
      partialFingerprints: { 'pipeformProblem/v1': fingerprint(identity, occurrence) },
    };
  });
  const { name, version } = tool;
  const run = {
    tool: { driver: { name, version, semanticVersion: version, rules: codes.map(describeRule) } },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [SOURCE_ROOT]: { description: { text: 'The root of the repository.' } } },
    results,
  };
  return `${safeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

function describeRule(code: DiagnosticCode) {
  const [cause, cure] = [DIAGNOSTICS[code].cause, DIAGNOSTICS[code].cure];
  const full = `${cause} ${cure}`;
  return { id: code, shortDescription: { text: cause }, fullDescription: { text: full }, help: { text: cure } };
}

/** SARIF reads `{0}` in a message as a placeholder and `[text](target)` as a link (parts 3.11.5 and 3.11.6). */
function renderMessage(diagnostic: Diagnostic): string {
  const lines = listLines(diagnostic).map(safeText).join('\n');
  return lines.replace(/\{(\d+)\}/g, '{{$1}}').replace(/^.*\]\(/gm, (start) => start.replaceAll('[', '\\['));
}

/** The known parts of a place; the first line when no line is known. */
function regionOf({ line, column, endLine, endColumn }: Diagnostic) {
  if (line === null) return { startLine: 1 };
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return Object.fromEntries(Object.entries(region).filter(([, number]) => number !== null));
}

function fileUri(file: string, folder: string): string {
  const path = posix.join(folder, file).replace(/\p{Surrogate}/gu, '\ufffd');
  return path.split('/').map(encodeURIComponent).join('/');
}

function fingerprint(identity: string, occurrence: number): string {
  return `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}:${occurrence}`;
}
