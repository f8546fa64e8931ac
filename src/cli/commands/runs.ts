import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pMap from 'p-map';
import { reportNoRoot } from '../../config/resolve/file-system.ts';
import { describeUnreadable, findRun, readRunFile } from '../../engine/find-run.ts';
import { forgetRun } from '../../engine/forget-run.ts';
import { journalFile, listRuns } from '../../journal/list-journals.ts';
import { type ProjectFolder, projectFolder } from '../../journal/project-folder.ts';
import { readIntactEnd } from '../../journal/read-journal.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import { readLock } from '../../platform/lock-file.ts';
import type { RunListing } from '../../report/text/runs-text.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { findRoot } from '../options/load-configuration.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';

const AT_ONCE = 8;

/** Lists the runs of the project, newest first. Reads the journals only: it works whatever state the configuration is in. */
export async function runRuns(options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const folder = await findProject(options, context);
  if (folder === null) return failWith(view, context, [reportNoRoot()]);
  const ids = await listRuns(folder).catch((error: unknown) => describeUnreadable(folder.runs, error, 'error'));
  if ('severity' in ids) return failWith(view, context, [ids]);
  const holder = await readLock(folder.lock);
  const working = typeof holder === 'string' ? null : holder.purpose;
  const found = await pMap(ids, (id) => listRun(folder, id, working), { concurrency: AT_ONCE });
  const runs = found.flatMap((one) => ('id' in one ? [one] : []));
  const problems = found.flatMap((one) => ('id' in one ? [] : [one]));
  if (problems.length > 0) view.diagnostics(problems);
  await view.runs({ kind: 'runs', formatVersion: 1, runs });
  return hasErrors(problems) ? exitCode({ of: 'failure', interrupted: null }) : exitCode({ of: 'done' });
}

/** Shows one run in any format that a report has. */
export async function runRunsShow(wanted: string, options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const folder = await findProject(options, context);
  if (folder === null) return failWith(view, context, [reportNoRoot()]);
  const found = await findRun(folder, wanted);
  if (!found.ok) return failWith(view, context, [found.diagnostic]);
  await view.runHistory(found.journaled.run);
  return exitCode({ of: 'done' });
}

/** Ends the reports of a run that was cut off, and shows what it had left open. */
export async function runRunsForget(wanted: string, options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const folder = await findProject(options, context);
  if (folder === null) return failWith(view, context, [reportNoRoot()]);
  const outcome = await forgetRun(folder, wanted, context);
  if (!outcome.ok) return failWith(view, context, [outcome.diagnostic]);
  await view.forgotten(outcome.run, outcome.open);
  return exitCode({ of: 'done' });
}

/** The folder of the project that the options name, whatever state its configuration is in; null when there is none. */
async function findProject(options: GlobalOptions, context: Context): Promise<ProjectFolder | null> {
  const root = await findRoot(options, context);
  return root === null ? null : projectFolder(dirname(root));
}

async function listRun(folder: ProjectFolder, id: string, working: string | null): Promise<RunListing | Diagnostic> {
  const journal = await readFile(journalFile(folder, id)).catch(() => null);
  const end = journal === null ? null : readIntactEnd(journal, id);
  if (end !== null) {
    const { startedAt, at, status, rollsBack, summary } = end;
    return { id, startedAt, finishedAt: at, status, counts: countsOf(summary), rollsBack, running: false };
  }
  const read = await readRunFile(folder, id);
  if (!read.ok) return read.diagnostic;
  const { status, run } = read.journaled;
  const running = id === working;
  const finishedAt = status === 'unfinished' ? null : run.finishedAt;
  return {
    id,
    startedAt: run.startedAt,
    finishedAt,
    status,
    counts: countsOf(run.summary),
    rollsBack: run.rollsBack,
    running,
  };
}

function countsOf({ total: _, requests: __, ...counts }: RunListing['counts'] & { total: number; requests: number }) {
  return counts;
}
