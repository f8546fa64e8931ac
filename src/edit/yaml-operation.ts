/** What is written at a place: a scalar, or a map in the order in which its keys are to stand. */
export type YamlValue = YamlScalar | { readonly [key: string]: YamlValue };

export type YamlScalar = string | number | boolean | null;

/**
 * A value that is to stand at a path of keys. A scalar replaces what stands there; a map is laid over a map that is there,
 * key by key; what is missing on the way is made.
 */
export interface YamlOperation {
  readonly path: readonly string[];
  readonly value: YamlValue;
}

/**
 * Why a place is left alone. `alias`, `anchor`, `merge-key`: other places share it. `variable`: it is interpolated. `tag`:
 * it is of a type of its own. `comments`: they would be lost. `not-a-map`: what is in the way has no keys. `syntax`: the text
 * is not YAML. `read-back`: the edited text would not say what was asked for.
 */
export type EditReason =
  | 'alias'
  | 'anchor'
  | 'merge-key'
  | 'variable'
  | 'tag'
  | 'comments'
  | 'not-a-map'
  | 'syntax'
  | 'read-back';

export interface EditProblem {
  readonly reason: EditReason;
  /** The keys that lead to what is in the way. */
  readonly path: readonly string[];
  /** Where that stands, in UTF-16 offsets of the text. */
  readonly start: number;
  readonly end: number;
}

/** The edited text, or everything that is in the way; then nothing is edited. */
export type YamlEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** Operations laid over one another: what each key of a map is to become. */
export type Wish = { readonly scalar: YamlScalar } | { readonly entries: Map<string, Wish> };

/** Operations as one tree, later ones over earlier ones. */
export function gatherWishes(operations: readonly YamlOperation[]): Map<string, Wish> {
  const root = new Map<string, Wish>();
  for (const { path, value } of operations) {
    let entries = root;
    for (const key of path.slice(0, -1)) entries = enter(entries, key);
    const last = path.at(-1);
    if (last !== undefined) lay(entries, last, value);
  }
  return root;
}

function lay(entries: Map<string, Wish>, key: string, value: YamlValue): void {
  if (typeof value !== 'object' || value === null) {
    entries.set(key, { scalar: value });
    return;
  }
  const inner = enter(entries, key);
  for (const [name, part] of Object.entries(value)) lay(inner, name, part);
}

function enter(entries: Map<string, Wish>, key: string): Map<string, Wish> {
  const found = entries.get(key);
  if (found !== undefined && 'entries' in found) return found.entries;
  const made = new Map<string, Wish>();
  entries.set(key, { entries: made });
  return made;
}

/** Whether a problem is in the way of an operation. */
export function isInTheWay(problem: EditProblem, { path }: Pick<YamlOperation, 'path'>): boolean {
  const shared = Math.min(problem.path.length, path.length);
  return path.slice(0, shared).every((key, index) => key === problem.path[index]);
}
