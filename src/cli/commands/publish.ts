import { readFile } from 'node:fs/promises';
import { type Report, stateOf } from '../../model/report.ts';
import { safeText } from '../../model/safe-text.ts';
import { readToolVersion } from '../../model/version.ts';
import type { Message, Publication, Target } from '../../publish/index.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { reportProblems } from '../output/report-problems.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeJson } from '../output/write-output.ts';
import { describeSavedApply } from './run/apply-command.ts';

export interface PublishCommandOptions extends GlobalOptions {
  readonly file: string;
  readonly to: Target['kind'];
  /** Tells the reports of several projects apart on one page, or null. */
  readonly id: string | null;
  /** The pull or merge request, or null for what the CI says. */
  readonly number: number | null;
  /** The label of the issue, or null for the usual one. */
  readonly label: string | null;
}

/** Posts a saved report: the same text again changes nothing. */
export async function runPublish(options: PublishCommandOptions, context: Context): Promise<number> {
  const { DEFAULT_LABEL, PUBLISH_BUDGET_MS, publishTo } = await import('../../publish/index.ts');
  const kind = options.to;
  const read = await readReportFile(options.file, options, context);
  if (!read.ok) return reportProblems([read.diagnostic], options, context);
  const message = await composeMessage(read.report, options);
  const published = await publishTo(targetOf(kind, options, DEFAULT_LABEL), message, {
    environment: context.environment,
    readFile: (path) => readFile(path, 'utf8'),
    clock: context.clock,
    random: context.random,
    version: readToolVersion().version,
    timeoutMs: options.timeoutMs,
    budgetMs: PUBLISH_BUDGET_MS,
    signal: context.interrupts.stop,
    onRequest: ({ method, path, status, attempt, durationMs }) => {
      if (options.logLevel !== 'debug') return;
      const answer = status === null ? 'no answer' : `${status}`;
      context.stderr.write(
        `debug: ${method} ${safeText(path)} ${answer} attempt ${attempt} ${Math.round(durationMs)}ms\n`,
      );
    },
  });
  if (!published.ok) return reportProblems(published.diagnostics, options, context);
  const { publication } = published;
  if (options.format === 'json') {
    writeJson(context, { kind: 'publication', formatVersion: 1, target: kind, ...publication });
  } else {
    const style = streamStyle(context.stderr, options, context);
    context.stderr.write(renderDiagnostics(publication.diagnostics, new Map(), style));
    context.stdout.write(`${tell(kind, publication)}\n`);
  }
  return exitCode({ of: 'done' });
}

function targetOf(kind: Target['kind'], options: PublishCommandOptions, usualLabel: string): Target {
  if (kind === 'github-issue') return { kind, label: options.label ?? usualLabel };
  return kind === 'slack' || kind === 'webhook' ? { kind } : { kind, number: options.number };
}

async function composeMessage(report: Report, options: PublishCommandOptions): Promise<Message> {
  const { markdownMarker } = await import('../../report/markdown/marker.ts');
  const { renderMarkdown } = await import('../../report/markdown/render-markdown.ts');
  const { judgeReport, KIND_TITLES } = await import('../../report/view-model/verdict.ts');
  const { seal } = await import('../../plan/saved/seal.ts');
  const where = report.environment === null ? '' : ` of ${safeText(report.environment)}`;
  const applyCommand = describeSavedApply(options.file, report, options);
  return {
    marker: markdownMarker(report, options.id),
    body: renderMarkdown(report, { applyCommand, id: options.id }),
    title: `Pipeform ${KIND_TITLES[report.kind].toLowerCase()}${where}: ${judgeReport(report).headline}`,
    status: stateOf(report),
    document: JSON.parse(JSON.stringify(seal(report))),
  };
}

const DEEDS: Readonly<Record<Publication['action'], string>> = {
  created: 'Published',
  updated: 'Updated',
  unchanged: 'Already up to date',
  closed: 'Closed, since all is clean',
  none: 'Nothing to publish',
};

/** `Updated: github-pr, https://…` */
function tell(kind: Target['kind'], { action, url }: Publication): string {
  return `${DEEDS[action]}: ${kind}${url === null ? '' : `, ${safeText(url)}`}`;
}
