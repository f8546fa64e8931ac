import { openObservability } from '../../engine/connections.ts';
import { describeUnanswered } from '../../engine/observability-failure.ts';
import { describeTrust } from '../../health/judge-alert.ts';
import type { Check } from '../../model/check.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { suggest } from '../../model/suggest.ts';
import { describeAlert } from '../../report/text/alert-text.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createView, failWith } from '../output/create-view.ts';
import { exitCode } from '../output/exit-code.ts';
import { loadChecks } from './series/load-checks.ts';

/** Shows one alert, by its id or by the name of a check of the configuration. */
export async function runAlert(name: string, options: GlobalOptions, context: Context): Promise<number> {
  const view = createView(options, context);
  const loaded = await loadChecks(options, view, context);
  if (!loaded.ok) return failWith(view, context, loaded.diagnostics, loaded.sources);
  const { checks } = loaded.fleet;
  const check = checks.get(name);
  const misnamed = check?.of === 'series' ? [isOfSeries(name)] : [];
  const opened = await openObservability(loaded.fleet, { ...options, onRequest: view.request.bind(view) }, context);
  if (!opened.ok || misnamed.length > 0) {
    if (opened.ok) opened.close();
    return failWith(view, context, [...misnamed, ...(opened.ok ? [] : opened.diagnostics)]);
  }
  const answer = await opened.reader.readAlert(check?.of === 'alert' ? check.alert : name, context.interrupts.stop);
  const nowMs = opened.reader.now();
  opened.close();
  if (!answer.ok) {
    const problem = describeUnanswered('alert-unreadable', `Alert ${name} could not be read.`, answer.failure);
    const nearest = answer.failure.kind === 'not-found' && check === undefined ? suggestAlert(name, checks) : null;
    const hint = nearest === null ? problem.hint : `Did you mean the check ${nearest}?`;
    return failWith(view, context, [{ ...problem, hint }]);
  }
  await view.alert(describeAlert(answer.alert, describeTrust(answer.alert, nowMs), nowMs));
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
