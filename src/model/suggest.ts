import { distance } from 'fastest-levenshtein';

/** The hint for a name or pattern that no pipe of the configuration has. */
export function hintPipe(name: string, known: Iterable<string>): string {
  const nearest = suggest(name, known);
  return nearest === null ? 'Check the names of the pipes in the configuration.' : `Did you mean ${nearest}?`;
}

/** The known name nearest to a mistyped one, or null when none is near enough to be meant. Ties go to the first. */
export function suggest(name: string, known: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  // Two letters exchanged are two steps, and the commonest slip.
  const furthest = Math.max(name.length > 3 ? 2 : 1, Math.floor(name.length / 3));
  let nearest: string | null = null;
  let best = furthest + 1;
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase());
    if (steps < best) {
      best = steps;
      nearest = candidate;
    }
  }
  return nearest;
}
