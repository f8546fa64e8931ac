import { describeWrongKind } from '../../engine/run.ts';
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
    question: 'Restore these values? Only "yes" is accepted: ',
    idleText: 'Nothing to restore: the run wrote nothing, or its values are no longer live.',
  } as const;
  if (RUN_NAME.test(named)) return confirmAndApply({ ...task, request: { kind: 'rollback', run: named } }, invocation);
  const read = await readReportFile(named, invocation);
  if (!read.ok) return endUnstarted([read.diagnostic], undefined, invocation);
  const { report: run } = read;
  if (run.kind !== 'run') {
    const hint = '`pipeform apply --out FILE` saves the report of a run.';
    return endUnstarted([{ ...describeWrongKind('run', named, run.kind), hint }], undefined, invocation);
  }
  return confirmAndApply({ ...task, request: { kind: 'rollback', run }, inputs: [named] }, invocation);
}
