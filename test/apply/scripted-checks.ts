import type { AlertCheck, Check, SeriesCheck, Verdict } from '../../src/model/check.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import type { Clock } from '../../src/model/clock.ts';
import {
  alertCheck,
  alertOf,
  answerAlert,
  answerRows,
  failureOf,
  fakeReader,
  MINUTE,
  seriesCheck,
} from '../health/samples.ts';

/** The result of a check call. `hang` answers nothing until it is canceled; `throw` is an internal error. */
export type ScriptedResult = Verdict | 'hang' | 'throw';

/** The results of each check, by number of the call; the last one repeats. A check without a script passes. */
export type Script = Readonly<Record<string, readonly ScriptedResult[]>>;

type OnCall = (name: string, nth: number) => void;

/** Checks with these names: those that begin with `alert` are on an alert, the others on a series. */
export function checksNamed(names: readonly string[]): ReadonlyMap<string, Check> {
  return new Map(names.map((name) => [name, name.startsWith('alert') ? alertNamed(name) : seriesNamed(name)]));
}

function alertNamed(name: string): AlertCheck {
  return alertCheck({ name, alert: name });
}

function seriesNamed(name: string): SeriesCheck {
  const series = { ...seriesCheck().series, where: name };
  return seriesCheck({ name, series, windowMs: MINUTE, reduce: 'last', pass: { comparator: '<', value: 10 } });
}

/** A service that answers the checks of `checksNamed` from a script; `calls` has their names, in order. */
export function scriptChecks(clock: Clock, script: Script = {}, onAsk: OnCall = () => {}) {
  const calls: string[] = [];
  const nextResult = async (
    name: string,
    signal?: AbortSignal,
  ): Promise<Exclude<Verdict, 'error'> | RequestFailure> => {
    calls.push(name);
    const nth = calls.filter((one) => one === name).length;
    onAsk(name, nth);
    if (signal?.aborted) return failureOf('interrupted');
    const results = script[name] ?? [];
    const result = results[nth - 1] ?? results.at(-1) ?? 'pass';
    if (result === 'throw') throw new TypeError('a mistake of ours');
    if (result === 'error') return failureOf('server', { status: 503, message: 'as scripted' });
    if (result !== 'hang') return result;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    return failureOf('interrupted');
  };
  const reader = fakeReader({
    now: () => clock.now(),
    series: async ({ series, endMs }, signal) => {
      const result = await nextResult(series[0]?.where ?? '', signal);
      if (typeof result === 'object') return { ok: false, failure: result };
      if (result === 'no-data') return answerRows([]);
      return answerRows([{ group: [], bucketMs: endMs - MINUTE, values: [result === 'pass' ? 1 : 99] }]);
    },
    alert: async (id, signal) => {
      const result = await nextResult(id, signal);
      if (typeof result === 'object') return { ok: false, failure: result };
      const shown = { state: result === 'fail' ? 'ALERT' : 'OK', silenced: result === 'no-data' ? 'for a test' : null };
      return answerAlert(alertOf({ id, ...shown, updatedAt: new Date(clock.now()).toISOString() }));
    },
  });
  return { reader, calls };
}
