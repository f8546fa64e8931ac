import { dirname } from 'node:path';
import { createNodeFiles, findRootDocument, noRootProblem } from '../../config/resolve/file-system.ts';
import { findRun, forgetRun, listRuns } from '../../engine/runs.ts';
import { type ProjectFolder, projectFolder } from '../../journal/project-folder.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { addDigest } from '../../model/json/document.ts';
import { safeText } from '../../model/text.ts';
import { composeRuns } from '../../report/compose/compose-runs.ts';
import type { Invocation } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';
import { UsageError } from '../options/value-types.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import type { Printer } from '../output/printer.ts';

export async function runRuns({ args: [verb, run], workspace, printer, context }: Invocation): Promise<number> {
  const isNamed = run !== undefined && (verb === 'show' || verb === 'forget');
  if (verb !== undefined && !isNamed) {
    const message = 'Use `runs`, `runs show RUN` or `runs forget RUN`.';
    throw new UsageError(message, 'Try `pipeform runs show latest`.');
  }
  const root = await findRootDocument(workspace.cwd, workspace.file, createNodeFiles());
  if (root === null) return endFailed([noRootProblem()], printer);
  const folder = projectFolder(dirname(root));
  if (!isNamed) return listAll(folder, printer);
  return verb === 'show' ? showRun(folder, run, printer) : forget(folder, run, printer, context);
}

async function listAll(folder: ProjectFolder, printer: Printer): Promise<number> {
  const listed = await listRuns(folder);
  if (!listed.ok) return endFailed([listed.diagnostic], printer);
  const { document, diagnostics } = listed;
  printer.diagnostics(diagnostics);
  await printer.print(document, () => composeRuns(document));
  return chooseExitCode(hasErrors(diagnostics) ? { kind: 'failure' } : { kind: 'done' });
}

async function showRun(folder: ProjectFolder, id: string, printer: Printer): Promise<number> {
  const found = await findRun(folder, id);
  if (!found.ok) return endFailed([found.diagnostic], printer);
  const { printJournaled } = await import('../output/print-report.ts');
  await printJournaled(found.journaled.run, printer);
  return chooseExitCode({ kind: 'done' });
}

/** Ends the reports of an unfinished run. */
async function forget(folder: ProjectFolder, id: string, printer: Printer, context: Context): Promise<number> {
  const outcome = await forgetRun(folder, id, context);
  if (!outcome.ok) return endFailed([outcome.diagnostic], printer);
  const lines = [
    `The run ${outcome.run.id} is forgotten: plan and apply no longer report it.`,
    `The current values of these pipes were not read: ${outcome.open.map(safeText).join(', ')}.`,
    'No pipe was changed.',
  ];
  printer.jsonOnly(addDigest(outcome.run));
  printer.textOnly(printer.fit(`${lines.join('\n')}\n`));
  return chooseExitCode({ kind: 'done' });
}
