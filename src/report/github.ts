import { posix } from 'node:path';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import { count } from '../model/number.ts';
import type { Change } from '../model/plan.ts';
import type { Report } from '../model/report.ts';
import { listWords, safeText } from '../model/text.ts';
import { renderDiagnosticCount } from './text/diagnostics.ts';
import { foldCauses } from './view-model/causes.ts';
import { type ChangeContext, formatChange } from './view-model/change.ts';
import { describeCost } from './view-model/cost.ts';
import { summarizeCoverage } from './view-model/fact.ts';
import { FINDING_HELP, formatDefinitionChange } from './view-model/finding.ts';
import { joinParts, listLines, shorten } from './view-model/format.ts';
import type { ReportPipe } from './view-model/report-pipe.ts';
import { listWaves } from './view-model/rollout.ts';
import { findStatusStyle } from './view-model/status.ts';
import { assessReport, nameReport } from './view-model/verdict.ts';

interface GithubOptions {
  /** The folder that file names are relative to, from the root of the repository; empty for the root. */
  readonly folder: string;
}

/** GitHub shows this many annotations of each kind for a step. The rest is only in the log. */
const SHOWN_OF_A_LEVEL = 10;

/** Renders a report as workflow commands, one line each, errors first. The last line is the verdict. */
export function renderGithub(given: Report, { folder }: GithubOptions): string {
  const report = foldCauses(given);
  const ofPipes = report.pipes.flatMap(({ service, name, diagnostics }) =>
    diagnostics.map((one) => ({ ...annotateProblem(one), title: `${service}/${name}: ${one.code}` })),
  );
  const problems = [...report.diagnostics.map(annotateProblem), ...ofPipes];
  const annotations = [
    ...problems.filter(({ level }) => level !== 'notice'),
    ...annotateFindings(report),
    ...report.pipes.flatMap((pipe) => annotatePipe(report, pipe)),
    ...problems.filter(({ level }) => level === 'notice'),
  ];
  const { headline, detail } = assessReport(report);
  const verdict = `${nameReport(report)}: ${joinParts([headline, detail], ' ')}`;
  return renderAll(annotations, folder, [
    ...describeWaves(report),
    ...describeCoverage(report),
    ...describeCosts(report),
    verdict,
  ]);
}

export function renderGithubDiagnostics(diagnostics: readonly Diagnostic[], { folder }: GithubOptions): string {
  if (diagnostics.length === 0) return '';
  return renderAll(diagnostics.map(annotateProblem), folder, [`Configuration: ${renderDiagnosticCount(diagnostics)}.`]);
}

/** One log line per wave. The lines quote no names, since GitHub may read a log line as a command. */
function describeWaves(report: Report): readonly string[] {
  if (report.kind !== 'run' || report.rollout === null) return [];
  const { shown, more } = listWaves(report.rollout);
  const total = report.rollout.waves.length;
  const lines = shown.map(({ wave, pipes, status, bake }) => {
    const words = [count(pipes.length, 'pipe'), status.label, bake && `baked ${bake}`];
    return `Wave ${wave} of ${total}: ${joinParts(words, ', ')}.`;
  });
  return more > 0 ? [...lines, `And ${count(more, 'more wave')}.`] : lines;
}

function describeCoverage(report: Report): readonly string[] {
  if (report.kind === 'run' || report.coverage.length === 0) return [];
  return [`Coverage: ${summarizeCoverage(report.coverage)}.`];
}

function describeCosts(report: Report): readonly string[] {
  const cost = report.kind === 'run' ? '' : describeCost(report);
  return cost === '' ? [] : [`Cost: ${cost}.`];
}

function renderAll(annotations: readonly Annotation[], folder: string, summary: readonly string[]): string {
  const levels = LEVELS.map((level) => annotations.filter((annotation) => annotation.level === level));
  const lines = [...levels.flat().map((annotation) => renderCommand(annotation, folder)), ...summary];
  if (levels.some(({ length }) => length > SHOWN_OF_A_LEVEL)) {
    const counts = levels.flatMap(({ length, 0: first }) => (first === undefined ? [] : [count(length, first.level)]));
    lines.push(`GitHub shows the first ${SHOWN_OF_A_LEVEL} of each kind; this log has ${listWords(counts)}.`);
  }
  return `${lines.join('\n')}\n`;
}

const LEVEL_OF: Readonly<Record<Severity, AnnotationLevel>> = { error: 'error', warning: 'warning', note: 'notice' };

function annotateProblem(diagnostic: Diagnostic): Annotation {
  const { severity, code } = diagnostic;
  return { level: LEVEL_OF[severity], title: code, lines: listLines(diagnostic), place: diagnostic };
}

/** The differences of a pipe on their configuration lines. Drift and conflicts are warnings, planned changes are notices. */
function annotatePipe(report: ChangeContext, pipe: ReportPipe): readonly Annotation[] {
  const { kind } = report;
  const frame = ({ path, location }: Change) => ({ title: `${pipe.service}/${pipe.name}: ${path}`, place: location });
  const isAsPlanned = kind === 'drift' || pipe.status === 'update';
  const outcome = isAsPlanned ? '' : `, ${findStatusStyle(report, pipe.status).label}`;
  const changes = pipe.changes.map((change): Annotation => {
    const isDrift = kind === 'drift' && pipe.status !== 'late';
    const level = isDrift || change.origin === 'conflict' ? 'warning' : 'notice';
    const origin = change.origin === null ? '' : ` (${change.origin})`;
    const lines = [`${formatChange(report, change)}${outcome}${origin}`];
    return { ...frame(change), level, lines };
  });
  if (kind !== 'drift') return changes;
  const known = pipe.acknowledged.map((change): Annotation => {
    const line = `${formatChange(report, change)}, acknowledged until ${change.until}: ${change.reason}`;
    return { ...frame(change), level: 'notice', lines: [line] };
  });
  return [...changes, ...known];
}

/** Drifted and unread alerts. An unread alert is an error in a drift report, which may then not be clean. */
function annotateFindings(report: Report): readonly Annotation[] {
  if (report.kind === 'run') return [];
  const open = report.checks.filter(({ status }) => status !== 'in-sync');
  return open.map(({ name, alert, status, changes, reason, location }) => {
    const isUnread = status === 'error';
    const rows = changes.map((change) => `${change.path}: ${formatDefinitionChange(change)}`);
    const why = [`Alert ${alert} could not be read.`, ...(reason === null ? [] : [reason])];
    return {
      level: isUnread && report.kind === 'drift' ? 'error' : 'warning',
      title: `check ${name}`,
      lines: isUnread ? why : [...rows, `Help: ${FINDING_HELP}`],
      place: location,
    };
  });
}

const LEVELS = ['error', 'warning', 'notice'] as const;
type AnnotationLevel = (typeof LEVELS)[number];

interface Annotation {
  readonly level: AnnotationLevel;
  readonly title: string;
  readonly lines: readonly string[];
  /** Without a line: the file. Without a file: the job. */
  readonly place: Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;
}

/** GitHub shows 64 KiB of an annotation. */
const MAX_LINES = 20;

/** `::error file=…,line=…,title=…::message` with GitHub's escapes, so that no text can end it or start another command. */
function renderCommand({ level, title, lines, place }: Annotation, folder: string): string {
  const { file, line, column } = place;
  // GitHub cannot annotate a file at a git base (`origin/main:pipes/orders.yaml`).
  const isElsewhere = file?.includes(':') === true;
  const properties = { ...(isElsewhere ? {} : describePlace(place, folder)), title: shorten(title) };
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  const at = isElsewhere ? [`At ${[file, line, column].filter((part) => part !== null).join(':')}`] : [];
  const message = [...lines.slice(0, MAX_LINES), ...at].map((text) => shorten(text)).join('\n');
  return `::${level} ${list.join(',')}::${escapeData(message)}`;
}

function describePlace(
  { file, line, column, endLine, endColumn }: Annotation['place'],
  folder: string,
): Readonly<Record<string, string>> {
  if (file === null) return {};
  const named = { file: safeText(posix.join(folder, file)) };
  if (line === null) return named;
  const lines = { ...named, line: `${line}`, endLine: `${endLine ?? line}` };
  // GitHub refuses columns for a place that spans lines. Its end column is inclusive, ours is exclusive.
  if (column === null || (endLine !== null && endLine !== line)) return lines;
  return { ...lines, col: `${column}`, endColumn: `${Math.max(column, (endColumn ?? column) - 1)}` };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
