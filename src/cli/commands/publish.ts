import { resolve } from 'node:path';
import { findFilesUrl, findReportFolder, findTrigger } from '../../engine/ci-job.ts';
import { resolveFiles } from '../../engine/resolve-credentials.ts';
import { addDigest } from '../../model/json/document.ts';
import { type Drift, type Report, stateOf } from '../../model/report.ts';
import { safeText } from '../../model/text.ts';
import { readToolVersion } from '../../model/version.ts';
import { readInput } from '../../platform/read-input.ts';
import {
  LONGEST_MESSAGE,
  type Message,
  PUBLISH_BUDGET_MS,
  publishTo,
  TARGET_CREDENTIALS,
  type Target,
} from '../../publish/index.ts';
import { markdownMarker } from '../../report/markdown/marker.ts';
import { renderMarkdown } from '../../report/markdown/render-markdown.ts';
import { renderPublication } from '../../report/text/publication-text.ts';
import { briefReport } from '../../report/view-model/brief.ts';
import { assessReport, nameReport } from '../../report/view-model/verdict.ts';
import type { PublishCommandOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { logRequests } from '../output/log-debug.ts';
import { checkOutputs } from '../output/output-files.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { describeNextCommand, describeSavedApply } from '../steps/describe-apply-command.ts';
import { openPublishedHistory, publishOnTransition } from '../steps/publish-on-transition.ts';

/** GitHub sends no event with more than 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 ** 2;

/** Posts a saved report. Posting the same text again changes nothing, apart from Slack and webhooks. */
export async function runPublish(invocation: Invocation<PublishCommandOptions>): Promise<number> {
  const { ownOptions, args, options, workspace, printer, context } = invocation;
  checkTransitionOptions(ownOptions);
  const [file = ''] = args;
  const read = await readReportFile(file, invocation);
  if (!read.ok) return endFailed([read.diagnostic], printer);
  const resolved = await resolveFiles(TARGET_CREDENTIALS[ownOptions.to], context.environment, workspace.cwd);
  if (resolved.problems.length > 0) return endFailed(resolved.problems, printer);
  const { environment } = resolved;
  // A message that cannot be recorded would be posted again by every run.
  const { diagnostics } = await checkOutputs({ history: ownOptions.history }, [file], workspace.cwd);
  if (diagnostics.length > 0) return endFailed(diagnostics, printer);
  const applyCommand = describeSavedApply(file, read.report, options);
  const next = describeNextCommand(read.report, options);
  const message = await composeMessage(read.report, { applyCommand, next }, invocation);
  const timing = { clock: context.clock, signal: context.interrupts.stop };
  const publish = () =>
    publishTo(targetOf(ownOptions), message, {
      ...timing,
      environment,
      readFile: async (path) => (await readInput(path, MAX_EVENT_BYTES)).toString(),
      random: context.random,
      version: readToolVersion().version,
      timeoutMs: options.timeoutMs,
      budgetMs: PUBLISH_BUDGET_MS,
      onRequest: logRequests(printer),
      onWait: (wait) => printer.noteWait(wait),
    });
  const { history: historyFile } = ownOptions;
  const published = await (historyFile === null
    ? publish()
    : publishOnTransition(
        { drift: readWholeDrift(read.report), to: ownOptions.to, id: ownOptions.id, file: historyFile },
        {
          ...timing,
          history: openPublishedHistory(resolve(workspace.cwd, historyFile), {
            ...timing,
            waitMs: 2 * PUBLISH_BUDGET_MS,
          }),
          publish,
        },
      ));
  if (!published.ok) return endFailed(published.diagnostics, printer);
  const { publication } = published;
  printer.problems(publication.diagnostics);
  const document = { kind: 'publication', formatVersion: 1, target: ownOptions.to, ...publication } as const;
  await printer.printAs(document, { text: () => renderPublication(document) });
  return chooseExitCode({ kind: 'done' });
}

function checkTransitionOptions({ on, history }: PublishCommandOptions): void {
  if (on === 'transition' && history === null) {
    throw new UsageError('--on transition needs --history FILE.', 'The file records what was posted.');
  }
  if (on !== 'transition' && history !== null) {
    throw new UsageError('--history needs --on transition.', 'Without it, every report is posted.');
  }
}

/** Throws UsageError for another report: a part of the fleet would look like a change of the whole. */
function readWholeDrift(report: Report): Drift {
  const { target = [], exclude = [], shard = null } = report.scope ?? {};
  if (report.kind === 'drift' && target.length + exclude.length === 0 && shard === null) return report;
  throw new UsageError(
    '--on transition needs a drift report of all pipes.',
    'Run drift without --target, --exclude and --shard, or merge the reports of all shards.',
  );
}

function targetOf({ to: kind, label, number }: PublishCommandOptions): Target {
  if (kind === 'github-issue') return { kind, label };
  return kind === 'slack' || kind === 'webhook' ? { kind } : { kind, number };
}

async function composeMessage(
  report: Report,
  { applyCommand, next }: Readonly<Record<'applyCommand' | 'next', string | null>>,
  { ownOptions: { id, link, on }, workspace: { cwd }, context }: Invocation<PublishCommandOptions>,
): Promise<Message> {
  const where = report.environment === null ? '' : ` of ${safeText(report.environment)}`;
  return {
    marker: markdownMarker(report, id),
    createdAt: report.kind === 'run' ? report.finishedAt : report.createdAt,
    commit: (await findTrigger(cwd, context)).commit,
    body: renderMarkdown(report, {
      ...{ applyCommand, id, link, limit: LONGEST_MESSAGE },
      filesUrl: await findFilesUrl(report, cwd, context),
      folder: findReportFolder(report, cwd),
    }),
    title: `Pipeform ${nameReport(report).toLowerCase()}${where}: ${assessReport(report).headline}`,
    brief: [...briefReport(report), ...(next === null ? [] : [`Next: ${next}`])],
    link,
    status: stateOf(report),
    onlyChanges: on === 'changes',
    document: JSON.parse(JSON.stringify(addDigest(report))),
  };
}
