import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import type { AcknowledgedChange, Change } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { sayDifference } from '../view-model/change-words.ts';
import { formatFieldValue } from '../view-model/field-value.ts';
import { sayRecommendation } from '../view-model/recommendation-words.ts';
import { looksOf } from '../view-model/status-look.ts';
import type { Annotation, Level } from './command.ts';

const LEVEL_OF: Readonly<Record<Severity, Level>> = { error: 'error', warning: 'warning', note: 'notice' };

export function annotateProblem(diagnostic: Diagnostic): Annotation {
  const { severity, code, summary, detail, hint } = diagnostic;
  const why = detail === null || detail === '' ? [] : detail.split('\n');
  const help = hint === null ? [] : [`Help: ${hint}`];
  return { level: LEVEL_OF[severity], title: code, lines: [summary, ...why, ...help], place: diagnostic };
}

/** What differs in a pipe, each on the line of the configuration that asks for it. */
export function annotateChanges(kind: Report['kind'], pipe: ReportPipe): readonly Annotation[] {
  return [
    ...pipe.changes.map((change) => annotateChange(kind, pipe, change)),
    ...(kind === 'drift' ? pipe.acknowledged.map((change) => annotateAcknowledged(pipe, change)) : []),
  ];
}

/** What a plan changes is meant, and a notice; what drifted is not, and what would undo a change that someone made live. */
function annotateChange(kind: Report['kind'], pipe: ReportPipe, change: Change): Annotation {
  const level = kind === 'drift' || change.origin === 'conflict' ? 'warning' : 'notice';
  const origin = change.origin === null ? '' : ` (${change.origin})`;
  return {
    level,
    title: titleOf(pipe, change),
    lines: [`${say(kind, pipe, change)}${origin}`, ...sayWhy(pipe, change)],
    place: change.location,
  };
}

/** The arithmetic, when a target asks for the replicas. */
function sayWhy(pipe: ReportPipe, { path }: Change): readonly string[] {
  const words = path === 'scaling.replicas' ? sayRecommendation(pipe, '->') : null;
  return words === null ? [] : [words];
}

function annotateAcknowledged(pipe: ReportPipe, change: AcknowledgedChange): Annotation {
  const known = `${say('drift', pipe, change)}, acknowledged until ${change.until}: ${change.reason}`;
  return { level: 'notice', title: titleOf(pipe, change), lines: [known], place: change.location };
}

/** What is to be done goes without saying; that it will not be, or what became of it, does not. */
function say(kind: Report['kind'], { status }: ReportPipe, change: Change): string {
  if (kind === 'drift') return sayDifference(change);
  const move = `${formatFieldValue(change.path, change.before)} -> ${formatFieldValue(change.path, change.after)}`;
  const look = status === 'update' ? undefined : looksOf(kind).find((each) => each.status === status);
  return look === undefined ? move : `${move}, ${look.words}`;
}

function titleOf({ service, name }: ReportPipe, { path }: Change): string {
  return `${service}/${name}: ${path}`;
}
