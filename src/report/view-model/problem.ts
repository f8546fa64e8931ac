import type { CheckFinding } from '../../model/check.ts';
import { type Diagnostic, SEVERITIES } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Location } from '../../model/location.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { BlockOf, Line, Problem } from '../block.ts';
import { FINDING_HELP, formatDefinitionChange, listOpenFindings } from './finding.ts';
import { STATUS_STYLES } from './status.ts';

const MAX_PLACES = 3;

/**
 * The most severe problems come first; those that differ only in their place are one. `title`: null for the problems of a pipe.
 * `known`: a place that is named already.
 */
export function composeProblems(
  diagnostics: readonly Diagnostic[],
  title: string | null,
  known: Location | null = null,
): readonly BlockOf<'problems'>[] {
  if (diagnostics.length === 0) return [];
  const sorted = SEVERITIES.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
  const noun = sorted[0]?.severity === 'note' ? 'note' : 'problem';
  return [{ kind: 'problems', title, noun, problems: groupEqual(sorted).flatMap((alike) => toProblem(alike, known)) }];
}

function toProblem(alike: readonly Diagnostic[], known: Location | null): readonly Problem[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { severity, code, summary, detail, hint } = first;
  const places = alike.flatMap(({ file, line, column }): Line => {
    if (file === null || (file === known?.file && line === known.line)) return [];
    return [
      line === null || column === null
        ? { kind: 'code', text: file }
        : { kind: 'place', location: { file, line, column } },
    ];
  });
  const lines = detail ? detail.split('\n') : [];
  return [
    {
      style: STATUS_STYLES.problem[severity],
      code,
      summary,
      places: listSpans(places, MAX_PLACES),
      lines: lines.map((text): Line => [{ kind: 'sentence', text }]),
      help: hint,
    },
  ];
}

/** The alerts that need attention: those that drifted, and those that could not be read. */
export function composeFindings(findings: readonly CheckFinding[]): readonly BlockOf<'problems'>[] {
  const open = listOpenFindings(findings);
  if (open.length === 0) return [];
  const lastDrifted = open.findLast(({ status }) => status === 'drifted');
  const problems = open.map((finding): Problem => {
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
  return [{ kind: 'problems', title: 'Alerts', noun: 'alert', problems }];
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
