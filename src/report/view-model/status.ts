import type { CheckFinding, Verdict } from '../../model/check.ts';
import type { SetupCheck, Severity } from '../../model/diagnostic.ts';
import type { JournalStatus } from '../../model/journal.ts';
import type { Plan, PlanStatus } from '../../model/plan.ts';
import type { Drift, DriftStatus, Report } from '../../model/report.ts';
import type { WaveVerdict } from '../../model/rollout.ts';
import type { RequestOutcome, Run, RunStatus } from '../../model/run.ts';
import type { SizeVerdict } from '../../model/size/sizing.ts';
import { capitalize } from '../../model/text.ts';
import type { ReportPipe } from './report-pipe.ts';

/** A set of colors of the HTML page. A word or a symbol always accompanies it. */
export type StyleVariant = 'good' | 'act' | 'warn' | 'bad' | 'odd' | 'calm';

/** How every format shows a status. */
export interface StatusStyle {
  readonly status: string;
  /** It stands in a sentence, after a number: `3 to update`. */
  readonly label: string;
  /** The heading of the list of these pipes. */
  readonly title: string;
  readonly variant: StyleVariant;
  /** It is the color in a terminal; null for the usual color. */
  readonly color: 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | null;
  readonly symbol: string;
  /** For ASCII terminals and the margin of a plan. */
  readonly asciiSymbol: string;
}

type StyleRow = readonly [
  label: string,
  variant: StyleVariant,
  color: StatusStyle['color'],
  symbol: string,
  asciiSymbol: string,
];

/** Pipe statuses by kind of report, the most urgent first, then the other statuses. */
export const STATUS_STYLES = {
  plan: createStyles<PlanStatus>({
    error: ['with errors', 'bad', 'red', '!', '!'],
    refused: ['refused', 'odd', 'red', '×', 'x'],
    update: ['to update', 'act', 'yellow', '~', '~'],
    unchanged: ['unchanged', 'calm', null, '=', ' '],
  }),
  drift: createStyles<DriftStatus>({
    error: ['not compared', 'bad', 'red', '!', '!'],
    gone: ['gone', 'bad', 'red', '×', 'x'],
    drifted: ['drifted', 'warn', 'yellow', '≠', '~'],
    late: ['late', 'calm', null, '…', '.'],
    acknowledged: ['acknowledged', 'odd', null, '≈', '='],
    'in-sync': ['in sync', 'good', null, '=', ' '],
  }),
  run: createStyles<RunStatus>({
    failed: ['failed', 'bad', 'red', '!', '!'],
    unknown: ['unknown', 'warn', 'yellow', '?', '?'],
    stale: ['stale', 'warn', 'yellow', '≠', '~'],
    refused: ['refused', 'odd', 'red', '×', 'x'],
    skipped: ['not attempted', 'calm', 'yellow', '–', '-'],
    'rolled-back': ['rolled back', 'odd', 'yellow', '‹', '<'],
    applied: ['applied', 'good', 'green', '✓', '+'],
    unchanged: ['unchanged', 'calm', 'dim', '=', '='],
  }),
  request: createStyles<RequestOutcome>({
    accepted: ['accepted', 'good', 'green', '✓', '+'],
    found: ['confirmed only by a read', 'good', 'green', '≈', '='],
    rejected: ['rejected', 'bad', 'red', '✗', 'x'],
    unknown: ['may have taken effect', 'warn', 'yellow', '?', '?'],
    'not-sent': ['not sent', 'calm', 'dim', '–', '-'],
  }),
  finding: createStyles<CheckFinding['status']>({
    error: ['could not be read', 'bad', 'red', '!', '!'],
    drifted: ['drifted', 'warn', 'yellow', '≠', '~'],
    'in-sync': ['in sync', 'good', null, '=', ' '],
  }),
  check: createStyles<Verdict>({
    pass: ['pass', 'good', 'green', '✓', '+'],
    fail: ['fail', 'bad', 'red', '✗', 'x'],
    'no-data': ['no data', 'warn', 'yellow', '?', '?'],
    error: ['error', 'bad', 'red', '!', '!'],
  }),
  wave: createStyles<WaveVerdict>({
    passed: ['passed', 'good', 'green', '✓', '+'],
    failed: ['failed', 'bad', 'red', '✗', 'x'],
    interrupted: ['interrupted', 'warn', 'yellow', '■', '#'],
    'not-started': ['not started', 'calm', 'dim', '–', '-'],
  }),
  size: createStyles<SizeVerdict>({
    grow: ['too small', 'warn', 'yellow', '▲', '^'],
    schedule: ['to schedule', 'act', 'cyan', '◷', '@'],
    shrink: ['too large', 'act', 'cyan', '▼', 'v'],
    unknown: ['without advice', 'calm', null, '?', '?'],
    keep: ['of the right size', 'good', null, '=', ' '],
  }),
  setup: createStyles<SetupCheck['status']>({
    fail: ['failed', 'bad', 'red', '✗', 'x'],
    note: ['note', 'calm', 'cyan', 'i', 'i'],
    pass: ['ok', 'good', 'green', '✓', '+'],
  }),
  journal: createStyles<JournalStatus | 'running'>({
    running: ['running', 'act', 'cyan', '…', '.'],
    finished: ['finished', 'good', 'green', '✓', '+'],
    failed: ['failed', 'bad', 'red', '!', '!'],
    interrupted: ['interrupted', 'warn', 'yellow', '■', '#'],
    unfinished: ['unfinished', 'warn', 'yellow', '?', '?'],
  }),
  problem: createStyles<Severity>({
    error: ['error', 'bad', 'red', '!', '!'],
    warning: ['warning', 'warn', 'yellow', '▲', '^'],
    note: ['note', 'calm', 'cyan', 'i', 'i'],
  }),
} as const;

function createStyles<Status extends string>(
  rows: Readonly<Record<Status, StyleRow>>,
): Readonly<Record<Status, StatusStyle>> {
  const styles = Object.entries<StyleRow>(rows).map(
    ([status, [label, variant, color, symbol, asciiSymbol]]) =>
      [status, { status, label, title: capitalize(label), variant, color, symbol, asciiSymbol }] as const,
  );
  return Object.fromEntries(styles) as Record<Status, StatusStyle>;
}

/** A run that rolls back an earlier one has these styles. It has no rollout, so only `applied` pipes are rolled back. */
const ROLLBACK_STYLES: Readonly<Record<RunStatus, StatusStyle>> = {
  ...STATUS_STYLES.run,
  applied: { ...STATUS_STYLES.run.applied, label: 'rolled back', title: 'Rolled back' },
};

/** What the style of a status depends on. */
export type StatusContext = Pick<Plan | Drift, 'kind'> | Pick<Run, 'kind' | 'rollsBack'>;

export function listStatusStyles(report: StatusContext): readonly StatusStyle[] {
  return Object.values(stylesOf(report));
}

export function findStatusStyle(report: StatusContext, status: ReportPipe['status']): StatusStyle {
  const styles: Readonly<Partial<Record<ReportPipe['status'], StatusStyle>>> = stylesOf(report);
  return styles[status] ?? STATUS_STYLES.plan.error;
}

function stylesOf(report: StatusContext) {
  return report.kind === 'run' ? stylesOfRun(report.rollsBack !== null) : STATUS_STYLES[report.kind];
}

export function stylesOfRun(isRollback: boolean): Readonly<Record<RunStatus, StatusStyle>> {
  return isRollback ? ROLLBACK_STYLES : STATUS_STYLES.run;
}

export function listStatusCounts(report: Report) {
  const counts = new Map<string, number>(Object.entries(report.summary));
  return listStatusStyles(report)
    .map((style) => ({ style, pipes: counts.get(style.status) ?? 0 }))
    .filter(({ pipes }) => pipes > 0);
}

/** Whether a pipe with the status needs no action. */
function isQuiet(status: string): boolean {
  return status === 'unchanged' || status === 'in-sync';
}

/** Whether a pipe was not read for a reason that the report states once; see `foldCauses`. */
function isFolded({ status, diagnostics, changes }: Pick<ReportPipe, 'status' | 'diagnostics' | 'changes'>): boolean {
  return (status === 'error' || status === 'failed') && diagnostics.length + changes.length === 0;
}

/** Whether to show more than the name of a pipe. A quiet or skipped pipe needs problems or acknowledged drift for that. */
export function isWorthShowing(pipe: Pick<ReportPipe, 'status' | 'diagnostics' | 'acknowledged' | 'changes'>): boolean {
  if (isFolded(pipe)) return false;
  const isCalm = isQuiet(pipe.status) || (pipe.status === 'skipped' && pipe.changes.length === 0);
  return !isCalm || pipe.diagnostics.length + pipe.acknowledged.length > 0;
}
