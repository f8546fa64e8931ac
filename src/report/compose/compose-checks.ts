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
import { listWords } from '../../model/text.ts';
import type { Block, Line } from '../block.ts';
import { listGroup } from '../chart/series-report.ts';
import { LONGEST_NAME } from '../view-model/format.ts';
import { quote, strong, toSentence } from '../view-model/span.ts';
import { STATUS_STYLES } from '../view-model/status.ts';

const MAX_GROUPS = 20;

const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'no-data', 'pass'];

/** One row per check with its verdict, value, condition and reason, then a summary. */
export function composeChecks(results: readonly CheckResult[], checks: readonly Check[]): readonly Block[] {
  const shared = findSharedErrors(results);
  const byName = new Map(checks.map((check) => [check.name, check]));
  const rows = results.flatMap(({ verdict, name, value, reason, groups }): readonly (readonly Line[])[] => {
    const check = byName.get(name);
    const found = typeof value === 'number' ? formatWithUnit(value, check) : (value ?? '-');
    const why = shared.has(reason) ? [] : toSentence(reason);
    return [
      [nameVerdict(verdict), strong(name), quote(found), describeCondition(check), why],
      ...listGroups(groups, check),
    ];
  });
  return [
    { kind: 'table', head: ['Verdict', 'Check', 'Value', 'Must be', 'Why'], rows },
    ...composeErrors(results, shared),
    ...adviseOnNoData(results, byName),
    { kind: 'paragraph', line: summarize(results) },
  ];
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
function composeErrors(results: readonly CheckResult[], shared: ReadonlySet<string>): readonly Block[] {
  if (shared.size === 0) return [];
  const queried = results.filter(({ verdict }) => verdict !== 'error').length;
  const share = `${formatNumber(queried)} of ${count(results.length, 'check')} queried.`;
  const problems = [...shared].map((reason) => ({
    ...{ style: STATUS_STYLES.problem.error, code: null, places: [], lines: [], help: null },
    summary: `${reason}. ${share}`,
  }));
  return [{ kind: 'problems', title: null, noun: 'problem', problems }];
}

/** The next step for the first series without data. A mistyped metric is no error: the service finds no rows. */
function adviseOnNoData(results: readonly CheckResult[], byName: ReadonlyMap<string, Check>): readonly Block[] {
  const first = results.find(({ verdict, name }) => verdict === 'no-data' && byName.get(name)?.kind === 'series');
  if (first === undefined) return [];
  const advice =
    'No data: the source, the metric or the filter may be mistyped, or nothing is sent. See what the query finds: ';
  return [{ kind: 'paragraph', line: [advice, ...quote(`pipeform series ${first.name} --since 1d`), '.'] }];
}

function nameVerdict(verdict: Verdict): Line {
  return [{ kind: 'status', style: STATUS_STYLES.check[verdict] }];
}

function describeCondition(check: Check | undefined): Line {
  if (check === undefined) return [];
  return quote(check.kind === 'series' ? formatCondition(check.pass, check.unit) : check.state);
}

function formatWithUnit(value: number, check: Check | undefined): string {
  const { pass, unit } = check?.kind === 'series' ? check : NOT_A_SERIES;
  return withUnit(formatValue(value, pass), unit);
}

const NOT_A_SERIES = { pass: null, unit: null };

/** Groups are indented under their check. */
function listGroups(groups: readonly GroupResult[], check: Check | undefined): readonly (readonly Line[])[] {
  const ordered = WORST_FIRST.flatMap((verdict) => groups.filter((one) => one.verdict === verdict));
  const shown = ordered.slice(0, MAX_GROUPS).map(({ verdict, group, value, samples }): readonly Line[] => {
    const name: Line = ['  ', { kind: 'code', text: listGroup(group), limit: LONGEST_NAME }];
    const found = value === null ? '-' : formatWithUnit(value, check);
    return [nameVerdict(verdict), name, quote(found), [], [count(samples, 'sample')]];
  });
  const rest = ordered.slice(MAX_GROUPS);
  if (rest[0] === undefined) return shown;
  const passing = formatNumber(rest.filter(({ verdict }) => verdict === 'pass').length);
  return [
    ...shown,
    [nameVerdict(rest[0].verdict), [`  ${formatNumber(rest.length)} more`], [], [], [`${passing} of them pass`]],
  ];
}

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  error: 'could not be queried',
  'no-data': 'had no data',
  pass: 'passed',
};

function summarize(results: readonly CheckResult[]): Line {
  const all = count(results.length, 'check');
  const { pass, fail } = STATUS_STYLES.check;
  if (results.every(({ verdict }) => verdict === 'pass')) {
    const words = results.length === 1 ? 'the check passes' : `all ${all} pass`;
    return [{ kind: 'painted', style: pass, text: 'Healthy:' }, ` ${words}.`];
  }
  const counts = WORST_FIRST.flatMap((verdict) => {
    const { length } = results.filter((result) => result.verdict === verdict);
    return length === 0 ? [] : [`${formatNumber(length)} ${OUTCOMES[verdict]}`];
  });
  return [{ kind: 'painted', style: fail, text: 'Not healthy:' }, ` of ${all}, ${listWords(counts)}.`];
}
