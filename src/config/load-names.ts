import { compareText } from '../model/diagnostic.ts';
import { applyPresets } from './fleet/build-pipe.ts';
import { type DocumentsRequest, loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from './resolve/merge.ts';
import { childOf, entriesOf, keysOf } from './yaml/node.ts';

/** The names in a configuration: pipes sorted by name, the others in file order. */
export interface ConfiguredNames {
  readonly pipes: readonly { readonly name: string; readonly service: string | null }[];
  readonly services: readonly string[];
  readonly environments: readonly string[];
  /** `kind` is null when the check does not have one. */
  readonly checks: readonly { readonly name: string; readonly kind: 'series' | 'alert' | null }[];
}

/** Loads the names, for completion. Skips mistakes and unreadable files, and ignores an unknown environment. */
export async function loadNames(root: string, request: DocumentsRequest): Promise<ConfiguredNames> {
  const [first, ...included] = (await loadDocuments(root, request)).documents;
  if (first === undefined) return { pipes: [], services: [], environments: [], checks: [] };
  const complete = combineDocuments(first, included, () => undefined);
  const document = chooseEnvironment(complete, request.environment) ?? complete;
  const pipes = [...entriesOf(childOf(document, 'pipes'))].map(([name, entry]) => {
    const { service = null } = applyPresets(name, entry, document).values;
    return { name, service };
  });
  return {
    pipes: pipes.sort((a, b) => compareText(a.name, b.name)),
    services: keysOf(childOf(document, 'services')),
    environments: keysOf(childOf(complete, 'environments')),
    checks: [...entriesOf(childOf(document, 'checks'))].map(([name, { value }]) => ({
      name,
      kind: (['series', 'alert'] as const).find((kind) => childOf(value, kind) !== undefined) ?? null,
    })),
  };
}
