import { readFile } from 'node:fs/promises';
import { type Report, stateOf } from '../../model/report.ts';
import { safeText } from '../../model/safe-text.ts';
import { readToolVersion } from '../../model/version.ts';
import type { Message, Target } from '../../publish/index.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeSavedApply } from './apply-command.ts';

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
  const view = createView(options, context);
  const read = await readReportFile(options.file, options, context);
  if (!read.ok) return failWith(view, context, [read.diagnostic]);
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
    onRequest: (attempt) => view.request(attempt),
  });
  if (!published.ok) return failWith(view, context, published.diagnostics);
  view.publication(kind, published.publication);
  return exitCode({ of: 'done' });
}

function targetOf(kind: Target['kind'], options: PublishCommandOptions, usualLabel: string): Target {
  if (kind === 'github-issue') return { kind, label: options.label ?? usualLabel };
  return kind === 'slack' || kind === 'webhook' ? { kind } : { kind, number: options.number };
}

async function composeMessage(report: Report, options: PublishCommandOptions): Promise<Message> {
  const { markdownMarker, renderMarkdown } = await import('../../report/markdown/render-markdown.ts');
  const { assessReport, KIND_TITLES } = await import('../../report/view-model/verdict.ts');
  const { seal } = await import('../../plan/saved/seal.ts');
  const where = report.environment === null ? '' : ` of ${safeText(report.environment)}`;
  const applyCommand = describeSavedApply(options.file, report, options);
  return {
    marker: markdownMarker(report, options.id),
    body: renderMarkdown(report, { applyCommand, id: options.id }),
    title: `Pipeform ${KIND_TITLES[report.kind].toLowerCase()}${where}: ${assessReport(report).headline}`,
    status: stateOf(report),
    document: JSON.parse(JSON.stringify(seal(report))),
  };
}
