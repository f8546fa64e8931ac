import { diagnose } from '../../model/diagnostic.ts';
import { suggest } from '../../model/suggest.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { streamStyle } from '../output/terminal.ts';
import type { Context } from './context.ts';
import { VARIABLES, variableOf } from './environment-sheet.ts';
import type { GlobalOptions } from './global-options.ts';
import { variableElsewhere } from './other-words.ts';

const PREFIX = 'PIPEFORM_';

/**
 * Warns on stderr of variables that look like one of ours and are none: a name that is not read is a plan for the wrong
 * environment. What the configuration may read for itself, and resembles none of ours, is let pass.
 * @param longs the global options, as `--env`.
 */
export function warnOfVariables(
  names: readonly string[],
  longs: readonly string[],
  options: GlobalOptions,
  context: Context,
): void {
  const known = [
    ...longs.flatMap((long) => variableOf(long) ?? []),
    ...VARIABLES.flatMap(({ variables }) => variables.map(({ name }) => name)),
  ].flatMap((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []));
  const warnings = names.flatMap((name) => {
    const bare = name.slice(PREFIX.length);
    const meant = known.includes(bare) ? null : (variableElsewhere(bare) ?? suggest(bare, known));
    return meant === null
      ? []
      : diagnose('warning', {
          code: 'usage',
          summary: `${name} is set, and Pipeform has no such variable.`,
          hint: `Did you mean ${PREFIX}${meant}? Only \${…} of the configuration could read it.`,
        });
  });
  if (warnings.length === 0) return;
  context.stderr.write(renderDiagnostics(warnings, new Map(), streamStyle(context.stderr, options, context)));
}
