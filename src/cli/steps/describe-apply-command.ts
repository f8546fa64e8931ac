import { type Fleet, isScheduledField } from '../../model/fleet.ts';
import { type Drift, type Report, stateOf } from '../../model/report.ts';
import { mayHaveWritten, type Run } from '../../model/run.ts';
import { PLANNING_OPTIONS, type PlanningOptions } from '../options/command-options.ts';
import { type CommandOptions, GLOBAL } from '../options/global-options.ts';
import { writeOptions } from '../options/option-spec.ts';
import { FILE } from '../options/value-types.ts';
import type { NextStep } from '../output/print-report.ts';

/** The command that applies the saved plan, or a fresh one with the same options. */
export function describeApplyCommand(file: string | null, planning: PlanningOptions, options: CommandOptions): string {
  if (file !== null) return describeCommand('apply', whereWords(options), FILE.format(file));
  return describeCommand(
    'apply',
    whereWords(options),
    ...selectionWords(options),
    ...writeOptions(PLANNING_OPTIONS, planning),
  );
}

/** The commands that end a drift: by the declared values, or by the live ones. `pull` writes no scheduled size. */
export function listDriftCommands(
  { summary, pipes }: Drift,
  fleet: Fleet,
  base: string | null,
  options: CommandOptions,
): readonly NextStep[] {
  if (summary.drifted === 0) return [];
  const desired = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const isPulled = pipes.some(({ name, status, changes }) => {
    const pipe = desired.get(name) ?? {};
    return status === 'drifted' && changes.some(({ path }) => !isScheduledField(pipe, path));
  });
  const words = [...selectionWords(options), ...writeOptions({ base: PLANNING_OPTIONS.base }, { base })];
  const where = whereWords(options);
  const apply = { purpose: 'Restore the declared values', command: describeCommand('apply', where, ...words) };
  if (!isPulled) return [apply];
  return [apply, { purpose: 'Write the live values to the files', command: describeCommand('pull', where, ...words) }];
}

/** The command that restores what a run wrote; null when nothing of it is left. */
export function describeUndoCommand({ id, pipes }: Run, options: CommandOptions): string | null {
  const isLeft = pipes.some((pipe) => mayHaveWritten(pipe) && pipe.status !== 'rolled-back');
  return isLeft ? describeCommand('rollback', whereWords(options), id) : null;
}

/** The command that restores what was shown. `args`: the run, as typed. */
export function describeRollbackCommand(args: readonly string[], options: CommandOptions): string {
  return describeCommand('rollback', whereWords(options), ...args, ...selectionWords(options));
}

/** The command that applies a plan that was read from a file. */
export function describeSavedApply(file: string, report: Report, options: CommandOptions): string | null {
  // The name of an environment has no control characters.
  if (report.kind !== 'plan' || /\p{Cc}/u.test(report.environment ?? '')) return null;
  return describeCommand('apply', whereWords({ ...options, env: report.environment }), FILE.format(file));
}

/** The plan that follows a saved drift report or run that is not clean; null where none is needed. A plan is applied, see above. */
export function describeNextCommand(report: Report, options: CommandOptions): string | null {
  const state = stateOf(report);
  // A run with differences made them itself.
  const isNeeded = report.kind === 'drift' ? state !== 'clean' : report.kind === 'run' && state === 'incomplete';
  if (!isNeeded) return null;
  return describePlanCommand({ ...options, env: report.environment });
}

/** The command that plans the files as they are now. */
export function describePlanCommand(options: CommandOptions): string {
  return describeCommand('plan', whereWords(options));
}

function whereWords(options: Pick<CommandOptions, 'chdir' | 'config' | 'env'>): readonly string[] {
  const { chdir, config, env } = GLOBAL;
  return writeOptions({ chdir, config, env }, options);
}

function selectionWords(options: CommandOptions): readonly string[] {
  const { target, exclude, shard } = GLOBAL;
  return writeOptions({ target, exclude, shard }, options);
}

/** A command line, quoted for a POSIX shell. */
function describeCommand(name: string, where: readonly string[], ...words: readonly string[]): string {
  return ['pipeform', name, ...where, ...words]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
