import { distance } from 'fastest-levenshtein';

/** The hint for a name or pattern that matches no pipe. */
export function hintPipe(name: string, known: Iterable<string>): string {
  const nearest = suggest(name, known);
  return nearest === null ? 'Check the names of the pipes in the configuration.' : `Did you mean ${nearest}?`;
}

/** The known name most similar to a mistyped one, the first of several; null when none is similar enough. */
export function suggest(name: string, known: Iterable<string>): string | null {
  const typed = name.toLowerCase();
  // Two swapped letters, the most common mistake, have distance 2.
  const furthest = Math.max(name.length > 3 ? 2 : 1, Math.floor(name.length / 3));
  let nearest: string | null = null;
  let best = furthest + 1;
  for (const candidate of known) {
    const steps = distance(typed, candidate.toLowerCase());
    if (steps < best) {
      best = steps;
      nearest = candidate;
    }
  }
  return nearest;
}
