import { posix } from 'node:path';
import type { CheckFinding } from '../model/check.ts';
import type { Diagnostic, Severity } from '../model/diagnostic.ts';
import { listWords } from '../model/list-words.ts';
import type { AcknowledgedChange, Change } from '../model/plan.ts';
import type { Report, ReportPipe } from '../model/report.ts';
import { safeText } from '../model/safe-text.ts';
import { renderDiagnosticCount } from './text/diagnostics.ts';
import { cutText } from './text/fit-text.ts';
import { formatDifference, formatFieldValue } from './view-model/change.ts';
import { count } from './view-model/count.ts';
import { FINDING_HELP, formatDefinitionChange } from './view-model/finding.ts';
import { formatTook } from './view-model/format.ts';
import { describeRecommendation } from './view-model/recommendation.ts';
import { pickWaves } from './view-model/rollout.ts';
import { isNotAttempted, listStatusStyles, STATUS_STYLES } from './view-model/status.ts';
import { assessReport, KIND_TITLES } from './view-model/verdict.ts';

interface GithubOptions {
  /** From the root of the repository to the folder that the files of a report are relative to; empty when it is the root. */
  readonly folder: string;
}

/** GitHub shows this many annotations of each kind from one step; the others are in the log only. */
const SHOWN_OF_A_LEVEL = 10;

const MOST_WAVES = 20;

/**
 * A report as workflow commands, one line each: every problem and change on its line of the configuration, errors
 * first, since GitHub shows the first few of each kind only; then the verdict, as a line of the log.
 */
export function renderGithub(report: Report, { folder }: GithubOptions): string {
  const diagnostics = [
    ...report.diagnostics,
    ...report.pipes.flatMap((pipe) => (isNotAttempted(pipe) ? [] : pipe.diagnostics)),
  ];
  const annotations = [
    ...diagnostics.filter(({ severity }) => severity !== 'note').map(annotateProblem),
    ...annotateFindings(report),
    ...report.pipes.flatMap((pipe) => annotateChanges(report.kind, pipe)),
    ...diagnostics.filter(({ severity }) => severity === 'note').map(annotateProblem),
  ];
  return writeAll(annotations, folder, [
    ...describeWaves(report),
    `${KIND_TITLES[report.kind]}: ${assessReport(report).headline}`,
  ]);
}

/** Problems of a configuration as workflow commands; empty when there are none. */
export function renderGithubDiagnostics(diagnostics: readonly Diagnostic[], { folder }: GithubOptions): string {
  if (diagnostics.length === 0) return '';
  return writeAll(diagnostics.map(annotateProblem), folder, [`Configuration: ${renderDiagnosticCount(diagnostics)}.`]);
}

/** A line of the log for each wave. Nothing that someone else named is in it: a log line, too, may be read as a command. */
function describeWaves(report: Report): readonly string[] {
  if (report.kind !== 'run' || report.rollout === null) return [];
  const { waves } = report.rollout;
  const { shown, more } = pickWaves(report.rollout, MOST_WAVES);
  return [
    ...shown.map(({ wave, pipes, verdict, bakedMs }) => {
      const baked = bakedMs > 0 ? `, baked ${formatTook(bakedMs)}` : '';
      return `Wave ${wave} of ${waves.length}: ${count(pipes.length, 'pipe')}, ${STATUS_STYLES.wave[verdict].label}${baked}.`;
    }),
    ...(more > 0 ? [`And ${count(more, 'more wave')}.`] : []),
  ];
}

function writeAll(annotations: readonly Annotation[], folder: string, summary: readonly string[]): string {
  const levels = LEVELS.map((level) => ({
    level,
    commands: annotations.filter((annotation) => annotation.level === level).map((each) => writeCommand(each, folder)),
  }));
  const lines = [...levels.flatMap(({ commands }) => commands), ...summary];
  if (levels.some(({ commands }) => commands.length > SHOWN_OF_A_LEVEL)) {
    const counts = levels.flatMap(({ level, commands: { length } }) => (length === 0 ? [] : [count(length, level)]));
    lines.push(`GitHub shows the first ${SHOWN_OF_A_LEVEL} of each kind; this log has ${listWords(counts)}.`);
  }
  return `${lines.join('\n')}\n`;
}

const LEVEL_OF: Readonly<Record<Severity, AnnotationLevel>> = { error: 'error', warning: 'warning', note: 'notice' };

function annotateProblem(diagnostic: Diagnostic): Annotation {
  const { severity, code, summary, detail, hint } = diagnostic;
  const why = detail === null || detail === '' ? [] : detail.split('\n');
  const help = hint === null ? [] : [`Help: ${hint}`];
  return { level: LEVEL_OF[severity], title: code, lines: [summary, ...why, ...help], place: diagnostic };
}

/** What differs in a pipe, each on the line of the configuration that asks for it. */
function annotateChanges(kind: Report['kind'], pipe: ReportPipe): readonly Annotation[] {
  return [
    ...pipe.changes.map((change) => annotateChange(kind, pipe, change)),
    ...(kind === 'drift' ? pipe.acknowledged.map((change) => annotateAcknowledged(pipe, change)) : []),
  ];
}

/** What a plan changes is meant, and a notice; what drifted is not, and what would undo a change that someone made live. */
function annotateChange(kind: Report['kind'], pipe: ReportPipe, change: Change): Annotation {
  const level = kind === 'drift' || change.origin === 'conflict' ? 'warning' : 'notice';
  const origin = change.origin === null ? '' : ` (${change.origin})`;
  return {
    level,
    title: titleOf(pipe, change),
    lines: [`${describeChange(kind, pipe, change)}${origin}`, ...explainReplicas(pipe, change)],
    place: change.location,
  };
}

/** The arithmetic, when a target asks for the replicas. */
function explainReplicas(pipe: ReportPipe, { path }: Change): readonly string[] {
  const words = path === 'scaling.replicas' ? describeRecommendation(pipe, '->') : null;
  return words === null ? [] : [words];
}

function annotateAcknowledged(pipe: ReportPipe, change: AcknowledgedChange): Annotation {
  const known = `${describeChange('drift', pipe, change)}, acknowledged until ${change.until}: ${change.reason}`;
  return { level: 'notice', title: titleOf(pipe, change), lines: [known], place: change.location };
}

/** The change, and the status of the pipe unless it is to be updated. */
function describeChange(kind: Report['kind'], { status }: ReportPipe, change: Change): string {
  if (kind === 'drift') return formatDifference(change);
  const move = `${formatFieldValue(change.path, change.before)} -> ${formatFieldValue(change.path, change.after)}`;
  const style = status === 'update' ? undefined : listStatusStyles(kind).find((each) => each.status === status);
  return style === undefined ? move : `${move}, ${style.label}`;
}

function titleOf({ service, name }: ReportPipe, { path }: Change): string {
  return `${service}/${name}: ${path}`;
}

/** The alerts that are not as declared or could not be read. What stopped a run is among its problems. */
function annotateFindings(report: Report): readonly Annotation[] {
  if (report.kind === 'run') return [];
  const { kind, checks } = report;
  return checks.filter(({ status }) => status !== 'in-sync').map((finding) => annotateFinding(kind, finding));
}

/** What a plan could not read of an alert stops nothing; what a drift report could not read is not known to be in sync. */
function annotateFinding(kind: 'plan' | 'drift', finding: CheckFinding): Annotation {
  const { name, alert, status, changes, reason, location } = finding;
  const frame = { title: `check ${name}`, place: location };
  if (status === 'error') {
    const lines = [`Alert ${alert} could not be read.`, ...(reason === null ? [] : [reason])];
    return { ...frame, level: kind === 'drift' ? 'error' : 'warning', lines };
  }
  const rows = changes.map((change) => `${change.path}: ${formatDefinitionChange(change)}`);
  return { ...frame, level: 'warning', lines: [...rows, `Help: ${FINDING_HELP}`] };
}

/** The kinds of annotation of GitHub, errors first. */
const LEVELS = ['error', 'warning', 'notice'] as const;
type AnnotationLevel = (typeof LEVELS)[number];

/** The place of an annotation: without a line it is about a file, without a file about the whole job. */
type AnnotationPlace = Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

interface Annotation {
  readonly level: AnnotationLevel;
  readonly title: string;
  /** One line each. */
  readonly lines: readonly string[];
  readonly place: AnnotationPlace;
}

/** GitHub shows 64 KiB of an annotation; a sentence may quote live text of any length. */
const LONGEST_LINE = 600;
const MOST_LINES = 20;

/**
 * A workflow command, `::error file=…,line=…,title=…::message`, on one line, with GitHub's escapes. Nothing in a text can
 * end it or begin another.
 * @param folder from the root of the repository to the folder that files are relative to; empty when they are the same.
 */
function writeCommand({ level, title, lines, place }: Annotation, folder: string): string {
  const properties = [...placeProperties(place, folder), ['title', escapeProperty(shorten(title))]];
  const list = properties.map(([name, value]) => `${name}=${value}`).join(',');
  const message = [...lines.slice(0, MOST_LINES), ...listForeignPlace(place)].map(shorten).join('\n');
  return `::${level} ${list}::${escapeData(message)}`;
}

/** A file at a git base is named `origin/main:pipes/orders.yaml`: GitHub has no such file to show anything in. */
function isElsewhere(file: string): boolean {
  return file.includes(':');
}

function listForeignPlace({ file, line, column }: AnnotationPlace): readonly string[] {
  if (file === null || !isElsewhere(file)) return [];
  return [`At ${[file, line, column].filter((part) => part !== null).join(':')}`];
}

function placeProperties(place: AnnotationPlace, folder: string): readonly (readonly [string, string])[] {
  const { file, line, column, endLine, endColumn } = place;
  if (file === null || isElsewhere(file)) return [];
  const named = ['file', escapeProperty(safeText(posix.join(folder, file)))] as const;
  if (line === null) return [named];
  const lines = [named, ['line', `${line}`], ['endLine', `${endLine ?? line}`]] as const;
  // Columns of a place that spans lines are refused by GitHub. Its last column is part of the place, ours is the one after.
  if (column === null || (endLine !== null && endLine !== line)) return lines;
  return [...lines, ['col', `${column}`], ['endColumn', `${Math.max(column, (endColumn ?? column) - 1)}`]];
}

function shorten(text: string): string {
  return safeText(cutText(text, LONGEST_LINE));
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
