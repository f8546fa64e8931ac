import { dirname } from 'node:path';
import { createNodeFiles, findRootDocument } from '../../config/resolve/file-system.ts';
import { describeWrongKind } from '../../engine/run.ts';
import { findRun } from '../../engine/runs.ts';
import { projectFolder } from '../../journal/project-folder.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RunOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted } from '../steps/confirm-and-apply.ts';

/** `latest`, or the id of a journaled run or its beginning. Anything else is the name of a file. */
const RUN_NAME = /^[0-9A-Za-z-]*$/;

export async function runRollback(invocation: Invocation<RunOptions>): Promise<number> {
  const [named = ''] = invocation.args;
  const task = {
    command: 'rollback',
    idleText:
      'Nothing to restore: the run wrote nothing, its values are no longer live, or the schedule now specifies other sizes.',
  } as const;
  if (RUN_NAME.test(named)) {
    const missing = await findMissingRun(named, invocation);
    if (missing !== null) return endUnstarted([missing], undefined, invocation);
    return confirmAndApply({ ...task, request: { kind: 'rollback', run: named } }, invocation);
  }
  const read = await readReportFile(named, invocation);
  if (!read.ok) return endUnstarted([read.diagnostic], undefined, invocation);
  const { report: run } = read;
  if (run.kind !== 'run') {
    const hint = '`pipeform apply --out FILE` saves the report of a run.';
    return endUnstarted([{ ...describeWrongKind('run', named, run.kind), hint }], undefined, invocation);
  }
  return confirmAndApply({ ...task, request: { kind: 'rollback', run }, inputs: [named] }, invocation);
}

/** Why there is no such run, before anything is read or asked. null without a configuration, which is reported later. */
async function findMissingRun(named: string, { workspace }: Invocation<RunOptions>): Promise<Diagnostic | null> {
  const files = createNodeFiles();
  const root = await findRootDocument(workspace.cwd, workspace.file, files);
  if (root === null || (await files.realPath(root)) === null) return null;
  const found = await findRun(projectFolder(dirname(root)), named);
  return found.ok ? null : found.diagnostic;
}
