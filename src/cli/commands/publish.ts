import { readFile } from 'node:fs/promises';
import { findFilesUrl } from '../../engine/find-files-url.ts';
import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import { type Report, stateOf } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import { readToolVersion } from '../../model/version.ts';
import type { Message, Publication, Target } from '../../publish/index.ts';
import type { PublishOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { exitCode } from '../output/exit-code.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeSavedApply } from '../steps/describe-apply-command.ts';

const ACTIONS: Readonly<Record<Publication['action'], string>> = {
  created: 'Published',
  updated: 'Updated',
  unchanged: 'Already up to date',
  closed: 'Closed, since all is clean',
  none: 'Nothing to publish',
};

/** Posts a saved report. Posting the same text again changes nothing. */
export async function runPublish(invocation: Invocation<PublishOptions>): Promise<number> {
  const { own, words, options, view, context } = invocation;
  const { DEFAULT_LABEL, PUBLISH_BUDGET_MS, publishTo } = await import('../../publish/index.ts');
  const [file = ''] = words;
  const read = await readReportFile(file, invocation);
  if (!read.ok) return view.fail([read.diagnostic]);
  const applyCommand = describeSavedApply(file, read.report, options);
  const message = await composeMessage(read.report, applyCommand, invocation);
  const published = await publishTo(targetOf(own, DEFAULT_LABEL), message, {
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
  if (!published.ok) return view.fail(published.diagnostics);
  const { publication } = published;
  view.problems(publication.diagnostics);
  const { action, url } = publication;
  const where = url === null ? '' : `, ${safeText(url)}`;
  await view.result(
    { kind: 'publication', formatVersion: 1, target: own.to, ...publication },
    () => `${ACTIONS[action]}: ${own.to}${where}\n`,
  );
  return exitCode({ of: 'done' });
}

function targetOf({ to: kind, label, number }: PublishOptions, defaultLabel: string): Target {
  if (kind === 'github-issue') return { kind, label: label ?? defaultLabel };
  return kind === 'slack' || kind === 'webhook' ? { kind } : { kind, number };
}

async function composeMessage(
  report: Report,
  applyCommand: string | null,
  { own: { id, link }, place: { cwd }, context }: Invocation<PublishOptions>,
): Promise<Message> {
  const { markdownMarker } = await import('../../report/markdown/marker.ts');
  const { renderMarkdown } = await import('../../report/markdown/render-markdown.ts');
  const { assessReport, KIND_TITLES } = await import('../../report/view-model/verdict.ts');
  const { addDigest } = await import('../../model/json/digest.ts');
  const where = report.environment === null ? '' : ` of ${safeText(report.environment)}`;
  return {
    marker: markdownMarker(report, id),
    body: renderMarkdown(report, {
      ...{ applyCommand, id, link },
      filesUrl: await findFilesUrl(cwd, context),
      folder: findRepositoryFolder(cwd) ?? '',
    }),
    title: `Pipeform ${KIND_TITLES[report.kind].toLowerCase()}${where}: ${assessReport(report).headline}`,
    status: stateOf(report),
    document: JSON.parse(JSON.stringify(addDigest(report))),
  };
}
