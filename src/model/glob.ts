// The globs of `include`, of --target and --exclude, and of the faults of the sandbox.
//
// Home-made because the regular expressions of picomatch backtrack: for a name of 200 characters `*a*a*a*ab` takes 1 s
// and `*a*a*a*a*ab` 53 s (Node 20). A pattern of an untrusted repository must not block a run for minutes.

/** The longest path. */
const LONGEST_PATTERN = 4_096;

/** Braces are expanded; more patterns than this are a mistake, and so is more text. */
const MAX_ALTERNATIVES = 256;
const LONGEST_EXPANSION = 65_536;

/** Parsing a character takes as long as this many comparisons. */
const STEPS_OF_PARSING = 32;

/** For the message about a pattern that matches nothing. */
export const GLOB_FORMS = 'They take *, **, ?, […] and {a,b}; groups such as @(a|b) are text.';

/** The indexes of the segments that the next name may match. */
export type GlobState = ReadonlySet<number>;

/** A pattern, matched against one name of a path after the other. */
export interface GlobPattern {
  readonly start: GlobState;
  /** The work that parsing and matching took until now, in comparisons of a character. */
  countSteps(): number;
  /** The state after one more name; empty when nothing below it can match. */
  enter(state: GlobState, name: string): GlobState;
  accepts(state: GlobState): boolean;
}

/** `folders` is `**`; `end` follows the last segment of each alternative. */
type Segment = ((name: string) => boolean) | 'folders' | 'end';

/**
 * Plain globs: `*`, `?`, `[…]` and `{a,b}` within a name, `**` for any folders, a backslash before a literal character.
 * Names that start with a dot match only a pattern with that dot. A pattern that is longer than any path or starts with
 * `!` matches nothing.
 */
export function parseGlob(pattern: string): GlobPattern {
  const isUsable = pattern !== '' && pattern.length <= LONGEST_PATTERN && !pattern.startsWith('!');
  const segments: Segment[] = [];
  const start = new Set<number>();
  let steps = 0;
  const count = (more: number) => {
    steps += more;
  };
  const alternatives = isUsable ? expandBraces(pattern) : [];
  if (isUsable) count(STEPS_OF_PARSING * (totalLength(alternatives) || LONGEST_EXPANSION));
  for (const alternative of alternatives) {
    start.add(segments.length);
    const names = alternative.split('/').filter((name) => name !== '' && name !== '.');
    const distinct = names.filter((name, index) => name !== '**' || names[index + 1] !== '**');
    segments.push(...distinct.map((name) => (name === '**' ? 'folders' : createNameTest(name, count))), 'end');
  }
  return {
    start,
    countSteps: () => steps,
    enter(state, name) {
      const next = new Set<number>();
      count(state.size);
      for (const at of state) {
        const segment = segments[at];
        if (segment === 'folders') {
          if (!name.startsWith('.')) next.add(at);
          // `**` also matches no folder: the name may match the next segment.
          const after = segments[at + 1];
          if (typeof after === 'function' && after(name)) next.add(at + 2);
        } else if (typeof segment === 'function' && segment(name)) next.add(at + 1);
      }
      return next;
    },
    accepts: (state) =>
      [...state].some((at) => segments[at] === 'end' || (segments[at] === 'folders' && segments[at + 1] === 'end')),
  };
}

/** Tests a path with forward slashes. */
export function createGlobTest(pattern: string): (path: string) => boolean {
  const glob = parseGlob(pattern);
  return (path) => glob.accepts(path.split('/').reduce(glob.enter, glob.start));
}

/** `{a/b,c}/*.yaml` becomes `a/b/*.yaml` and `c/*.yaml`; empty when there are too many. Braces need a comma. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  let { length } = pattern;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choices = expandFirstBraces(next);
    if (choices === null) done.push(next);
    else {
      open.push(...choices);
      length += totalLength(choices) - next.length;
    }
    if (done.length + open.length > MAX_ALTERNATIVES || length > LONGEST_EXPANSION) return [];
  }
  return done;
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function expandFirstBraces(pattern: string): readonly string[] | null {
  const opened: { readonly start: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '{') opened.push({ start: at, commas: [] });
    else if (character === ',') opened.at(-1)?.commas.push(at);
    else if (character === '}') {
      const { start = 0, commas = [] } = opened.pop() ?? {};
      if (commas.length === 0) continue;
      const cuts = [start, ...commas, at];
      const choices = commas.concat(at).map((end, index) => pattern.slice((cuts[index] ?? 0) + 1, end));
      return choices.map((choice) => pattern.slice(0, start) + choice + pattern.slice(at + 1));
    }
  }
  return null;
}

type CharacterTest = (character: string) => boolean;

// An escaped character, stars, a question mark, a class, any other character. A bracket is not searched for far, since there may be
// thousands that are never closed.
const PIECE = /\\(.)|(\*+)|(\?)|\[([!^]?)(\]?[^\]]{0,200})\]|(.)/gsu;

/** Matching takes at most the length of the name times that of the pattern, which `count` gets. */
function createNameTest(pattern: string, count: (steps: number) => void): (name: string) => boolean {
  const pieces = [...pattern.matchAll(PIECE)].map(([, escaped, star, any, negation, members, other]) => {
    if (star !== undefined) return '*';
    if (any !== undefined) return () => true;
    if (members === undefined) return (character: string) => character === (escaped ?? other);
    return createClassTest(members, negation !== '');
  });
  const isHidden = pattern.startsWith('.') || pattern.startsWith('\\.');
  const shortest = pieces.filter((piece) => piece !== '*').length;
  return (name) => {
    if (name.length < shortest || (!isHidden && name.startsWith('.'))) return false;
    return matchPieces(pieces, [...name], count);
  };
}

function createClassTest(members: string, isNegated: boolean): CharacterTest {
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => [from ?? single, to ?? single]);
  return (character) => ranges.some(([from = '', to = '']) => character >= from && character <= to) !== isNegated;
}

function matchPieces(
  pieces: readonly (CharacterTest | '*')[],
  name: readonly string[],
  count: (steps: number) => void,
): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  for (let index = 0; index < name.length; ) {
    count(1);
    const piece = pieces[at];
    if (piece === '*') {
      star = at;
      at += 1;
      resumeAt = index;
    } else if (piece?.(name[index] ?? '') === true) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      // Only the last star takes one more character: an earlier star could not match more than it.
      at = star + 1;
      resumeAt += 1;
      index = resumeAt;
    } else return false;
  }
  return pieces.slice(at).every((piece) => piece === '*');
}
