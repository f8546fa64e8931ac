/**
 * Whether parts of a text may stand in another order without any alias meaning something else. `references` are the anchors
 * (`&name`) and aliases (`*name`) of each part in the order of the text; `order` the indices of the parts as they are to be.
 */
export function keepsReferences(references: readonly (readonly string[])[], order: readonly number[]): boolean {
  if (references.every((names) => names.length === 0)) return true;
  const before = resolveReferences(
    references,
    references.map((_, index) => index),
  );
  const after = resolveReferences(references, order);
  return [...before].every(([place, meaning]) => after.get(place) === meaning);
}

/** What each alias refers to, by its place, and what each name refers to after all parts. */
function resolveReferences(
  references: readonly (readonly string[])[],
  order: readonly number[],
): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const meanings = new Map<string, string>();
  for (const index of order) {
    for (const [position, reference] of (references[index] ?? []).entries()) {
      const name = reference.slice(1);
      const place = `${index} ${position}`;
      if (reference.startsWith('&')) anchors.set(name, place);
      else meanings.set(place, anchors.get(name) ?? 'before');
    }
  }
  for (const [name, place] of anchors) meanings.set(name, place);
  return meanings;
}
