import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { count, formatMeasured, shortList } from '../../model/number.ts';
import { capacityOf, type Size } from '../../model/size/size.ts';
import type { PipeHistory } from '../../model/size/sizing.ts';
import { SIZING_SERIES, type Sizing, type SizingSeriesName } from '../../model/size/sizing-series.ts';
import { findPeak } from '../../sizing/series.ts';

export interface MeasuredPipe {
  readonly name: string;
  /** null where CPU does not count. */
  readonly now: Size | null;
  readonly history: PipeHistory;
}

/** More than a replica of any service has. */
const MOST_MEMORY_GB = 64;
/** Limits of CPU allow short bursts, but not these. */
const MOST_CPU = 10;
/** An idle process uses more. In cores instead of millicores, a full replica shows a thousandth. */
const LEAST_CPU = 0.002;
/** Some pipe of a fleet uses more at some time. In percent, or a hundredth, full use shows about as much. */
const LEAST_CPU_OF_FLEET = 0.03;
/** The smallest replica has more in millicores, and the largest pipe has less in cores. */
const LEAST_CAPACITY = 25;

const MAX_NAMES = 3;

const CURES: Readonly<Record<SizingSeriesName, string>> = {
  cpu: 'It takes the millicores that all replicas use together: 1,000 for one core, and no counter that only grows.',
  memory: 'It takes the GB of the largest replica.',
  rate: 'It takes messages a second, and no counter that is reset.',
  lag: 'It takes the number of messages that wait.',
  capacity: 'It takes the millicores that all replicas may use together.',
};

interface Impossible {
  readonly diagnostics: readonly Diagnostic[];
  /** The names are those of the pipes. */
  readonly names: ReadonlySet<string>;
}

/** Finds values that cannot be in the unit of their series: a warning for each series, or an error when no pipe is left. */
export function findImpossible(pipes: readonly MeasuredPipe[], { series }: Sizing): Impossible {
  const found: { readonly key: SizingSeriesName; readonly why: string; readonly names: readonly string[] }[] = [];
  const names = new Set<string>();
  const find = (
    key: SizingSeriesName,
    findValue: (values: Float32Array, pipe: MeasuredPipe) => number | undefined,
    reason: string,
  ) => {
    const wrong = pipes.flatMap((pipe) => {
      const values = names.has(pipe.name) ? null : pipe.history[key];
      const value = values === null ? undefined : findValue(values, pipe);
      return value === undefined ? [] : [{ name: pipe.name, value }];
    });
    const [first] = wrong;
    if (first === undefined) return;
    const why = `shows ${formatMeasured(first.value)} for pipe ${first.name}, ${reason}`;
    found.push({ key, why, names: wrong.map(({ name }) => name) });
    for (const { name } of wrong) names.add(name);
  };
  for (const key of SIZING_SERIES)
    find(key, (values) => values.find((value) => value < 0), 'and no measurement is below 0');
  find('memory', (values) => values.find((value) => value > MOST_MEMORY_GB), `more than ${MOST_MEMORY_GB} GB`);
  find(
    'capacity',
    (values) => {
      const most = findPeak(values) ?? 0;
      return most > 0 && most < LEAST_CAPACITY ? most : undefined;
    },
    'less than any replica may use: perhaps cores, and not millicores',
  );
  find(
    'cpu',
    (values, { history: { capacity } }) => values.find((value, at) => value > MOST_CPU * (capacity[at] ?? Number.NaN)),
    `more than ${MOST_CPU} times what its replicas may use`,
  );
  find(
    'cpu',
    (values, { now }) => {
      const most = findPeak(values) ?? 0;
      return now !== null && most > 0 && most < LEAST_CPU * capacityOf(now) ? most : undefined;
    },
    'less than 0.2% of what its replicas may use: perhaps cores, and not millicores',
  );
  const severity = names.size === pipes.length ? 'error' : 'warning';
  const diagnostics = found.map(({ key, why, names: affected }) => {
    const detail = `${count(affected.length, 'pipe')} without advice: ${shortList(affected, MAX_NAMES)}`;
    const words = {
      code: 'sizing-series',
      summary: `\`sizing.series.${key}\` ${why}.`,
      detail,
      hint: CURES[key],
    } as const;
    return diagnose(severity, words, series[key]?.location);
  });
  const measured = pipes.filter(({ name }) => !names.has(name));
  return { diagnostics: [...diagnostics, ...findSmallCpu(measured, series.cpu)], names };
}

/** A warning where all pipes together use so little CPU that its unit may be wrong. They keep their advice, since they may be idle. */
function findSmallCpu(pipes: readonly MeasuredPipe[], { location }: Sizing['series']['cpu']): readonly Diagnostic[] {
  const shares = pipes.flatMap(({ now, history }) =>
    now === null ? [] : [(findPeak(history.cpu) ?? 0) / capacityOf(now)].filter((share) => share > 0),
  );
  const most = shares.reduce((highest, share) => Math.max(highest, share), 0);
  if (most === 0 || most >= LEAST_CPU_OF_FLEET) return [];
  const shown = `at most ${formatMeasured(most * 100)}% of what the replicas of any pipe may use`;
  const summary = `\`sizing.series.cpu\` shows ${shown}: perhaps percent or hundredths of a core, and not millicores.`;
  return [diagnose('warning', { code: 'sizing-series', summary, hint: CURES.cpu }, location)];
}
