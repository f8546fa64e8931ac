import { formatMinute } from '../../model/clock.ts';
import { count } from '../../model/number.ts';
import { formatCents, toCents } from '../../model/price.ts';
import type { Backtest, BacktestRow } from '../../model/size/backtest-report.ts';
import type { Block, Fact, Line } from '../block.ts';
import { fact, listFacts } from '../view-model/fact.ts';
import { composeProblems } from '../view-model/problem.ts';
import { toSection } from '../view-model/span.ts';
import { composeReasons } from './compose-reasons.ts';

const SIZES: Readonly<Record<BacktestRow['sizes'], string>> = {
  'as-it-was': 'As it was',
  hindsight: 'Best fixed size, in hindsight',
  advice: 'This advice, week by week',
};

/** What the advice would have cost, and how often it would have been short of capacity, in weeks that it did not know. */
export function composeBacktest(report: Backtest): readonly Block[] {
  return [
    composeVerdict(report),
    ...listFacts(composeFacts(report)),
    ...composeProblems(report.diagnostics, null),
    ...composeTables(report),
    ...composeSkipped(report),
  ];
}

function composeVerdict({ environment, rows }: Backtest): Block {
  const [was, advice] = (['as-it-was', 'advice'] as const).map((name) => rows.find(({ sizes }) => sizes === name));
  const headline = was === undefined || advice === undefined ? 'No pipe could be replayed' : compareCosts(was, advice);
  const verdict = { variant: 'calm', color: 'bold', headline, detail: null } as const;
  return { kind: 'verdict', name: 'Backtest', environment, verdict, line: `Backtest: ${headline}.`, counts: [] };
}

/** `The advice costs 28.4% less than the sizes that were, and is short for 0.3% of the time instead of 0.1%` */
function compareCosts(was: BacktestRow, advice: BacktestRow): string {
  const change = was.cost === 0 ? 0 : advice.cost / was.cost - 1;
  const words = change <= 0 ? 'less' : 'more';
  const [short, before] = [advice, was].map((row) => percent(row.short, 2));
  return `The advice costs ${percent(Math.abs(change), 1)} ${words} than the sizes that were, and is short for ${short} of the time instead of ${before}`;
}

function composeFacts({ period, pipes, days, unknown }: Backtest): readonly Fact[] {
  const measured = `${formatMinute(Date.parse(period.from))} to ${formatMinute(Date.parse(period.until))}`;
  if (pipes === 0) return [fact('Measured', measured)];
  return [
    fact('Measured', `${measured}; the first two weeks are what the first advice knows`),
    fact('Replayed', `${count(pipes, 'pipe')}, ${count(Math.round(days), 'pipe day')}`),
    fact(
      'Unknown',
      unknown === 0 ? '' : `demand for ${percent(unknown, 1)} of the time, which does not count as short`,
    ),
  ];
}

function composeTables({ rows, worst, pipes, currency }: Backtest): readonly Block[] {
  if (rows.length === 0) return [];
  const head = [
    'Sizes',
    currency === null ? 'Core hours' : `Cost ${currency}`,
    'Of best fixed',
    'Time short',
    'Changes a day',
  ];
  const all: Block = { kind: 'table', head, rows: rows.map((row) => composeRow(row, rows)) };
  if (pipes === 1) return [all];
  const ofPipes: Block = {
    kind: 'table',
    head: ['Pipe', ...head],
    rows: worst.flatMap(({ name, service, rows: ofPipe }) =>
      ofPipe.map((row, index): readonly Line[] => [
        index === 0 ? [`${service}/`, { kind: 'code', text: name }] : [],
        ...composeRow(row, ofPipe),
      ]),
    ),
  };
  return [all, ...toSection('worst', 'Most often short with the advice', [ofPipes], count(worst.length, 'pipe'))];
}

function composeRow({ sizes, cost, short, changesPerDay }: BacktestRow, rows: readonly BacktestRow[]): readonly Line[] {
  const best = rows.find((row) => row.sizes === 'hindsight')?.cost ?? 0;
  return [
    [SIZES[sizes]],
    [formatCents(toCents(cost))],
    [best === 0 ? '' : (cost / best).toFixed(2)],
    [percent(short, 2)],
    [changesPerDay.toFixed(2)],
  ];
}

function composeSkipped({ skipped }: Backtest): readonly Block[] {
  return toSection('skipped', 'Not replayed', composeReasons(skipped), count(skipped.length, 'pipe'));
}

function percent(share: number, digits: number): string {
  return `${Number((share * 100).toFixed(digits))}%`;
}
