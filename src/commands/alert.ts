import { describeTrust } from '../checks/judge-alert.ts';
import type { Check } from '../model/check.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { suggest } from '../model/suggest.ts';
import { describeAlert, renderAlert } from '../render/alert-text.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadChecks } from './load-checks.ts';
import { callAs } from './log-requests.ts';
import { describeUnanswered } from './observability-failure.ts';
import { openObservability } from './open-observability.ts';
import { reportProblems } from './report-problems.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

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
