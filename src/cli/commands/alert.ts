import { callAs } from '../../engine/log-requests.ts';
import { describeUnanswered } from '../../engine/observability-failure.ts';
import { openObservability } from '../../engine/open-observability.ts';
import { describeTrust } from '../../health/judge-alert.ts';
import type { Check } from '../../model/check.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { suggest } from '../../model/suggest.ts';
import { describeAlert, renderAlert } from '../../report/text/alert-text.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { exitCode } from '../output/exit-code.ts';
import { reportProblems } from '../output/report-problems.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeJson } from '../output/write-output.ts';
import { loadChecks } from './series/load-checks.ts';

/** Shows one alert, by its id or by the name of a check of the configuration. */
export async function runAlert(name: string, options: GlobalOptions, context: Context): Promise<number> {
  const loaded = await loadChecks(options, context);
  if (!loaded.ok) return reportProblems(loaded.diagnostics, options, context, loaded.sources);
  const { checks } = loaded.fleet;
  const check = checks.get(name);
  const misnamed = check?.of === 'series' ? [isOfSeries(name)] : [];
  const opened = await openObservability(loaded.fleet, callAs(options, context), context);
  if (!opened.ok || misnamed.length > 0) {
    if (opened.ok) opened.close();
    return reportProblems([...misnamed, ...(opened.ok ? [] : opened.diagnostics)], options, context);
  }
  const answer = await opened.reader.readAlert(check?.of === 'alert' ? check.alert : name, context.interrupts.stop);
  const nowMs = opened.reader.now();
  opened.close();
  if (!answer.ok) {
    const problem = describeUnanswered('alert-unreadable', `Alert ${name} could not be read.`, answer.failure);
    const nearest = answer.failure.kind === 'not-found' && check === undefined ? suggestAlert(name, checks) : null;
    const hint = nearest === null ? problem.hint : `Did you mean the check ${nearest}?`;
    return reportProblems([{ ...problem, hint }], options, context);
  }
  const document = describeAlert(answer.alert, describeTrust(answer.alert, nowMs), nowMs);
  if (options.format === 'json') writeJson(context, document);
  else context.stdout.write(renderAlert(document, streamStyle(context.stdout, options, context)));
  return exitCode({ of: 'done' });
}

function suggestAlert(name: string, checks: ReadonlyMap<string, Check>): string | null {
  const alerts = [...checks.values()].filter((check) => check.of === 'alert');
  return suggest(
    name,
    alerts.map((check) => check.name),
  );
}

function isOfSeries(name: string): Diagnostic {
  return diagnose('error', {
    code: 'check-unknown',
    summary: `${name} is a check of a series, not of an alert.`,
    hint: `See \`pipeform series ${name}\`.`,
  });
}
