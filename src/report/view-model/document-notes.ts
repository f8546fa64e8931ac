import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DiagnosticCode } from '../../model/diagnostic-codes.ts';
import { renderDiagnosticBrief } from '../text/diagnostic-brief.ts';
import type { Style } from '../text/style.ts';
import { count } from './count.ts';

/** A branch that takes many pipes out has a note for each of them. */
const MOST_NOTES = 5;

/** Warnings about runs, not about the configuration. */
const OF_RUNS: ReadonlySet<string> = new Set<DiagnosticCode>([
  'unfinished-run',
  'apply-running',
  'journal-unreadable',
  'journal-version',
  'rollback-against-configuration',
]);

/** Whether it is a warning about a run: one that a report tells itself, since loading the configuration did not. */
export function isAboutRuns({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' && OF_RUNS.has(code);
}

/**
 * The problems and notes of a report as a whole, errors last, next to the summary. Warnings of the configuration are told with
 * their lines when it is loaded.
 */
export function renderDocumentDiagnostics(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const say = (diagnostic: Diagnostic): string => renderDiagnosticBrief(diagnostic, style, '');
  const more = notes.length - MOST_NOTES;
  return [
    ...diagnostics.filter(isAboutRuns).map(say),
    ...notes.slice(0, MOST_NOTES).map(say),
    ...(more > 0 ? [`${style.cyan('note:')} ${count(more, 'more note')} like these.`] : []),
    ...errors.map(say),
  ];
}
