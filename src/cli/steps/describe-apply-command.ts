import { type Fleet, isScheduledField } from '../../model/fleet.ts';
import { type Drift, type Report, stateOf } from '../../model/report.ts';
import { mayHaveWritten, type Run } from '../../model/run.ts';
import type { FreshPlanOptions, OverrideOptions } from '../options/command-options.ts';
import type { CommandOptions } from '../options/global-options.ts';
import type { NextStep } from '../output/print-report.ts';

/** The command that applies the saved plan, or a fresh one with the same options. */
export function describeApplyCommand(
  file: string | null,
  { base, behind, onlyOrigin, reviewed, overrideFreeze, skipPromotion }: FreshPlanOptions & OverrideOptions,
  options: CommandOptions,
): string {
  const words = ['pipeform', 'apply', ...whereWords(options)];
  if (file !== null) return quoteWords([...words, asFile(file)]);
  words.push(...selectionWords(options));
  if (base !== null) words.push('--base', base);
  if (behind !== 'warn') words.push('--behind', behind);
  if (onlyOrigin !== null) words.push('--only-origin', onlyOrigin.join(','));
  for (const one of reviewed) words.push('--reviewed', asFile(one));
  if (overrideFreeze !== null) words.push('--override-freeze', overrideFreeze);
  if (skipPromotion !== null) words.push('--skip-promotion', skipPromotion);
  return quoteWords(words);
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
  const words = [...whereWords(options), ...selectionWords(options), ...(base === null ? [] : ['--base', base])];
  const pull = { purpose: 'Write the live values to the files', command: quoteWords(['pipeform', 'pull', ...words]) };
  return [
    { purpose: 'Restore the declared values', command: quoteWords(['pipeform', 'apply', ...words]) },
    ...(isPulled ? [pull] : []),
  ];
}

/** The command that restores what a run wrote; null when nothing of it is left. */
export function describeUndoCommand({ id, pipes }: Run, options: CommandOptions): string | null {
  const isLeft = pipes.some((pipe) => mayHaveWritten(pipe) && pipe.status !== 'rolled-back');
  return isLeft ? quoteWords(['pipeform', 'rollback', ...whereWords(options), id]) : null;
}

/** The command that restores what was shown. `args`: the run, as typed. */
export function describeRollbackCommand(args: readonly string[], options: CommandOptions): string {
  return quoteWords(['pipeform', 'rollback', ...whereWords(options), ...args, ...selectionWords(options)]);
}

/** The command that applies a plan that was read from a file. */
export function describeSavedApply(file: string, report: Report, options: CommandOptions): string | null {
  // The name of an environment has no control characters.
  if (report.kind !== 'plan' || /\p{Cc}/u.test(report.environment ?? '')) return null;
  return quoteWords(['pipeform', 'apply', ...whereWords({ ...options, env: report.environment }), asFile(file)]);
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
  return quoteWords(['pipeform', 'plan', ...whereWords(options)]);
}

function selectionWords({ target, exclude, shard }: CommandOptions): readonly string[] {
  return [
    ...target.flatMap((pattern) => ['--target', pattern]),
    ...exclude.flatMap((pattern) => ['--exclude', pattern]),
    ...(shard === null ? [] : ['--shard', `${shard.index}/${shard.total}`]),
  ];
}

function whereWords({ chdir, config, env }: Pick<CommandOptions, 'chdir' | 'config' | 'env'>): readonly string[] {
  return [
    ...(chdir === null ? [] : ['-C', chdir]),
    ...(config === null ? [] : ['-c', config]),
    ...(env === null ? [] : ['-e', env]),
  ];
}

/** A name that starts with a dash looks like an option. */
function asFile(name: string): string {
  return name.startsWith('-') ? `./${name}` : name;
}

/** Quotes words for a POSIX shell. */
function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
