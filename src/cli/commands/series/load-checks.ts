import type { Check } from '../../../model/check.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Sources } from '../../../model/location.ts';
import { suggest } from '../../../model/suggest.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { loadConfiguration } from '../../options/load-configuration.ts';
import { streamStyle } from '../../output/terminal.ts';

export type LoadedChecks =
  | {
      readonly ok: true;
      readonly fleet: Fleet;
      /** Warnings and notes of the configuration. */
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: Sources;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources };

/** Loads the configuration for what asks the observability API; warnings go to stderr where no document holds them. */
export async function loadChecks(options: GlobalOptions, context: Context): Promise<LoadedChecks> {
  const { fleet, diagnostics, sources } = await loadConfiguration(options, context);
  if (fleet === null || hasErrors(diagnostics)) return { ok: false, diagnostics, sources };
  if (options.format !== 'json' && diagnostics.length > 0) {
    context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
  }
  return { ok: true, fleet, diagnostics, sources };
}

/** The checks of these names, and what is wrong with the names that are none. */
export function pickChecks(
  names: readonly string[],
  checks: ReadonlyMap<string, Check>,
): { readonly checks: readonly Check[]; readonly diagnostics: readonly Diagnostic[] } {
  const wanted = [...new Set(names)];
  return {
    checks: wanted.flatMap((name) => checks.get(name) ?? []),
    diagnostics: wanted.filter((name) => !checks.has(name)).map((name) => unknownCheck(name, checks)),
  };
}

function unknownCheck(name: string, checks: ReadonlyMap<string, Check>): Diagnostic {
  const nearest = suggest(name, checks.keys());
  const all =
    checks.size === 0
      ? 'The configuration has no checks; they are written under `checks`.'
      : 'See `checks` of the configuration.';
  return diagnose('error', {
    code: 'check-unknown',
    summary: `${name} is no check of the configuration.`,
    hint: nearest === null ? all : `Did you mean ${nearest}?`,
  });
}
