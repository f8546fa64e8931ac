import { distance } from 'fastest-levenshtein';

/** The hint for a name or pattern that matches no pipe. */
export function hintPipe(name: string, known: Iterable<string>): string {
  const nearest = suggest(name, known);
  return nearest === null ? 'Check the names of the pipes in the configuration.' : `Did you mean ${nearest}?`;
}

/** A limit on comparisons: with many unknown names in a large configuration they would take minutes. */
const MAX_COMPARISONS = 1_000_000;

/** `suggest` for all problems of a configuration; null once they have compared too much. */
export function createSuggester(): (name: string, names: readonly string[]) => string | null {
  let comparisons = 0;
  return (name, names) => {
    comparisons += names.length;
    return comparisons > MAX_COMPARISONS ? null : suggest(name, names);
  };
}

/** The known name most similar to a mistyped one, the first of several; null when none is similar enough. */
export function suggest(name: string, names: Iterable<string>): string | null {
  const typed = name.toLowerCase();
  const furthest = Math.max(name.length > 4 ? 2 : 1, Math.floor(name.length / 3));
  let nearest: string | null = null;
  let best = furthest + 1;
  for (const candidate of names) {
    const known = candidate.toLowerCase();
    const steps = areLettersSwapped(typed, known) ? 1 : distance(typed, known);
    if (steps < best) {
      best = steps;
      nearest = candidate;
    }
  }
  return nearest;
}

/** `josn` for `json`, the most common mistake, although two of its letters differ. */
function areLettersSwapped(typed: string, known: string): boolean {
  const at = [...known].findIndex((letter, index) => letter !== typed[index]);
  return at >= 0 && known === typed.slice(0, at) + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2);
}
