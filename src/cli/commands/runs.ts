import { readFile } from 'node:fs/promises';
import pMap from 'p-map';
import { reportNoRoot } from '../../config/resolve/file-system.ts';
import { findProject } from '../../engine/find-project.ts';
import { describeUnreadable, findRun, readRunFile } from '../../engine/find-run.ts';
import { journalFile, listRuns } from '../../journal/list-journals.ts';
import type { ProjectFolder } from '../../journal/project-folder.ts';
import { readIntactEnd } from '../../journal/read-journal.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import { readLock } from '../../platform/lock-file.ts';
import { chooseReportGlyphs } from '../../progress/choose-view.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { type RunListing, type RunsDocument, renderRuns } from '../../report/text/runs-text.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportProblems } from '../output/report-problems.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeJson } from '../output/write-output.ts';
import { writeReport } from '../output/write-report.ts';

const AT_ONCE = 8;

/** Lists the runs of the project, newest first. Reads the journals only: it works whatever state the configuration is in. */
export async function runRuns(options: GlobalOptions, context: Context): Promise<number> {
  const folder = await findProject(options, context);
  if (folder === null) return reportProblems([reportNoRoot()], options, context);
  const ids = await listRuns(folder).catch((error: unknown) => describeUnreadable(folder.runs, error, 'error'));
  if ('severity' in ids) return reportProblems([ids], options, context);
  const holder = await readLock(folder.lock);
  const working = typeof holder === 'string' ? null : holder.purpose;
  const found = await pMap(ids, (id) => listRun(folder, id, working), { concurrency: AT_ONCE });
  const runs = found.flatMap((one) => ('id' in one ? [one] : []));
  const problems = found.flatMap((one) => ('id' in one ? [] : [one]));
  const document: RunsDocument = { kind: 'runs', formatVersion: 1, runs };
  if (problems.length > 0) {
    context.stderr.write(renderDiagnostics(problems, new Map(), streamStyle(context.stderr, options, context)));
  }
  if (options.format === 'json') writeJson(context, document);
  else context.stdout.write(renderRuns(document, streamStyle(context.stdout, options, context)));
  return hasErrors(problems) ? exitCode({ of: 'failure', interrupted: null }) : exitCode({ of: 'done' });
}

/** Shows one run in any format that a report has. */
export async function runRunsShow(wanted: string, options: GlobalOptions, context: Context): Promise<number> {
  const folder = await findProject(options, context);
  if (folder === null) return reportProblems([reportNoRoot()], options, context);
  const found = await findRun(folder, wanted);
  if (!found.ok) return reportProblems([found.diagnostic], options, context);
  const { run } = found.journaled;
  if (options.format === 'text') {
    const { renderRunHistory } = await import('../../report/text/run-history-text.ts');
    const glyphs = chooseReportGlyphs(context.environment, context.platform);
    context.stdout.write(renderRunHistory(run, streamStyle(context.stdout, options, context), glyphs));
  } else {
    await writeReport(run, { applyCommand: null }, options, context);
  }
  return exitCode({ of: 'done' });
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
