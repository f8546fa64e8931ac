import type { Diagnostic } from '../../model/diagnostic.ts';
import { isAboutRuns } from '../../model/run.ts';
import { renderDiagnosticBrief } from '../text/diagnostic-brief.ts';
import type { Style } from '../text/style.ts';
import { count } from './count.ts';

/** A branch that takes many pipes out has a note for each of them. */
const MOST_NOTES = 5;

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
