import pMap from 'p-map';
import { chooseParallelism } from '../../engine/connections.ts';
import { evaluateCheck } from '../../health/evaluate-check.ts';
import type { CheckResult } from '../../model/check.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { interruptedBy } from '../../model/run.ts';
import { composeChecks } from '../../report/compose/compose-checks.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { endFailed } from '../output/end-failed.ts';
import { loadChecks, pickChecks, withReader } from '../steps/open-checks.ts';

/** Evaluates the named checks, or all. Read-only. */
export async function runCheck(invocation: Invocation): Promise<number> {
  const { args: names, options, printer, context } = invocation;
  const { stop } = context.interrupts;
  const describe = (checks: readonly CheckResult[], diagnostics: readonly Diagnostic[]) => {
    return { kind: 'checks', formatVersion: 1, checks, diagnostics } as const;
  };
  const { fleet, diagnostics: found, sources } = await loadChecks(invocation);
  if (fleet === null) return endFailed(found, printer, { sources, document: describe([], found) });
  const every = [...fleet.checks.values()];
  const all = { checks: every, diagnostics: every.length === 0 ? [NO_CHECKS] : [] };
  const { checks, diagnostics } = names.length === 0 ? all : pickChecks(names, fleet.checks);
  if (names.length + checks.length === 0) {
    return endFailed(diagnostics, printer, { sources, document: describe([], [...found, ...diagnostics]) });
  }
  const concurrency = chooseParallelism(fleet, options);
  const read = await withReader(fleet, diagnostics, invocation, (reader) =>
    pMap(checks, (check) => evaluateCheck(check, reader, stop), { concurrency }),
  );
  if (!read.ok) {
    return endFailed(read.diagnostics, printer, { sources, document: describe([], [...found, ...read.diagnostics]) });
  }
  const results = read.value;
  const interrupted = interruptedBy(stop);
  const showResults = () => printer.print(describe(results, found), () => composeChecks(results, checks));
  await (interrupted === null ? showResults() : printer.interrupted(INTERRUPTED, showResults));
  return chooseExitCode({ kind: 'checks', results, interrupted });
}

const INTERRUPTED = 'Interrupted: not every check was evaluated, so there is no result.';

const NO_CHECKS = diagnose('error', {
  code: 'nothing-to-check',
  summary: 'The configuration has no checks, so nothing was checked.',
  detail:
    'A check compares a series or an alert of the observability API with a condition. docs/health-checks.md describes checks.',
  hint: 'Add one under `checks`, such as `orders-alert: { alert: ID, state: OK }`.',
});
