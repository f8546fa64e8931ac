import type { Diagnostic } from '../../model/diagnostic.ts';
import { listWords } from '../../model/list-words.ts';
import type { Report } from '../../model/report.ts';
import { renderDiagnosticCount } from '../text/diagnostics.ts';
import { count } from '../view-model/count.ts';
import { isNotAttempted } from '../view-model/is-not-attempted.ts';
import { lookOfWave, pickWaves } from '../view-model/rollout-words.ts';
import { formatTook } from '../view-model/took.ts';
import { judgeReport, KIND_TITLES } from '../view-model/verdict.ts';
import { annotateChanges, annotateProblem } from './annotate.ts';
import { annotateFindings } from './annotate-findings.ts';
import { type Annotation, LEVELS, writeCommand } from './command.ts';

export interface GithubOptions {
  /** From the root of the repository to the folder that the files of a report are relative to; empty when it is the root. */
  readonly folder: string;
}

/** GitHub shows this many annotations of each kind from one step; the others are in the log only. */
const SHOWN_OF_A_LEVEL = 10;

const MOST_WAVES = 20;

/**
 * A report as workflow commands, one line each: every problem and change on its line of the configuration, the gravest
 * first, since GitHub shows the first few of each kind only; then what it comes to, as a line of the log.
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
    ...tellWaves(report),
    `${KIND_TITLES[report.kind]}: ${judgeReport(report).headline}`,
  ]);
}

/** Problems of a configuration as workflow commands; empty when there are none. */
export function renderGithubDiagnostics(diagnostics: readonly Diagnostic[], { folder }: GithubOptions): string {
  if (diagnostics.length === 0) return '';
  return writeAll(diagnostics.map(annotateProblem), folder, [`Configuration: ${renderDiagnosticCount(diagnostics)}.`]);
}

/** A line of the log for each wave. Nothing that someone else named is in it: a log line, too, may be read as a command. */
function tellWaves(report: Report): readonly string[] {
  if (report.kind !== 'run' || report.rollout === null) return [];
  const { waves } = report.rollout;
  const { shown, more } = pickWaves(report.rollout, MOST_WAVES);
  return [
    ...shown.map(({ wave, pipes, verdict, bakedMs }) => {
      const baked = bakedMs > 0 ? `, baked ${formatTook(bakedMs)}` : '';
      return `Wave ${wave} of ${waves.length}: ${count(pipes.length, 'pipe')}, ${lookOfWave(verdict).word}${baked}.`;
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
