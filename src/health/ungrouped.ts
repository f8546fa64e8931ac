import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Location } from '../model/location.ts';
import { count } from '../model/number.ts';
import { listWords } from '../model/text.ts';

/** `12 rows of the response have no value for pipe`. `groupBy`: the columns. */
export function describeUngrouped(ungrouped: number, groupBy: readonly string[]): string {
  return `${count(ungrouped, 'row')} of the response ${ungrouped === 1 ? 'has' : 'have'} no group by ${listWords(groupBy)}`;
}

/** Rows that are left out, since nobody knows their group. `at`: the configured series, if any. */
export function ungroupedProblem(ungrouped: number, groupBy: readonly string[], at?: Location): Diagnostic {
  const summary = `${describeUngrouped(ungrouped, groupBy)}; ${ungrouped === 1 ? 'it is' : 'they are'} left out.`;
  return diagnoseCode('series-not-grouped', summary, null, 'warning', at);
}
