import type { LoadResult } from '../../config/load-fleet.ts';
import { loadConfiguration } from '../../engine/configuration.ts';
import { type ObservabilityConnection, openObservability } from '../../engine/connections.ts';
import { resolveCredentials } from '../../engine/resolve-credentials.ts';
import type { Check } from '../../model/check.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import type { Problems, Result } from '../../model/result.ts';
import { suggest } from '../../model/suggest.ts';
import type { Session } from '../options/command-spec.ts';
import { logRequests } from '../output/log-debug.ts';

export async function loadChecks({ workspace, printer, context }: Session): Promise<LoadResult> {
  const loaded = await loadConfiguration(workspace, context);
  if (loaded.fleet !== null) printer.problems(loaded.diagnostics, loaded.sources);
  return loaded;
}

/** Connects to the observability API, and closes the connection after `use`. With `problems`, only reports more of them. */
export async function withReader<T>(
  fleet: Fleet,
  problems: readonly Diagnostic[],
  { options, workspace, printer, context }: Session,
  use: (reader: ObservabilityConnection) => Promise<T>,
): Promise<Result<{ readonly value: T }, Problems>> {
  const credentials = await resolveCredentials(context.environment, workspace.cwd);
  const calling = { ...options, onRequest: logRequests(printer) };
  const opened = openObservability(fleet, calling, credentials, context);
  if (!opened.ok) return { ok: false, diagnostics: [...problems, ...opened.diagnostics] };
  opened.reader.onRateLimit((wait) => printer.noteWait(wait));
  try {
    return problems.length > 0 ? { ok: false, diagnostics: problems } : { ok: true, value: await use(opened.reader) };
  } finally {
    opened.close();
  }
}

/** Finds checks by name, with an error for each unknown name. */
export function pickChecks(
  names: readonly string[],
  checks: ReadonlyMap<string, Check>,
): { readonly checks: readonly Check[]; readonly diagnostics: readonly Diagnostic[] } {
  const requested = [...new Set(names)];
  return {
    checks: requested.flatMap((name) => checks.get(name) ?? []),
    diagnostics: requested.filter((name) => !checks.has(name)).map((name) => unknownCheckProblem(name, checks)),
  };
}

/** The problem of a command that takes only checks of the other kind. */
export function checkKindProblem({ kind, name }: Check): Diagnostic {
  const [is, isNot] = kind === 'alert' ? ['an alert', 'a series'] : ['a series', 'an alert'];
  const summary = `${name} is a check of ${is}, not of ${isNot}.`;
  return diagnose('error', { code: 'unknown-reference', summary, hint: `See \`pipeform ${kind} ${name}\`.` });
}

function unknownCheckProblem(name: string, checks: ReadonlyMap<string, Check>): Diagnostic {
  const nearest = suggest(name, checks.keys());
  const all =
    checks.size === 0 ? 'It has no checks at all: define them under `checks`.' : 'See `checks` in the configuration.';
  return diagnose('error', {
    code: 'unknown-reference',
    summary: `The configuration has no check named ${name}.`,
    hint: nearest === null ? all : `Did you mean ${nearest}?`,
  });
}
