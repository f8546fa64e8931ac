import type { Check, CheckResult, GroupResult, Verdict } from '../../model/check.ts';
import { formatMeasured, formatNumber, withUnit } from '../../model/number.ts';
import { listWords, safeText } from '../../model/text.ts';
import { listGroup } from '../chart/chart.ts';
import { count } from '../view-model/count.ts';
import { cutText, LONGEST_NAME, shorten } from '../view-model/format.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { alignCells, fitLines, widest } from './fit-text.ts';
import { paintStatus, type ReportGlyphs, renderSymbol, type Style } from './style.ts';

interface ChecksOptions {
  readonly style: Style;
  readonly glyphs: ReportGlyphs;
}

const MOST_GROUPS = 20;

const GAP = '  ';

const GRAVEST_FIRST: readonly Verdict[] = ['fail', 'error', 'no-data', 'pass'];

interface CheckRow {
  readonly verdict: Verdict;
  /** A group is further in than its check. */
  readonly title: string;
  readonly value: string;
  readonly rest: string;
}

/** A line for each check with its verdict, value, condition and reason; then how many have each verdict. */
export function renderChecks(
  results: readonly CheckResult[],
  checks: readonly Check[],
  { style, glyphs }: ChecksOptions,
): string {
  if (results.length === 0) return 'The configuration has no checks.\n';
  const byName = new Map(checks.map((check) => [check.name, check]));
  const rows = results.flatMap((result) => {
    const { name, verdict, reason, groups } = result;
    const check = byName.get(name);
    const value = formatValue(result, check);
    const row = { verdict, title: style.bold(safeText(name)), value, rest: shorten(reason) };
    return [row, ...toGroupRows(groups, unitOf(check))];
  });
  const wordWidth = widest(GRAVEST_FIRST.map((verdict) => STATUS_STYLES.check[verdict].label));
  const lines = alignCells(
    rows.map(({ verdict, title, value, rest }) => {
      const status = STATUS_STYLES.check[verdict];
      const word = paintStatus(status, status.label.padEnd(wordWidth), style);
      return [renderSymbol(status, glyphs, style) + word, title, value, rest];
    }),
  );
  return fitLines(`${[...lines, '', renderSummary(results, style)].join('\n')}\n`, style.columns);
}

/** `12,400 (< 10,000)`: the value and the condition. */
function formatValue({ value }: CheckResult, check: Check | undefined): string {
  const unit = unitOf(check);
  const found = typeof value === 'number' ? formatWithUnit(value, unit) : safeText(value ?? '-');
  if (check === undefined) return found;
  const asked =
    check.of === 'series'
      ? `${check.pass.comparator} ${formatWithUnit(check.pass.value, unit)}`
      : safeText(check.state);
  return `${found} (${asked})`;
}

function formatWithUnit(value: number, unit: string | null): string {
  return safeText(withUnit(formatMeasured(value), unit));
}

function unitOf(check: Check | undefined): string | null {
  return check?.of === 'series' ? check.unit : null;
}

function toGroupRows(groups: readonly GroupResult[], unit: string | null): readonly CheckRow[] {
  const ordered = GRAVEST_FIRST.flatMap((verdict) => groups.filter((one) => one.verdict === verdict));
  const shown = ordered.slice(0, MOST_GROUPS).map(({ verdict, group, value, samples }) => ({
    verdict,
    title: GAP + cutText(listGroup(group), LONGEST_NAME),
    value: value === null ? '-' : formatWithUnit(value, unit),
    rest: count(samples, 'sample'),
  }));
  const [first, ...others] = ordered.slice(MOST_GROUPS);
  if (first === undefined) return shown;
  const rest = [first, ...others];
  const passing = formatNumber(rest.filter(({ verdict }) => verdict === 'pass').length);
  const title = `${GAP}${formatNumber(rest.length)} more`;
  return [...shown, { verdict: first.verdict, title, value: '', rest: `${passing} of them pass` }];
}

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  error: 'could not be asked',
  'no-data': 'had no data',
  pass: 'passed',
};

function renderSummary(results: readonly CheckResult[], style: Style): string {
  const all = count(results.length, 'check');
  if (results.every(({ verdict }) => verdict === 'pass')) {
    return `${style.green('Healthy:')} ${results.length === 1 ? 'the check passes' : `all ${all} pass`}.`;
  }
  const counts = GRAVEST_FIRST.flatMap((verdict) => {
    const { length } = results.filter((result) => result.verdict === verdict);
    const words = `${formatNumber(length)} ${OUTCOMES[verdict]}`;
    if (length === 0) return [];
    return [verdict === 'pass' ? words : paintStatus(STATUS_STYLES.check[verdict], words, style)];
  });
  return `${style.red('Not healthy:')} of ${all}, ${listWords(counts)}.`;
}
