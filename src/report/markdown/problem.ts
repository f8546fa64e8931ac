import type { Diagnostic } from '../../model/diagnostic.ts';
import { count } from '../view-model/count.ts';
import { markCode, markSentence } from './text.ts';

const MOST_LINES = 5;

/** A problem as an item of a list: what happened and where, then why, then what to do. */
function renderProblem({ severity, code, summary, detail, hint, file, line }: Diagnostic): string {
  const where = file === null ? '' : ` (${markCode(line === null ? file : `${file}:${line}`)})`;
  const title = `- **${severity}** ${markCode(code)}: ${markSentence(summary)}${where}`;
  const lines = detail === null || detail === '' ? [] : detail.split('\n', MOST_LINES + 1);
  const why = lines.slice(0, MOST_LINES).map((text) => markSentence(text));
  if (lines.length > MOST_LINES) why.push('and more');
  const help = hint === null ? [] : [`**Help:** ${markSentence(hint)}`];
  return [title, ...[...why, ...help].map((text) => `  <br>${text}`)].join('\n');
}

/** The first problems of a list that may be of any length, the gravest first, and how many more there are. */
export function renderProblems(diagnostics: readonly Diagnostic[], most: number): string {
  const sorted = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity),
  );
  const more = sorted.length - most;
  const items = sorted.slice(0, most).map(renderProblem);
  if (more > 0) items.push(`- and ${count(more, 'more problem')}`);
  return items.join('\n');
}
