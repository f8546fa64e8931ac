import type { Diagnostic } from '../model/diagnostic.ts';
import { suggest } from '../model/suggest.ts';
import { mergeNodes } from './merge.ts';
import { entriesOf, entryOf, type MapNode } from './node.ts';
import { problemAt, quote } from './problem.ts';

interface Chosen {
  readonly document: MapNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** The document with the environment of that name merged over it. */
export function chooseEnvironment(
  document: MapNode,
  environment: string | null,
  completeness: 'complete' | 'incomplete',
): Chosen {
  if (environment === null) return { document, diagnostics: [] };
  const environments = entryOf(document, 'environments');
  const chosen = entryOf(environments?.value, environment);
  if (chosen !== undefined) {
    const merged = mergeNodes(document, chosen.value);
    return { document: merged.kind === 'map' ? merged : document, diagnostics: [] };
  }
  if (completeness === 'incomplete') return { document, diagnostics: [] };
  const known = [...entriesOf(environments?.value)].map(([name]) => name);
  const nearest = suggest(environment, known);
  const words = {
    code: 'unknown-reference',
    summary: `There is no environment ${quote(environment)}.`,
    detail:
      known.length === 0 ? 'The configuration defines no environments.' : `Known environments: ${known.join(', ')}.`,
    hint: nearest === null ? null : `Did you mean ${quote(nearest)}?`,
  } as const;
  const start = { source: document.source, start: 0, end: 0 };
  return { document, diagnostics: [problemAt(environments?.key ?? start, words)] };
}
