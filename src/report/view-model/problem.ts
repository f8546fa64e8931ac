import type { CheckFinding } from '../../model/check.ts';
import { type Diagnostic, SEVERITIES } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Location } from '../../model/location.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { BlockOf, Line, Problem } from '../block.ts';
import { FINDING_HELP, formatDefinitionChange, listOpenFindings } from './finding.ts';
import { countMore } from './format.ts';
import type { Medium } from './medium.ts';
import { STATUS_STYLES } from './status.ts';

/** `problems`: of a list. `lines`: of the reasons of one problem. `places`: of one problem. */
const MOST: Readonly<Record<Medium, Readonly<Record<'problems' | 'lines' | 'places', number>>>> = {
  terminal: { problems: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY, places: 3 },
  comment: { problems: 10, lines: 5, places: 3 },
  page: { problems: 50, lines: 20, places: 3 },
};

/** The most severe first; those that differ only in their place once. `shown`: a place that is named already. */
export function composeProblems(
  diagnostics: readonly Diagnostic[],
  medium: Medium,
  shown: Location | null = null,
  most: number = MOST[medium].problems,
): readonly BlockOf<'problems'>[] {
  if (diagnostics.length === 0) return [];
  const sorted = SEVERITIES.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
  const equal = groupEqual(sorted);
  const problems = equal.slice(0, most).flatMap(([first, ...others]) => {
    return first === undefined ? [] : [describeProblem(first, [first, ...others], medium, shown)];
  });
  const noun = sorted[0]?.severity === 'note' ? 'note' : 'problem';
  return [{ kind: 'problems', problems, more: countMore(equal.slice(most).flat().length, noun) }];
}

function describeProblem(
  { severity, code, summary, detail, hint }: Diagnostic,
  alike: readonly Diagnostic[],
  medium: Medium,
  shown: Location | null,
): Problem {
  const places = alike.flatMap(({ file, line, column }): Line => {
    if (file === null || (file === shown?.file && line === shown.line)) return [];
    return [
      line === null || column === null
        ? { kind: 'code', text: file }
        : { kind: 'place', location: { file, line, column } },
    ];
  });
  const lines = detail ? detail.split('\n') : [];
  const most = MOST[medium].lines;
  return {
    style: STATUS_STYLES.problem[severity],
    code,
    summary,
    places: listSpans(places, MOST[medium].places),
    lines: [
      ...lines.slice(0, most).map((text): Line => [{ kind: 'sentence', text }]),
      ...(lines.length > most ? [['and more']] : []),
    ],
    help: hint,
  };
}

/** The alerts that need attention: those that drifted, and those that could not be read. */
export function composeFindings(findings: readonly CheckFinding[], medium: Medium): readonly BlockOf<'problems'>[] {
  const open = listOpenFindings(findings);
  if (open.length === 0) return [];
  const most = MOST[medium].problems;
  const lastDrifted = open.slice(0, most).findLast(({ status }) => status === 'drifted');
  const problems = open.slice(0, most).map((finding): Problem => {
    const { name, alert, status, changes, reason, location } = finding;
    const rows = changes.map((change): Line => {
      return [{ kind: 'code', text: change.path }, ' ', { kind: 'code', text: formatDefinitionChange(change) }];
    });
    return {
      style: STATUS_STYLES.finding[status],
      code: null,
      summary: `check ${name} of alert ${alert}`,
      places: [{ kind: 'place', location }],
      lines: status === 'error' ? (reason === null ? [] : [[{ kind: 'sentence', text: reason }]]) : rows,
      // Once, since it is the same for all.
      help: finding === lastDrifted ? FINDING_HELP : null,
    };
  });
  return [{ kind: 'problems', problems, more: countMore(open.length - most, 'alert') }];
}

/** The first spans with commas between them, and how many more there are. */
export function listSpans(spans: Line, most: number): Line {
  const shown = spans.slice(0, most).flatMap((span, index): Line => (index === 0 ? [span] : [', ', span]));
  const more = spans.length - most;
  return more > 0 ? [...shown, ` and ${formatNumber(more)} more`] : shown;
}

/** `1 error` and `2 warnings`; zeros are omitted. */
export function countSeverities(diagnostics: readonly Diagnostic[]): readonly string[] {
  return SEVERITIES.flatMap((severity) => {
    const { length } = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    return length === 0 ? [] : [count(length, severity)];
  });
}

/** The problems that differ only in their place, together. */
export function groupEqual(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const keyOf = ({ severity, code, summary, detail, hint }: Diagnostic): string =>
    JSON.stringify([severity, code, summary, detail, hint]);
  return [...groupBy(diagnostics, keyOf).values()];
}
