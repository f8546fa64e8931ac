import type { Report } from '../../model/report.ts';
import type { FreshPlanOptions } from '../options/command-options.ts';
import type { GlobalOptions } from '../options/global-options.ts';

/** The command that applies the saved plan, or a fresh one with the same options. */
export function describeApplyCommand(
  file: string | null,
  { base, onlyOrigin, recommend }: FreshPlanOptions,
  options: GlobalOptions,
): string {
  const words = ['pipeform', 'apply', ...whereWords(options)];
  if (file !== null) return quoteWords([...words, asFile(file)]);
  for (const pattern of options.target) words.push('--target', pattern);
  for (const pattern of options.exclude) words.push('--exclude', pattern);
  if (options.shard !== null) words.push('--shard', `${options.shard.index}/${options.shard.total}`);
  if (base !== null) words.push('--base', base);
  if (onlyOrigin !== null) words.push('--only-origin', onlyOrigin.join(','));
  if (recommend) words.push('--recommend');
  return quoteWords(words);
}

/** The command that applies a plan that was read from a file. */
export function describeSavedApply(file: string, report: Report, options: GlobalOptions): string | null {
  // The name of an environment has no control characters.
  if (report.kind !== 'plan' || /\p{Cc}/u.test(report.environment ?? '')) return null;
  return quoteWords(['pipeform', 'apply', ...whereWords({ ...options, env: report.environment }), asFile(file)]);
}

function whereWords({ chdir, config, env }: Pick<GlobalOptions, 'chdir' | 'config' | 'env'>): readonly string[] {
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
