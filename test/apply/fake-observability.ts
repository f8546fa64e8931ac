import type { AlertCheck, Check, SeriesCheck, Verdict } from '../../src/model/check.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import type { Clock } from '../../src/model/clock.ts';
import type {
  AlertResult,
  ObservabilityReader,
  SeriesQuery,
  SeriesResult,
} from '../../src/model/observability/reader.ts';
import { alertCheck, alertOf, answerAlert, answerRows, failureOf, MINUTE, seriesCheck } from '../health/samples.ts';

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

/** Answers the checks of `checksNamed` from a script. */
export class FakeObservability implements ObservabilityReader {
  /** The names of the checks, in the order of the calls. */
  readonly calls: string[] = [];
  readonly #clock: Clock;
  readonly #script: Script;
  readonly #onAsk: OnCall;

  constructor(clock: Clock, script: Script = {}, onAsk: OnCall = () => {}) {
    this.#clock = clock;
    this.#script = script;
    this.#onAsk = onAsk;
  }

  readonly url = 'https://observe.example.test';

  now(): number {
    return this.#clock.now();
  }

  async querySeries({ series, endMs }: SeriesQuery, signal?: AbortSignal): Promise<SeriesResult> {
    const result = await this.#nextResult(series[0]?.where ?? '', signal);
    if (typeof result === 'object') return { ok: false, failure: result };
    if (result === 'no-data') return answerRows([]);
    return answerRows([{ group: [], bucketMs: endMs - MINUTE, values: [result === 'pass' ? 1 : 99] }]);
  }

  async readAlert(id: string, signal?: AbortSignal): Promise<AlertResult> {
    const result = await this.#nextResult(id, signal);
    if (typeof result === 'object') return { ok: false, failure: result };
    const shown = { state: result === 'fail' ? 'ALERT' : 'OK', silenced: result === 'no-data' ? 'for a test' : null };
    return answerAlert(alertOf({ id, ...shown, updatedAt: new Date(this.now()).toISOString() }));
  }

  async #nextResult(name: string, signal?: AbortSignal): Promise<Exclude<Verdict, 'error'> | RequestFailure> {
    this.calls.push(name);
    const nth = this.calls.filter((one) => one === name).length;
    this.#onAsk(name, nth);
    if (signal?.aborted) return failureOf('canceled');
    const results = this.#script[name] ?? [];
    const result = results[nth - 1] ?? results.at(-1) ?? 'pass';
    if (result === 'throw') throw new TypeError('a mistake of ours');
    if (result === 'error') return failureOf('server', { status: 503, message: 'as scripted' });
    if (result !== 'hang') return result;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    return failureOf('canceled');
  }
}
