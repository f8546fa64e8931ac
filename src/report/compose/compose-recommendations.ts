import { formatMinute } from '../../model/clock.ts';
import { SCALING_KEYS } from '../../model/field/field.ts';
import { isBand } from '../../model/fleet.ts';
import { count, formatMeasured, formatNumber, formatPercent } from '../../model/number.ts';
import { formatCents, toCents } from '../../model/price.ts';
import {
  type AdvisedCost,
  type AdvisedPipe,
  type DeclaredWindow,
  listAdvised,
  type MemoryOfPipe,
  type Recommendations,
} from '../../model/size/advice-report.ts';
import { capacityOf } from '../../model/size/size.ts';
import type { SizeVerdict } from '../../model/size/sizing.ts';
import { capitalize } from '../../model/text.ts';
import { WEEKDAYS } from '../../model/weekly-window.ts';
import type { Block, Entry, Fact, FieldDiff, Line, WeekChart } from '../block.ts';
import { scaleValues } from '../chart/scales.ts';
import { formatCostChange } from '../view-model/cost.ts';
import { listFacts } from '../view-model/fact.ts';
import { countWords, joinParts } from '../view-model/format.ts';
import { composeProblems } from '../view-model/problem.ts';
import { toSection } from '../view-model/span.ts';
import { STATUS_STYLES, type StatusStyle, type StyleVariant } from '../view-model/status.ts';
import { composeNames } from './compose-entry.ts';
import { composeReasons } from './compose-reasons.ts';

/** The charts of other pipes are details. */
const MAIN_CHARTS = 4;

const CHANGES: readonly SizeVerdict[] = ['grow', 'schedule', 'shrink'];

/** The sizes to change with their evidence, then the pipes without a change and why. */
export function composeRecommendations(report: Recommendations): readonly Block[] {
  const withVerdict = (wanted: SizeVerdict) => report.pipes.filter(({ verdict }) => verdict === wanted);
  const kept = withVerdict('keep');
  const limited = kept.filter(({ isLimited }) => isLimited);
  const right = kept.filter(({ isLimited }) => !isLimited);
  return [
    composeVerdict(report),
    ...listFacts(composeFacts(report)),
    ...composeProblems(report.diagnostics, null),
    ...CHANGES.flatMap((status) => composeChanges(report, status)),
    ...composeUnchanged('unknown', STATUS_STYLES.size.unknown.title, withVerdict('unknown')),
    ...composeUnchanged('limited', 'Limited elsewhere', limited),
    ...composeKept(right),
  ];
}

function composeVerdict({ environment, summary, pipes: all }: Recommendations): Block {
  const styles: readonly StatusStyle[] = Object.values(STATUS_STYLES.size);
  const counts = styles.flatMap((style) => {
    const pipes = summary[style.status as SizeVerdict];
    return pipes === 0 ? [] : [{ style, pipes }];
  });
  const small = all.filter(({ verdict, isTooSmall }) => verdict === 'schedule' && isTooSmall).length;
  const words = countWords(
    'pipe',
    counts.map(({ style: { status, label }, pipes }) => ({
      number: pipes,
      words: status === 'schedule' && small > 0 ? `${label} (${formatNumber(small)} too small)` : label,
    })),
  );
  const headline = words === '' ? 'No pipes' : words;
  const variant: StyleVariant =
    summary.grow + small > 0 ? 'warn' : summary.shrink + summary.schedule > 0 ? 'act' : 'calm';
  const color = variant === 'warn' ? 'yellow' : 'bold';
  const verdict = { variant, color, headline, detail: null } as const;
  return { kind: 'verdict', name: 'Sizes', environment, verdict, line: `Sizes: ${headline}.`, counts };
}

function composeFacts({ period, cost, pipes }: Recommendations): readonly Fact[] {
  const measured = `${formatMinute(Date.parse(period.from))} to ${formatMinute(Date.parse(period.until))}`;
  const withCost = pipes.filter((pipe) => pipe.cost !== undefined);
  const priced = withCost.length;
  const share = priced === pipes.length ? '' : `for ${formatNumber(priced)} of ${count(pipes.length, 'pipe')}`;
  const isDeclared = withCost.some((pipe) => pipe.isDeclared);
  const sizes = isDeclared ? 'of declared sizes, where a plan has the live ones' : '';
  const costs = cost === undefined || priced === 0 ? '' : formatCosts(cost, cost.currency);
  return [
    { label: 'Measured', value: [measured] },
    { label: 'Cost', value: costs === '' ? [] : [joinParts([costs, share, sizes], ', ')] },
  ];
}

function formatCosts({ now, advised }: AdvisedCost, currency: string): string {
  return formatCostChange(toCents(now), toCents(advised), currency);
}

/** Those that save or need most come first. */
function composeChanges(report: Recommendations, status: SizeVerdict): readonly Block[] {
  const pipes = report.pipes.filter(({ verdict }) => verdict === status);
  const sorted = pipes.toSorted((a, b) => differenceOf(b) - differenceOf(a));
  const entries = sorted.map((pipe, index) => composePipe(pipe, report, index < MAIN_CHARTS ? 'main' : 'detail'));
  const blocks: readonly Block[] = entries.length === 0 ? [] : [{ kind: 'entries', entries, rest: '' }];
  return toSection(status, STATUS_STYLES.size[status].title, blocks, count(pipes.length, 'pipe'));
}

function differenceOf({ now, advised, cost }: AdvisedPipe): number {
  if (cost !== undefined) return Math.abs(cost.advised - cost.now);
  return now === null || advised === null ? 0 : Math.abs(capacityOf(now) - capacityOf(advised));
}

function composePipe(pipe: AdvisedPipe, { cost, period }: Recommendations, weight: 'main' | 'detail'): Entry {
  const { verdict, name, service, location, reason } = pipe;
  const words = describeSaving(pipe, cost?.currency ?? null);
  const saving: Line = words === '' ? [] : [{ kind: 'strong', line: [words] }];
  return {
    title: {
      style: STATUS_STYLES.size[verdict],
      status: '',
      service,
      name,
      about: saving,
      place: location,
    },
    diffs: listDiffs(pipe),
    names: null,
    blocks: [
      { kind: 'paragraph', line: [{ kind: 'sentence', text: reason }] },
      ...listFacts(composeEvidence(pipe)),
      ...composeChart(pipe, period.timezone, weight),
    ],
    digest: saving,
    status: verdict,
    origins: [],
    isUrgent: true,
  };
}

/**
 * `saves 57.1% of its cost now: 100.11 of 175.20 USD a month`. A plan has the cost of the live size before a change, so another one is
 * named: that of a declared size, or the mean of a schedule. Without pricing, the same of its capacity.
 */
function describeSaving({ cost, week, isDeclared, windowsNow = [] }: AdvisedPipe, currency: string | null): string {
  const isPriced = cost !== undefined && currency !== null;
  if (!isPriced && week === null) return '';
  const mean = (values: readonly number[] = []) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [now, advised] = isPriced ? [cost.now, cost.advised] : [mean(week?.now), mean(week?.advised)];
  const format = (amount: number) => (isPriced ? formatCents(toCents(amount)) : formatNumber(Math.round(amount)));
  const what = `${isDeclared ? 'declared ' : ''}${isPriced ? 'cost' : 'capacity'}${isDeclared ? '' : ' now'}`;
  const unit = isPriced ? `${currency} a month` : 'millicores';
  const whole = `${format(now)} ${unit}${windowsNow.length > 0 ? ' in the mean of its schedule' : ''}`;
  if (advised === now) return `keeps its ${what}: ${whole}`;
  const share = now === 0 ? '' : `${formatPercent(Math.abs(advised - now), now)} `;
  return advised < now
    ? `saves ${share}of its ${what}: ${format(now - advised)} of ${whole}`
    : `adds ${share}to its ${what}: ${format(advised - now)} to ${whole}`;
}

function listDiffs(pipe: AdvisedPipe): readonly FieldDiff[] {
  const { windows, windowsNow = [] } = pipe;
  const diffs = listAdvised(pipe)
    .filter(({ now, advised }) => now !== advised)
    .map(({ key, now, advised }) => toDiff(`scaling.${key}`, formatNumber(now), formatNumber(advised)));
  const [from, to] = [windowsNow, windows].map((list) => list.map(describeWindow)) as [string[], string[]];
  const schedule = (from.length > to.length ? from : to).flatMap((_, index) => {
    const [before = null, after = null] = [from[index], to[index]];
    return before === after ? [] : [toDiff('scaling.schedule', before, after)];
  });
  return [...diffs, ...schedule];
}

function toDiff(path: string, before: string | null, after: string | null): FieldDiff {
  const sides = [
    { role: 'before', label: null, value: before },
    { role: 'after', label: null, value: after },
  ] as const;
  return { sign: before === null ? '+' : after === null ? '-' : '~', path, sides, note: '', origin: null, where: [] };
}

/** `6 replicas Mon–Fri 07:00–19:00 Europe/Berlin`, `replicaMemoryGb 4–8 every day UTC` */
function describeWindow({ days, hours, timezone, ...fields }: DeclaredWindow): string {
  const [first = 1] = days;
  const isRange = days.length > 2 && days.every((day, index) => day === first + index);
  const name = (day: number | undefined) => capitalize(WEEKDAYS[(day ?? 1) - 1] ?? '');
  const named = isRange ? `${name(first)}–${name(days.at(-1))}` : days.map(name).join(', ');
  const when = joinParts(
    [days.length === 7 ? 'every day' : named, hours && `${hours.from}–${hours.until}`, timezone],
    ' ',
  );
  const sizes = SCALING_KEYS.flatMap((key) => {
    const value = fields[key];
    if (value === undefined) return [];
    if (isBand(value)) return [`${key} ${formatNumber(value.min)}–${formatNumber(value.max)}`];
    return [key === 'replicas' ? count(value, 'replica') : `${key} ${formatNumber(value)}`];
  });
  return `${sizes.join(', ')} ${when}`;
}

/** The share of the time that is short of capacity, and the memory. */
function composeEvidence({ short, memory }: AdvisedPipe): readonly Fact[] {
  const shares = [
    short.now === null ? '' : `${formatPercent(short.now, 1)} of the time now`,
    short.advised === null ? '' : `${formatPercent(short.advised, 1)} with the advice`,
    short.unseen === null ? '' : `${formatPercent(short.unseen, 1)} in weeks that the advice did not know`,
  ];
  const gigabytes = (value: number) => `${formatMeasured(Number(value.toFixed(2)))} GB`;
  const describeMemory = ({ used, now, advised }: MemoryOfPipe) => {
    const had = used === null ? 'not measured' : `a replica used up to ${gigabytes(used)}`;
    const has = `${gigabytes(now)} now${now === advised ? ' and' : `, ${gigabytes(advised)}`} as advised`;
    return `${had}; it has ${has}`;
  };
  return [
    { label: 'Short of capacity', value: [joinParts(shares, ', ')] },
    { label: 'Memory', value: [memory === null ? '' : describeMemory(memory)] },
  ];
}

const HOURS_OF_DAY = 24;

/** Capacity is the limit: what all replicas may use. */
function composeChart({ week }: AdvisedPipe, timezone: string, weight: 'main' | 'detail'): readonly Block[] {
  if (week === null) return [];
  const highest = (values: readonly (number | null)[]) =>
    values.reduce((top: number, one) => Math.max(top, one ?? 0), 0);
  const [peak, usual] = [highest(week.peak), highest(week.usual)].map(formatNumber);
  const [now, advised] = [week.now, week.advised].map((values) => {
    const [least, most] = [Math.min(...values), highest(values)];
    return least === most ? formatNumber(most) : `${formatNumber(least)}–${formatNumber(most)}`;
  });
  const lines: WeekChart['lines'] = [
    { role: 'peak', name: `highest demand, up to ${peak}`, values: week.peak },
    { role: 'usual', name: `usual demand, up to ${usual}`, values: week.usual },
    { role: 'now', name: `limit now, ${now}`, values: week.now },
    { role: 'advised', name: `limit as advised, ${advised}`, values: week.advised },
  ];
  const chart: Block = {
    kind: 'chart',
    weight,
    label: `Millicores in a week, Monday to Sunday in ${timezone}: ${lines.map(({ name }) => name).join('; ')}.`,
    title: `Millicores by hour of the week, ${timezone}; limit: what replicas may use`,
    values: scaleValues(0, Math.max(...lines.map(({ values }) => highest(values)))),
    times: {
      ...{ from: 0, to: WEEKDAYS.length * HOURS_OF_DAY },
      ticks: WEEKDAYS.map((day, index) => ({ at: index * HOURS_OF_DAY, label: capitalize(day) })),
    },
    lines,
  };
  return [chart];
}

/** Groups the pipes by reason, with their names. */
function composeUnchanged(id: string, title: string, pipes: readonly AdvisedPipe[]): readonly Block[] {
  return toSection(id, title, composeReasons(pipes), pipes.length === 0 ? '' : count(pipes.length, 'pipe'));
}

function composeKept(kept: readonly AdvisedPipe[]): readonly Block[] {
  return kept.length === 0 ? [] : [composeNames(kept, `${count(kept.length, 'pipe')} of the right size`, '', true)];
}
