import pMap from 'p-map';
import { callAs } from '../../engine/log-requests.ts';
import { chooseParallelism } from '../../engine/open-api.ts';
import { openObservability } from '../../engine/open-observability.ts';
import { evaluateCheck } from '../../health/evaluate-check.ts';
import type { Check, CheckResult } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { interruptedBy } from '../../model/run.ts';
import { chooseReportGlyphs } from '../../progress/choose-view.ts';
import { renderChecks } from '../../report/text/checks-text.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportProblems } from '../output/report-problems.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeJson } from '../output/write-output.ts';
import { loadChecks, pickChecks } from './series/load-checks.ts';

/** Evaluates the named checks of the configuration, or all of them. What it is given of the service can only read. */
export async function runCheck(names: readonly string[], options: GlobalOptions, context: Context): Promise<number> {
  const loaded = await loadChecks(options, context);
  if (!loaded.ok) return fail(loaded, options, context);
  const { fleet, sources } = loaded;
  const all = { checks: [...fleet.checks.values()], diagnostics: [] };
  const picked = names.length === 0 ? all : pickChecks(names, fleet.checks);
  if (picked.checks.length === 0 && picked.diagnostics.length === 0) {
    return report([], picked.checks, loaded.diagnostics, options, context);
  }
  const opened = await openObservability(fleet, callAs(options, context), context);
  if (!opened.ok || picked.diagnostics.length > 0) {
    if (opened.ok) opened.close();
    const problems = [...picked.diagnostics, ...(opened.ok ? [] : opened.diagnostics)];
    return fail({ diagnostics: [...loaded.diagnostics, ...problems], sources }, options, context);
  }
  const { stop } = context.interrupts;
  const results = await pMap(picked.checks, (check) => evaluateCheck(check, opened.reader, stop), {
    concurrency: chooseParallelism(fleet, options),
  });
  opened.close();
  return report(results, picked.checks, loaded.diagnostics, options, context);
}

function report(
  results: readonly CheckResult[],
  checks: readonly Check[],
  diagnostics: readonly Diagnostic[],
  options: GlobalOptions,
  context: Context,
): number {
  const interrupted = interruptedBy(context.interrupts.stop);
  if (options.format === 'json') {
    writeJson(context, { kind: 'checks', formatVersion: 1, checks: results, diagnostics });
  } else if (interrupted !== null) {
    context.stderr.write('Interrupted: not every check was evaluated, so nothing can be said of them.\n');
  } else {
    const style = streamStyle(context.stdout, options, context);
    const glyphs = chooseReportGlyphs(context.environment, context.platform);
    context.stdout.write(renderChecks(results, checks, { style, glyphs }));
  }
  return exitCode({ of: 'checks', results, interrupted });
}

/** Nothing was evaluated: a script finds the document that it asked for all the same. */
function fail(
  { diagnostics, sources }: { diagnostics: readonly Diagnostic[]; sources: ReadonlyMap<string, string> },
  options: GlobalOptions,
  context: Context,
): number {
  if (options.format !== 'json') return reportProblems(diagnostics, options, context, sources);
  writeJson(context, { kind: 'checks', formatVersion: 1, checks: [], diagnostics });
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}
