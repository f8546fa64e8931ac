import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { diagnose } from '../../model/diagnostic.ts';
import { suggest } from '../../model/suggest.ts';
import { quote } from '../validate/problem.ts';
import { type ConfigNode, entriesOf, entryOf, type MapNode } from '../yaml/node.ts';
import { mergeNodes } from './merge.ts';

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
  if (completeness === 'incomplete' || environments?.value.kind === 'hole') return { document, diagnostics: [] };
  return { document, diagnostics: [diagnose('error', unknownEnvironment(environment, environments?.value))] };
}

/** The mistake stands on the command line or in the environment, so there is no place in a file to show. */
function unknownEnvironment(name: string, environments: ConfigNode | undefined): DiagnosticWords {
  const known = [...entriesOf(environments)].map(([key]) => key);
  const nearest = suggest(name, known);
  const summary = `There is no environment ${quote(name)}, which -e (or PIPEFORM_ENV) names.`;
  if (known.length === 0) {
    const hint = 'Leave out -e, or define the environment under `environments`.';
    return { code: 'unknown-reference', summary, detail: 'The configuration defines no environments.', hint };
  }
  return {
    code: 'unknown-reference',
    summary,
    detail: `Known environments: ${known.join(', ')}.`,
    hint: nearest === null ? 'Name one of them, or leave out -e.' : `Did you mean ${quote(nearest)}?`,
  };
}
