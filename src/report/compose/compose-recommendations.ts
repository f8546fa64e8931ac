import { formatMinute } from '../../model/clock.ts';
import { SCALING_KEYS } from '../../model/field/field.ts';
import { isBand } from '../../model/fleet.ts';
import { count, formatMeasured, formatNumber, formatPercent } from '../../model/number.ts';
import { toCents } from '../../model/price.ts';
import {
  type AdvisedCost,
  type AdvisedPipe,
  type DeclaredWindow,
  listAdvised,
  type MemoryOfPipe,
  type Recommendations,
  type ShortShares,
} from '../../model/size/advice-report.ts';
import { capacityOf, type SizeVerdict } from '../../model/size/sizing.ts';
import { capitalize } from '../../model/text.ts';
import { WEEKDAYS } from '../../model/weekly-window.ts';
import type { Block, Entry, Fact, FieldDiff } from '../block.ts';
import { formatCostChange } from '../view-model/cost.ts';
import { countWords } from '../view-model/count.ts';
import { listFacts } from '../view-model/fact.ts';
import { joinParts } from '../view-model/format.ts';
import type { Medium } from '../view-model/medium.ts';
import { composeProblems, countMore } from '../view-model/problem.ts';
import { toSection } from '../view-model/span.ts';
import { STATUS_STYLES, type StatusStyle, type StyleVariant } from '../view-model/status.ts';
import { composeNames } from './compose-entry.ts';
import { composeReasons } from './compose-reasons.ts';

/** The most pipes of each verdict; the JSON document has all. */
const MOST: Readonly<Record<Medium, number>> = { terminal: 25, comment: 20, page: 1_000 };

const CHANGES: readonly SizeVerdict[] = ['grow', 'schedule', 'shrink'];

/** The sizes to change with their evidence, then the pipes without a change and why. */
export function composeRecommendations(report: Recommendations, medium: Medium): readonly Block[] {
  const verdict = composeVerdict(report);
  const facts = listFacts(composeFacts(report, medium));
  // Beside text, they are printed before.
  const problems = medium === 'terminal' ? [] : composeProblems(report.diagnostics, medium);
  const withVerdict = (wanted: SizeVerdict) => report.pipes.filter(({ verdict }) => verdict === wanted);
  const kept = withVerdict('keep');
  const limited = kept.filter(({ isLimited }) => isLimited);
  const right = kept.filter(({ isLimited }) => !isLimited);
  const body = [
    ...CHANGES.flatMap((status) => composeChanges(report, status, medium)),
    ...composeUnchanged('unknown', STATUS_STYLES.size.unknown.title, withVerdict('unknown'), medium),
    ...composeUnchanged('limited', 'Limited elsewhere', limited, medium),
    ...composeKept(right),
  ];
  return medium === 'terminal' ? [...body, ...facts, verdict] : [verdict, ...facts, ...problems, ...body];
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

function composeFacts({ period, cost, pipes }: Recommendations, medium: Medium): readonly Fact[] {
  const measured = `${formatMinute(Date.parse(period.from))} to ${formatMinute(Date.parse(period.until))}`;
  const priced = pipes.filter((pipe) => pipe.cost !== undefined).length;
  const share = priced === pipes.length ? '' : `for ${formatNumber(priced)} of ${count(pipes.length, 'pipe')}`;
  const costs = cost === undefined || priced === 0 ? '' : formatCosts(cost, cost.currency, medium);
  return [
    { label: 'Measured', value: [measured] },
    { label: 'Cost', value: costs === '' ? [] : [joinParts([costs, share], ', ')] },
  ];
}

function formatCosts({ now, advised }: AdvisedCost, currency: string, medium: Medium): string {
  return formatCostChange(toCents(now), toCents(advised), currency, medium === 'terminal' ? '->' : '→');
}

/** Those that save or need most come first. */
function composeChanges(report: Recommendations, status: SizeVerdict, medium: Medium): readonly Block[] {
  const pipes = report.pipes.filter(({ verdict }) => verdict === status);
  const sorted = pipes.toSorted((a, b) => differenceOf(b) - differenceOf(a));
  const shown = sorted.slice(0, MOST[medium]);
  const entries = shown.map((pipe) => composePipe(pipe, report, medium));
  // A comment has all differences of a block above the rest of it.
  const blocks = entries.map((entry): Block => ({ kind: 'entries', entries: [entry] }));
  const more = pipes.length - shown.length;
  const rest: readonly Block[] =
    more === 0 ? [] : [{ kind: 'paragraph', line: [`${countMore(more, 'pipe')}; --format json has all`] }];
  return toSection(status, STATUS_STYLES.size[status].title, [...blocks, ...rest], count(pipes.length, 'pipe'));
}

function differenceOf({ now, advised, cost }: AdvisedPipe): number {
  if (cost !== undefined) return Math.abs(cost.advised - cost.now);
  return now === null || advised === null ? 0 : Math.abs(capacityOf(now) - capacityOf(advised));
}

function composePipe(pipe: AdvisedPipe, report: Recommendations, medium: Medium): Entry {
  const { verdict, name, service, location, reason, cost } = pipe;
  const price = cost === undefined || report.cost === undefined ? '' : formatCosts(cost, report.cost.currency, medium);
  return {
    title: {
      style: STATUS_STYLES.size[verdict],
      status: '',
      service,
      name,
      about: price === '' ? [] : [price],
      place: location,
    },
    diffs: listDiffs(pipe),
    names: null,
    blocks: [{ kind: 'paragraph', line: [{ kind: 'sentence', text: reason }] }, ...composeChart(pipe)],
    digest: price === '' ? [] : [price],
    status: verdict,
    origins: [],
    isUrgent: true,
  };
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

function composeChart({ now, advised, week, short, memory }: AdvisedPipe): readonly Block[] {
  if (week === null || now === null || advised === null) return [];
  const most = week.peak.reduce((top: number, value) => Math.max(top, value ?? 0), 0);
  const label = `Millicores in a week, Monday to Sunday: demand at most ${formatNumber(most)}, now up to ${formatNumber(Math.max(...week.now))}, advised up to ${formatNumber(Math.max(...week.advised))}.`;
  const lines = [
    { name: 'peak', values: week.peak },
    { name: 'usual', values: week.usual },
    { name: 'now', values: week.now },
    { name: 'advised', values: week.advised },
  ];
  return [{ kind: 'chart', label, lines }, ...composeEvidence(short, memory)];
}

/** `Time short of capacity: now 3.2%, advised 0.4%, and 0.6% in weeks that the advice did not know` */
function composeEvidence(short: ShortShares, memory: MemoryOfPipe | null): readonly Block[] {
  const shares = [
    short.now === null ? '' : `now ${formatPercent(short.now, 1)}`,
    short.advised === null ? '' : `with the advice ${formatPercent(short.advised, 1)}`,
    short.unseen === null ? '' : `and ${formatPercent(short.unseen, 1)} in weeks that the advice did not know`,
  ];
  const used = memory?.used ?? null;
  const gigabytes = (value: number) => `${formatMeasured(Number(value.toFixed(2)))} GB`;
  const texts = [
    joinParts(shares, ', '),
    memory === null || used === null
      ? ''
      : `${gigabytes(used)} of ${gigabytes(memory.now)} now, ${gigabytes(memory.advised)} advised`,
  ];
  const labels = ['Time short of capacity', 'Memory used by a replica'];
  return texts.flatMap((text, index): readonly Block[] =>
    text === '' ? [] : [{ kind: 'paragraph', line: [`${labels[index]}: ${text}`] }],
  );
}

/** By reason, with the names of the pipes. */
function composeUnchanged(id: string, title: string, pipes: readonly AdvisedPipe[], medium: Medium): readonly Block[] {
  const blocks = composeReasons(pipes, MOST[medium], medium !== 'terminal');
  return toSection(id, title, blocks, pipes.length === 0 ? '' : count(pipes.length, 'pipe'));
}

function composeKept(kept: readonly AdvisedPipe[]): readonly Block[] {
  return kept.length === 0 ? [] : [composeNames(kept, `${count(kept.length, 'pipe')} of the right size`, '', true)];
}
