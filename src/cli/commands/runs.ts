import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pMap from 'p-map';
import { createNodeFiles, findRootDocument, reportNoRoot } from '../../config/resolve/file-system.ts';
import { describeUnreadable, findRun, forgetRun, readRunFile } from '../../engine/runs.ts';
import { journalFile, listRuns, type ProjectFolder, projectFolder } from '../../journal/project-folder.ts';
import { readIntactEnd } from '../../journal/read-journal.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import { addDigest } from '../../model/json/document.ts';
import { safeText } from '../../model/text.ts';
import { readLock } from '../../platform/lock-file.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { RunListing, RunsDocument } from '../../report/text/runs-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';
import { type Format, type GlobalOptions, unsupportedFormat } from '../options/global-options.ts';
import { UsageError } from '../options/value-types.ts';
import { exitCode } from '../output/exit-code.ts';
import type { View } from '../output/view.ts';

const AT_ONCE = 8;

const LIST_FORMATS: readonly Format[] = ['text', 'json'];

export async function runRuns({ words: [verb, run], options, place, view, context }: Invocation): Promise<number> {
  const isNamed = run !== undefined && (verb === 'show' || verb === 'forget');
  if (verb !== undefined && !isNamed) {
    const message = 'runs takes no argument, or `show` or `forget` and a run.';
    throw new UsageError(message, 'Try `pipeform runs show latest`.');
  }
  // Only `runs show` shows a report.
  if (verb !== 'show' && !LIST_FORMATS.includes(options.format)) {
    throw unsupportedFormat('runs', options.format, LIST_FORMATS);
  }
  const root = await findRootDocument(place.cwd, place.file, createNodeFiles());
  if (root === null) return view.fail([reportNoRoot()]);
  const folder = projectFolder(dirname(root));
  if (!isNamed) return listAll(folder, view);
  return verb === 'show' ? showRun(folder, run, options, view) : forget(folder, run, view, context);
}

/** Reads only the journals, so that it works with an invalid configuration. */
async function listAll(folder: ProjectFolder, view: View): Promise<number> {
  const ids = await listRuns(folder).catch((error: unknown) => describeUnreadable(folder.runs, error, 'error'));
  if ('severity' in ids) return view.fail([ids]);
  const holder = await readLock(folder.lock);
  const working = typeof holder === 'string' ? null : holder.purpose;
  const found = await pMap(ids, (id) => listRun(folder, id, working), { concurrency: AT_ONCE });
  const problems = found.filter((one) => 'severity' in one);
  view.diagnostics(problems);
  const runs = found.filter((one) => 'id' in one);
  const document: RunsDocument = { kind: 'runs', formatVersion: 1, runs };
  await view.result(document, async (style) =>
    (await import('../../report/text/runs-text.ts')).renderRuns(document, style),
  );
  return exitCode(hasErrors(problems) ? { of: 'failure' } : { of: 'done' });
}

async function showRun(
  folder: ProjectFolder,
  id: string,
  { format, logLevel }: Pick<GlobalOptions, 'format' | 'logLevel'>,
  view: View,
): Promise<number> {
  const found = await findRun(folder, id);
  if (!found.ok) return view.fail([found.diagnostic]);
  const { run } = found.journaled;
  if (format === 'text') {
    await view.result(run, async (...options) =>
      (await import('../../report/text/run-text.ts')).renderRunHistory(run, ...options, logLevel === 'debug'),
    );
  } else await view.report(run, { applyCommand: null, isSaved: true });
  return exitCode({ of: 'done' });
}

/** Ends the reports of an unfinished run. */
async function forget(folder: ProjectFolder, id: string, view: View, context: Context): Promise<number> {
  const outcome = await forgetRun(folder, id, context);
  if (!outcome.ok) return view.fail([outcome.diagnostic]);
  const lines = [
    `The run ${outcome.run.id} is forgotten: plan and apply no longer report it.`,
    `What these pipes have now was not read: ${outcome.open.map(safeText).join(', ')}.`,
    'No pipe was changed.',
  ];
  await view.result(addDigest(outcome.run), ({ columns }) => fitLines(`${lines.join('\n')}\n`, columns));
  return exitCode({ of: 'done' });
}

async function listRun(folder: ProjectFolder, id: string, working: string | null): Promise<RunListing | Diagnostic> {
  const journal = await readFile(journalFile(folder, id)).catch(() => null);
  const end = journal === null ? null : readIntactEnd(journal, id);
  // The last line of an earlier version lacks the environment, which is in the first one.
  if (end?.environment !== undefined) {
    const { startedAt, at, status, environment, commit = null, author = null, rollsBack, summary } = end;
    const about = { environment, commit, author, counts: countsOf(summary), rollsBack };
    return { id, ...timesOf(startedAt, at), status, ...about, running: false };
  }
  const read = await readRunFile(folder, id);
  if (!read.ok) return read.diagnostic;
  const { status, run } = read.journaled;
  const { startedAt, environment, commit, author, rollsBack } = run;
  const times = timesOf(startedAt, status === 'unfinished' ? null : run.finishedAt);
  const about = { environment, commit, author, counts: countsOf(run.summary), rollsBack };
  return { id, ...times, status, ...about, running: id === working };
}

function timesOf(
  startedAt: string,
  finishedAt: string | null,
): Pick<RunListing, 'startedAt' | 'finishedAt' | 'durationMs'> {
  const durationMs = finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  return { startedAt, finishedAt, durationMs };
}

function countsOf({ total: _, requests: __, ...counts }: RunListing['counts'] & { total: number; requests: number }) {
  return counts;
}
