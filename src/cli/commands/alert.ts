import { unansweredProblem } from '../../health/describe-failure.ts';
import { describeTrust } from '../../health/evaluate-alert.ts';
import type { Check } from '../../model/check.ts';
import { suggest } from '../../model/suggest.ts';
import { composeAlert, describeAlert } from '../../report/compose/compose-alert.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { checkKindProblem, loadChecks, withReader } from '../steps/open-checks.ts';

/** Shows an alert, by its id or by the name of a check. */
export async function runAlert(invocation: Invocation): Promise<number> {
  const { args, printer, context } = invocation;
  const [name = ''] = args;
  const { fleet, diagnostics, sources } = await loadChecks(invocation);
  if (fleet === null) return endFailed(diagnostics, printer, { sources });
  const { checks } = fleet;
  const check = checks.get(name);
  const problems = check?.kind === 'series' ? [checkKindProblem(check)] : [];
  const read = await withReader(fleet, problems, invocation, async (reader) => {
    const id = check?.kind === 'alert' ? check.alert : name;
    return { result: await reader.readAlert(id, context.interrupts.stop), nowMs: reader.now(), url: reader.url };
  });
  if (!read.ok) return endFailed(read.diagnostics, printer);
  const { result, nowMs, url } = read.value;
  if (!result.ok) {
    const problem = unansweredProblem(result.failure, url);
    const nearest = result.failure.kind === 'not-found' && check === undefined ? describeAlertHint(name, checks) : null;
    const hint = nearest === null ? problem.hint : `Did you mean the check ${nearest}?`;
    return endFailed([{ ...problem, hint }], printer);
  }
  const document = describeAlert(result.alert, describeTrust(result.alert, nowMs), nowMs);
  await printer.print(document, () => composeAlert(document));
  return chooseExitCode({ kind: 'done' });
}

function describeAlertHint(name: string, checks: ReadonlyMap<string, Check>): string | null {
  return suggest(
    name,
    [...checks.values()].flatMap((check) => (check.kind === 'alert' ? [check.name] : [])),
  );
}
