import { compareText } from '../model/diagnostic.ts';
import { type ConfiguredNames, NO_NAMES } from '../model/names.ts';
import { applyPresets, type EffectivePipe } from './build/build-pipe.ts';
import type { FileSystem } from './resolve/file-system.ts';
import type { Variables } from './resolve/interpolate.ts';
import { loadDocuments } from './resolve/load-documents.ts';
import { chooseEnvironment, combineDocuments } from './resolve/merge.ts';
import { type ConfigNode, childOf, entriesOf, textOf } from './yaml/node.ts';

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
  if (first === undefined) return NO_NAMES;
  const whole = combineDocuments(first, included).document;
  const { document } = chooseEnvironment(whole, request.environment, 'complete');
  return {
    pipes: [...entriesOf(childOf(document, 'pipes'))]
      .map(([name, entry]) => ({ name, service: serviceOf(applyPresets(name, entry, document)) }))
      .sort((a, b) => compareText(a.name, b.name)),
    services: keysOf(childOf(document, 'services')),
    environments: keysOf(childOf(whole, 'environments')),
    checks: [...entriesOf(childOf(document, 'checks'))].map(([name, { value }]) => ({ name, kind: kindOf(value) })),
  };
}

function serviceOf({ node }: EffectivePipe): string | null {
  return textOf(childOf(node, 'service')) ?? null;
}

function keysOf(node: ConfigNode | undefined): readonly string[] {
  return [...entriesOf(node)].map(([key]) => key);
}

function kindOf(check: ConfigNode): 'series' | 'alert' | null {
  if (childOf(check, 'series') !== undefined) return 'series';
  return childOf(check, 'alert') === undefined ? null : 'alert';
}
