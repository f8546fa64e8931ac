import { keepsReferences } from './format-references.ts';
import type { Entry, Remark } from './format-tree.ts';
import { AS_WRITTEN, type Shape, shapeUnder, sortKeys } from './key-order.ts';

export type Level = 'document' | 'inner';

/**
 * Puts keys into canonical order, each with its comments. A map keeps its order where an alias would otherwise come to mean
 * something else.
 */
export function sortEntries(entries: readonly Entry[], shape: Shape, level: Level): readonly Entry[] {
  const inner = entries.map((entry) => sortEntry(entry, shape));
  const order = sortKeys(
    shape,
    inner.map(({ key }) => key),
  );
  if (order.every((from, to) => from === to)) return inner;
  const references = inner.map((entry) => entry.references);
  if (!keepsReferences(references, order)) return inner;
  return leaveBanner(
    order.flatMap((index) => inner[index] ?? []),
    inner[0],
    level,
  );
}

function sortEntry(entry: Entry, shape: Shape): Entry {
  const { key, entries } = entry;
  if (entries.length === 0) return entry;
  const inner = key === null ? (shape.items ?? AS_WRITTEN) : shapeUnder(shape, key);
  return { ...entry, entries: sortEntries(entries, inner, 'inner') };
}

/** Comments above the first key that are about the whole stay above whatever comes first now. */
function leaveBanner(sorted: readonly Entry[], wasFirst: Entry | undefined, level: Level): readonly Entry[] {
  const [isFirst, ...rest] = sorted;
  if (isFirst === undefined || wasFirst === undefined || isFirst === wasFirst) return sorted;
  const banner = wasFirst.lead.slice(0, bannerLength(wasFirst, level));
  const own = { ...wasFirst, lead: wasFirst.lead.slice(banner.length) };
  const spaced = banner.length > 0 && (isFirst.lead.length > 0 || isSpaced(own));
  const first = spaceTop(isFirst, spaced);
  const moved = spaceTop(own, isSpaced(isFirst));
  return [{ ...first, lead: [...banner, ...first.lead] }, ...rest.map((entry) => (entry === wasFirst ? moved : entry))];
}

/**
 * How many of the comments above the first key are about the whole: those that a blank line parts from it, and in a
 * document the first ones in any case, such as the line that names the schema to editors.
 */
function bannerLength({ lead, spaced }: Entry, level: Level): number {
  if (spaced) return lead.length;
  const last = lead.findLastIndex((remark, index) => index > 0 && remark.spaced);
  if (last !== -1) return last;
  return level === 'document' ? lead.length : 0;
}

/** Whether a blank line stands above an entry and its comments. */
function isSpaced({ lead, spaced }: Entry): boolean {
  return lead[0]?.spaced ?? spaced;
}

function spaceTop(entry: Entry, spaced: boolean): Entry {
  const [top, ...others] = entry.lead;
  if (top === undefined) return { ...entry, spaced };
  const spacedTop: Remark = { ...top, spaced };
  return { ...entry, lead: [spacedTop, ...others] };
}
