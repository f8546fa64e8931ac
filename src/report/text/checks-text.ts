import {
  type Check,
  type CheckResult,
  formatCondition,
  formatValue,
  type GroupResult,
  type Verdict,
} from '../../model/check.ts';
import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber, withUnit } from '../../model/number.ts';
import { listWords, safeText } from '../../model/text.ts';
import { listGroup } from '../chart/chart.ts';
import { cutText, LONGEST_NAME, shorten } from '../view-model/format.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { alignCells, fitLines, widest } from './fit-text.ts';
import { paintStatus, type ReportGlyphs, renderSymbol, type Style } from './style.ts';

const MAX_GROUPS = 20;

const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'no-data', 'pass'];

/** One line per check with its verdict, value, condition and reason, then a summary. */
export function renderChecks(
  results: readonly CheckResult[],
  checks: readonly Check[],
  { style, glyphs }: { readonly style: Style; readonly glyphs: ReportGlyphs },
): string {
  const shared = findSharedErrors(results);
  const byName = new Map(checks.map((check) => [check.name, check]));
  const wordWidth = widest(WORST_FIRST.map((verdict) => STATUS_STYLES.check[verdict].label));
  const rows = results.flatMap((result) => {
    const check = byName.get(result.name);
    const value = describeValue(result, check);
    const row: VerdictRow = [
      result.verdict,
      style.bold(safeText(result.name)),
      value,
      shared.has(result.reason) ? '' : shorten(result.reason),
    ];
    return [row, ...toGroupRows(result.groups, check)];
  });
  const cells = rows.map(([verdict, ...rest]) => {
    const status = STATUS_STYLES.check[verdict];
    const word = paintStatus(status, status.label.padEnd(wordWidth), style);
    return [renderSymbol(status, glyphs, style) + word, ...rest];
  });
  return fitLines(
    `${[...alignCells(cells), ...renderErrors(results, shared, style), '', renderSummary(results, style)].join('\n')}\n`,
    style.columns,
  );
}

/** The reasons of several checks that could not be queried, such as a service that is down. */
function findSharedErrors(results: readonly CheckResult[]): ReadonlySet<string> {
  const byReason = groupBy(
    results.filter(({ verdict }) => verdict === 'error'),
    ({ reason }) => reason,
  );
  return new Set([...byReason].filter(([, alike]) => alike.length > 1).map(([reason]) => reason));
}

/** Each shared reason once: `error: Cannot reach https://…: connection refused. 0 of 3 checks queried.` */
function renderErrors(results: readonly CheckResult[], shared: ReadonlySet<string>, style: Style): readonly string[] {
  if (shared.size === 0) return [];
  const queried = results.filter(({ verdict }) => verdict !== 'error').length;
  const share = `${formatNumber(queried)} of ${count(results.length, 'check')} queried.`;
  return ['', ...[...shared].map((reason) => `${style.red('error:')} ${shorten(reason)}. ${share}`)];
}

type VerdictRow = readonly [verdict: Verdict, title: string, value: string, rest: string];

/** `12,400 (< 10,000)`: the value and the condition. */
function describeValue({ value }: CheckResult, check: Check | undefined): string {
  const found = typeof value === 'number' ? formatWithUnit(value, check) : safeText(value ?? '-');
  if (check === undefined) return found;
  const condition = check.kind === 'series' ? formatCondition(check.pass, check.unit) : check.state;
  return `${found} (${safeText(condition)})`;
}

function formatWithUnit(value: number, check: Check | undefined): string {
  const { pass, unit } = check?.kind === 'series' ? check : NOT_A_SERIES;
  return safeText(withUnit(formatValue(value, pass), unit));
}

const NOT_A_SERIES = { pass: null, unit: null };

/** Groups are indented under their check. */
function toGroupRows(groups: readonly GroupResult[], check: Check | undefined): readonly VerdictRow[] {
  const ordered = WORST_FIRST.flatMap((verdict) => groups.filter((one) => one.verdict === verdict));
  const shown = ordered.slice(0, MAX_GROUPS).map(({ verdict, group, value, samples }): VerdictRow => {
    const name = cutText(listGroup(group), LONGEST_NAME);
    return [verdict, `  ${name}`, value === null ? '-' : formatWithUnit(value, check), count(samples, 'sample')];
  });
  const rest = ordered.slice(MAX_GROUPS);
  if (rest[0] === undefined) return shown;
  const passing = formatNumber(rest.filter(({ verdict }) => verdict === 'pass').length);
  return [...shown, [rest[0].verdict, `  ${formatNumber(rest.length)} more`, '', `${passing} of them pass`]];
}

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  error: 'could not be queried',
  'no-data': 'had no data',
  pass: 'passed',
};

function renderSummary(results: readonly CheckResult[], style: Style): string {
  const all = count(results.length, 'check');
  if (results.every(({ verdict }) => verdict === 'pass')) {
    return `${style.green('Healthy:')} ${results.length === 1 ? 'the check passes' : `all ${all} pass`}.`;
  }
  const counts = WORST_FIRST.flatMap((verdict) => {
    const { length } = results.filter((result) => result.verdict === verdict);
    const words = `${formatNumber(length)} ${OUTCOMES[verdict]}`;
    if (length === 0) return [];
    return [verdict === 'pass' ? words : paintStatus(STATUS_STYLES.check[verdict], words, style)];
  });
  return `${style.red('Not healthy:')} of ${all}, ${listWords(counts)}.`;
}
