import pMap from 'p-map';
import { chooseParallelism, openObservability } from '../../engine/connections.ts';
import { evaluateCheck } from '../../health/evaluate-check.ts';
import type { Check, CheckResult } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { interruptedBy } from '../../model/run.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { loadChecks, pickChecks } from './series/load-checks.ts';

/** Evaluates the named checks of the configuration, or all of them. Read-only. */
export async function runCheck(names: readonly string[], options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const fail = (diagnostics: readonly Diagnostic[], sources: Sources): number =>
    failWith(view, context, diagnostics, sources, { kind: 'checks', formatVersion: 1, checks: [], diagnostics });
  const finish = async (results: readonly CheckResult[], checks: readonly Check[]): Promise<number> => {
    await view.checks(results, checks, loaded.diagnostics);
    return exitCode({ of: 'checks', results, interrupted: interruptedBy(context.interrupts.stop) });
  };
  const loaded = await loadChecks(options, view, context);
  if (!loaded.ok) return fail(loaded.diagnostics, loaded.sources);
  const { fleet, sources } = loaded;
  const all = { checks: [...fleet.checks.values()], diagnostics: [] };
  const { checks, diagnostics } = names.length === 0 ? all : pickChecks(names, fleet.checks);
  if (checks.length === 0 && diagnostics.length === 0) return finish([], []);
  const calling = { ...options, onRequest: view.request.bind(view) };
  const opened = await openObservability(fleet, calling, context);
  if (!opened.ok || diagnostics.length > 0) {
    if (opened.ok) opened.close();
    return fail([...loaded.diagnostics, ...diagnostics, ...(opened.ok ? [] : opened.diagnostics)], sources);
  }
  const { stop } = context.interrupts;
  const concurrency = chooseParallelism(fleet, options);
  const results = await pMap(checks, (check) => evaluateCheck(check, opened.reader, stop), { concurrency });
  opened.close();
  return finish(results, checks);
}
