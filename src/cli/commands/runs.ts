import { dirname } from 'node:path';
import { createNodeFiles, findRootDocument, reportNoRoot } from '../../config/resolve/file-system.ts';
import { findRun, forgetRun, listRuns } from '../../engine/runs.ts';
import { type ProjectFolder, projectFolder } from '../../journal/project-folder.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { addDigest } from '../../model/json/document.ts';
import { safeText } from '../../model/text.ts';
import type { Invocation } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';
import { UsageError } from '../options/value-types.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import type { View } from '../output/view.ts';

export async function runRuns({ args: [verb, run], workspace, view, context }: Invocation): Promise<number> {
  const isNamed = run !== undefined && (verb === 'show' || verb === 'forget');
  if (verb !== undefined && !isNamed) {
    const message = 'Use `runs`, `runs show RUN` or `runs forget RUN`.';
    throw new UsageError(message, 'Try `pipeform runs show latest`.');
  }
  const root = await findRootDocument(workspace.cwd, workspace.file, createNodeFiles());
  if (root === null) return view.fail([reportNoRoot()]);
  const folder = projectFolder(dirname(root));
  if (!isNamed) return listAll(folder, view);
  return verb === 'show' ? showRun(folder, run, view) : forget(folder, run, view, context);
}

async function listAll(folder: ProjectFolder, view: View): Promise<number> {
  const listed = await listRuns(folder);
  if (!listed.ok) return view.fail([listed.diagnostic]);
  const { document, diagnostics } = listed;
  view.diagnostics(diagnostics);
  await view.document(document);
  return chooseExitCode(hasErrors(diagnostics) ? { kind: 'failure' } : { kind: 'done' });
}

async function showRun(folder: ProjectFolder, id: string, view: View): Promise<number> {
  const found = await findRun(folder, id);
  if (!found.ok) return view.fail([found.diagnostic]);
  await view.journaled(found.journaled.run);
  return chooseExitCode({ kind: 'done' });
}

/** Ends the reports of an unfinished run. */
async function forget(folder: ProjectFolder, id: string, view: View, context: Context): Promise<number> {
  const outcome = await forgetRun(folder, id, context);
  if (!outcome.ok) return view.fail([outcome.diagnostic]);
  const lines = [
    `The run ${outcome.run.id} is forgotten: plan and apply no longer report it.`,
    `The current values of these pipes were not read: ${outcome.open.map(safeText).join(', ')}.`,
    'No pipe was changed.',
  ];
  view.result(addDigest(outcome.run), `${lines.join('\n')}\n`);
  return chooseExitCode({ kind: 'done' });
}
