import { compareText } from '../model/diagnostic.ts';
import { applyPresets } from './build/build-pipe.ts';
import type { FileSystem } from './resolve/file-system.ts';
import type { Variables } from './resolve/interpolate.ts';
import { loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from './resolve/merge.ts';
import { type ConfigNode, childOf, entriesOf, textOf } from './yaml/node.ts';

/** What a configuration calls its things: pipes in order of name, all else in the order of its files. */
export interface ConfiguredNames {
  readonly pipes: readonly { readonly name: string; readonly service: string | null }[];
  readonly services: readonly string[];
  readonly environments: readonly string[];
  /** `kind` is null where the check does not say it. */
  readonly checks: readonly { readonly name: string; readonly kind: 'series' | 'alert' | null }[];
}

export interface NamesRequest {
  /** The root document, absolute. */
  readonly root: string;
  /** Absolute. */
  readonly cwd: string;
  /** Merged over the document; one that is not there is as none. */
  readonly environment: string | null;
  readonly variables: Variables;
  readonly files: FileSystem;
}

/** The names of whatever can be read: mistakes elsewhere in the files, and files that cannot be read, are passed over. */
export async function loadNames({ root, ...request }: NamesRequest): Promise<ConfiguredNames> {
  const [first, ...included] = (await loadDocuments(root, request)).documents;
  if (first === undefined) return { pipes: [], services: [], environments: [], checks: [] };
  const whole = combineDocuments(first, included, () => undefined);
  const document = chooseEnvironment(whole, request.environment) ?? whole;
  const keysOf = (node: ConfigNode | undefined) => [...entriesOf(node)].map(([key]) => key);
  const pipes = [...entriesOf(childOf(document, 'pipes'))].map(([name, entry]) => {
    const { node } = applyPresets(name, entry, document);
    return { name, service: textOf(childOf(node, 'service')) ?? null };
  });
  return {
    pipes: pipes.sort((a, b) => compareText(a.name, b.name)),
    services: keysOf(childOf(document, 'services')),
    environments: keysOf(childOf(whole, 'environments')),
    checks: [...entriesOf(childOf(document, 'checks'))].map(([name, { value }]) => ({
      name,
      kind: (['series', 'alert'] as const).find((kind) => childOf(value, kind) !== undefined) ?? null,
    })),
  };
}
