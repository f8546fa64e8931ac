import { formatMinute } from '../../model/clock.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatPercent } from '../../model/number.ts';
import { formatCents, toCents } from '../../model/price.ts';
import type { Backtest } from '../../model/size/backtest-report.ts';
import type { BacktestRow, Estimate, PolicyName } from '../../model/size/sizing.ts';
import { capitalize, listWords, withoutPeriod } from '../../model/text.ts';
import type { Block, Fact, Line } from '../block.ts';
import { fact, listFacts } from '../view-model/fact.ts';
import type { Medium } from '../view-model/medium.ts';
import { composeProblems } from '../view-model/problem.ts';
import { quote, toSection, toSentence } from '../view-model/span.ts';
import { composeReasons } from './compose-reasons.ts';

/** Names of rules: in the table, and where there is little room. */
const RULES: Readonly<Record<PolicyName, readonly [name: string, short: string]>> = {
  'as-it-was': ['As it was', 'As it was'],
  hindsight: ['Best fixed, in hindsight', 'Best'],
  vpa: ['VPA, weekly', 'VPA'],
  krr: ['KRR, weekly', 'KRR'],
  hpa: ['HPA on CPU', 'HPA'],
  flink: ['Flink autoscaler', 'Flink'],
  fixed: ['Pipeform, fixed, weekly', 'Fixed'],
  windows: ['Pipeform, windows, weekly', 'Windows'],
};

const MOST_REASONS = 20;

/** What each rule would have cost, and how often it would have been short of capacity; the losses too. */
export function composeBacktest(report: Backtest, medium: Medium): readonly Block[] {
  const verdict = composeVerdict(report);
  const facts = listFacts(composeFacts(report));
  // Beside text, they are printed before.
  const problems = medium === 'terminal' ? [] : composeProblems(report.diagnostics, medium);
  const body = [
    ...(report.rows.length === 0 ? [] : [composeTable(report), ...composeMissed(report), ...composeDetails(report)]),
    ...composeSkipped(report, medium),
  ];
  return medium === 'terminal' ? [...body, ...facts, verdict] : [verdict, ...facts, ...problems, ...body];
}

function composeVerdict({ environment, rows }: Backtest): Block {
  const [was, ours] = (['as-it-was', 'windows'] as const).map((name) => rows.find(({ policy }) => policy === name));
  const headline = was === undefined || ours === undefined ? 'No pipe could be replayed' : compareCosts(was, ours);
  const verdict = { variant: 'calm', color: 'bold', headline, detail: null } as const;
  return { kind: 'verdict', name: 'Backtest', environment, verdict, line: `Backtest: ${headline}.`, counts: [] };
}

/** `With windows, 28.4% less than it was, and short for 0.3% of the time instead of 0.1%` */
function compareCosts({ figures: was }: BacktestRow, { figures: ours }: BacktestRow): string {
  const change = was.cost === 0 ? 0 : ours.cost / was.cost - 1;
  const words = change <= 0 ? 'less' : 'more';
  const short = [ours, was].map((figures) => formatPercent(figures.short.value, 1, 2));
  return `With windows, ${formatPercent(Math.abs(change), 1)} ${words} than it was, and short for ${short[0]} of the time instead of ${short[1]}`;
}

function composeFacts({ period, pipes, days, unknown, target }: Backtest): readonly Fact[] {
  const measured = `${formatMinute(Date.parse(period.from))} to ${formatMinute(Date.parse(period.until))}`;
  if (pipes === 0) return [fact('Measured', measured)];
  const chosen = pipes === 1 ? 'the pipe itself' : 'the other half of the pipes';
  return [
    fact('Measured', `${measured}; the first week is history, and is not counted`),
    fact('Replayed', `${count(pipes, 'pipe')}, ${count(Math.round(days), 'pipe day')}`),
    fact('Left out', unknown === 0 ? '' : `${formatPercent(unknown, 1)} of the time, whose demand is not known`),
    fact(
      'Headroom',
      `of each rule the cheapest that is short for at most ${formatPercent(target, 1)} of the time, chosen on ${chosen}`,
    ),
  ];
}

function composeTable({ rows, currency }: Backtest): Block {
  const head = ['Rule', currency === null ? 'Core hours' : `Cost ${currency}`, 'Of best fixed', 'Time short'];
  return {
    kind: 'table',
    head: [...head, 'Slack', 'Changes a day', 'Headroom'],
    rows: rows.map(({ policy, headrooms, figures }) => {
      const { cost, relativeCost, short, slack, changesPerDay } = figures;
      const cells = [
        RULES[policy][0],
        formatCents(toCents(cost)),
        estimate(relativeCost, (value) => value.toFixed(2)),
        estimate(short, (value) => formatPercent(value, 1, 2)),
        formatPercent(slack, 1, 0),
        changesPerDay.toFixed(2),
        [...new Set(headrooms)].map((headroom) => formatPercent(headroom, 1, 0)).join(', '),
      ];
      return cells.map((cell): Line => [cell]);
    }),
    more: '',
    optional: ['Headroom', 'Slack', 'Changes a day'],
  };
}

/** The rules whose figures are not to be compared. */
function composeMissed({ rows, target }: Backtest): readonly Block[] {
  const missed = rows.filter(({ isWithinTarget }) => !isWithinTarget).map(({ policy }) => RULES[policy][1]);
  if (missed.length === 0) return [];
  const line = `Short for more than ${formatPercent(target, 1)} of the time with each headroom where it is chosen, and shown with the one that is short least: ${listWords(missed)}.`;
  return [{ kind: 'paragraph', line: [line] }];
}

function composeDetails({ rows }: Backtest): readonly Block[] {
  const swept = rows.filter(({ front }) => front.length > 0);
  const headrooms = [...new Set(swept.flatMap(({ front }) => front.map(({ headroom }) => headroom)))].sort(
    (a, b) => a - b,
  );
  const front: Block = {
    kind: 'table',
    head: ['Headroom', ...swept.map(({ policy }) => RULES[policy][1])],
    rows: headrooms.map((headroom) => [
      [formatPercent(headroom, 1, 0)],
      ...swept.map((row): Line => {
        const point = row.front.find((one) => one.headroom === headroom);
        return point === undefined ? [] : [`${point.relativeCost.toFixed(2)} at ${formatPercent(point.short, 1, 2)}`];
      }),
    ]),
    more: '',
  };
  const worst: Block = {
    kind: 'table',
    head: ['Rule', 'Of best fixed', 'Costliest pipe', 'Time short', 'Most often short'],
    rows: rows.map(({ policy, figures: { worst: of } }) => [
      [RULES[policy][0]],
      [of.cost.relativeCost.toFixed(2)],
      [{ kind: 'code', text: of.cost.pipe }],
      [formatPercent(of.short.share, 1, 2)],
      [{ kind: 'code', text: of.short.pipe }],
    ]),
    more: '',
  };
  return [
    {
      kind: 'details',
      title: ['Cost of the best fixed size at time short, by headroom'],
      blocks: [front],
      isOpen: false,
    },
    { kind: 'details', title: ['The worst pipe of each rule'], blocks: [worst], isOpen: false },
  ];
}

function composeSkipped({ skipped }: Backtest, medium: Medium): readonly Block[] {
  if (skipped.length === 0) return [];
  const blocks = medium === 'terminal' ? [countReasons(skipped)] : composeReasons(skipped, MOST_REASONS, true);
  return toSection('skipped', 'Not replayed', blocks, count(skipped.length, 'pipe'));
}

/** `It could not be read: orders and 3 more pipes` */
function countReasons(skipped: Backtest['skipped']): Block {
  const items = [...groupBy(skipped, ({ reason }) => reason)].map(([reason, [first, ...others]]): Line => {
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'more pipe')}`;
    return [...toSentence(`${capitalize(withoutPeriod(reason))}: `), ...quote(first?.name ?? null), more];
  });
  return { kind: 'list', items };
}

function estimate({ value, low, high }: Estimate, format: (value: number) => string): string {
  return low === high ? format(value) : `${format(value)} (${format(low)}–${format(high)})`;
}
