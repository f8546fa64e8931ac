import type { Check, CheckResult, GroupResult, Verdict } from '../../model/check.ts';
import { listWords } from '../../model/list-words.ts';
import { formatMeasured, formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { withUnit } from '../../model/series-unit.ts';
import { listGroup } from '../chart/chart.ts';
import { count } from '../view-model/count.ts';
import { paintStatus, renderSymbol, STATUS_STYLES } from '../view-model/status.ts';
import { cutText, fitLines, padCells, textWidth, widest } from './fit-text.ts';
import type { ReportGlyphs, Style } from './style.ts';

interface ChecksOptions {
  readonly style: Style;
  readonly glyphs: ReportGlyphs;
}

/** The reason quotes a service, whose words are of any length. */
const LONGEST_REASON = 600;

/** Further groups are counted; those that do not pass come first. */
const MOST_GROUPS = 20;

const REASON_INDENT = '    ';

const GRAVEST_FIRST: readonly Verdict[] = ['fail', 'error', 'no-data', 'pass'];

interface CheckRow {
  readonly verdict: Verdict;
  /** Blanks before the mark: a group is further in than its check. */
  readonly indent: string;
  readonly name: string;
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
    const check = byName.get(result.name);
    return [toRow(result, check), ...toGroupRows(result, unitOf(check))];
  });
  const nameWidth = widest(rows.map(({ indent, name }) => indent + name));
  const valueWidth = widest(rows.map(({ value }) => value));
  const wordWidth = widest(GRAVEST_FIRST.map((verdict) => STATUS_STYLES.check[verdict].label));
  const before = '? '.length + wordWidth + nameWidth + valueWidth + 3 * '  '.length;
  const lines = rows.map(({ verdict, indent, name, value, rest }) => {
    const status = STATUS_STYLES.check[verdict];
    const head = renderSymbol(status, glyphs, style) + paintStatus(status, status.label.padEnd(wordWidth), style);
    const title = indent === '' ? style.bold(name) : name;
    const blanks = ' '.repeat(nameWidth - textWidth(indent + name));
    const line = `${head}  ${indent}${title}${blanks}  ${padCells(value, valueWidth)}`;
    // A reason that does not fit loses the padding before it, or moves to its own line.
    const room = style.columns === null ? Number.POSITIVE_INFINITY : style.columns - textWidth(rest);
    if (before <= room) return `${line}  ${rest}`.trimEnd();
    const narrow = before - valueWidth + textWidth(value);
    return narrow <= room ? `${line.trimEnd()}  ${rest}` : `${line.trimEnd()}\n${REASON_INDENT}${rest}`;
  });
  return fitLines(`${[...lines, '', renderSummary(results, style)].join('\n')}\n`, style.columns);
}

function toRow(result: CheckResult, check: Check | undefined): CheckRow {
  return {
    verdict: result.verdict,
    indent: '',
    name: safeText(result.name),
    value: formatValue(result, check),
    rest: safeText(cutText(result.reason, LONGEST_REASON)),
  };
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

function toGroupRows({ groups }: CheckResult, unit: string | null): readonly CheckRow[] {
  const ordered = GRAVEST_FIRST.flatMap((verdict) => groups.filter((one) => one.verdict === verdict));
  const shown = ordered.slice(0, MOST_GROUPS).map((group) => toGroupRow(group, unit));
  const rest = ordered.slice(MOST_GROUPS);
  const [first] = rest;
  if (first === undefined) return shown;
  const passing = rest.filter(({ verdict }) => verdict === 'pass').length;
  const more = { name: `${formatNumber(rest.length)} more`, value: '', rest: `${formatNumber(passing)} of them pass` };
  return [...shown, { verdict: first.verdict, indent: '  ', ...more }];
}

function toGroupRow({ group, verdict, value, samples }: GroupResult, unit: string | null): CheckRow {
  return {
    verdict,
    indent: '  ',
    name: cutText(listGroup(group), 80),
    value: value === null ? '-' : formatWithUnit(value, unit),
    rest: count(samples, 'sample'),
  };
}

function renderSummary(results: readonly CheckResult[], style: Style): string {
  const failing = GRAVEST_FIRST.filter((verdict) => verdict !== 'pass').flatMap((verdict) => {
    const number = results.filter((result) => result.verdict === verdict).length;
    return number === 0
      ? []
      : [paintStatus(STATUS_STYLES.check[verdict], `${formatNumber(number)} ${WORDS[verdict]}`, style)];
  });
  if (failing.length === 0) {
    return `${style.green('Healthy:')} ${results.length === 1 ? 'the check passes' : `all ${count(results.length, 'check')} pass`}.`;
  }
  const passing = results.filter(({ verdict }) => verdict === 'pass').length;
  const counts = passing === 0 ? failing : [...failing, `${formatNumber(passing)} ${WORDS.pass}`];
  return `${style.red('Not healthy:')} of ${count(results.length, 'check')}, ${listWords(counts)}.`;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  error: 'could not be asked',
  'no-data': 'had no data',
  pass: 'passed',
};
