// The globs of `include`, of --target and --exclude, of `remediation.fields`, and of the faults of the sandbox.
//
// picomatch matches single names. Its regular expressions backtrack: against a name of 128 characters, three stars take 0.3 ms and
// four take 60; against one of 255, two take 0.05 ms, three take 2 and four take 350 (Node 20). So the stars of a name are limited.

import picomatch from 'picomatch';

const LONGEST_PATTERN = 1_000;

/** The limit holds for each name of a pattern, where `**` is one star. */
const MAX_STARS = 3;

// A star behind a backslash is text; behind two, it is a star again.
const ESCAPED = /\\[\\*]/g;

/** Braces are expanded. */
const MAX_ALTERNATIVES = 64;

/** A message about a pattern that matches nothing says this. */
export const GLOB_FORMS = 'They take *, **, ?, […] and {a,b}; groups such as @(a|b) are text.';

/** What is wrong with a pattern, such as "has more than 3 stars in one name"; null when it can be used. */
export function findGlobProblem(pattern: string, maxStars = MAX_STARS): string | null {
  if (pattern.length > LONGEST_PATTERN) return 'has more than 1,000 characters';
  const alternatives = expandBraces(pattern);
  if (alternatives.length === 0) return `has braces that give more than ${MAX_ALTERNATIVES} combinations`;
  const tooMany = new RegExp(`(?:\\*+[^*/]+){${maxStars}}\\*`);
  const unescaped = alternatives.map((one) => one.replace(ESCAPED, '-'));
  return unescaped.some((one) => tooMany.test(one)) ? `has more than ${maxStars} stars in one name` : null;
}

/** The indexes of the segments that the next name may match. */
export type GlobState = ReadonlySet<number>;

/** A pattern, matched against one name of a path after the other. */
export interface Glob {
  readonly start: GlobState;
  /** The state after one more name; empty when nothing below it can match. */
  enter(state: GlobState, name: string): GlobState;
  accepts(state: GlobState): boolean;
}

/** The pattern of a name; `**` is any folders, and null follows the last segment of each alternative. */
type Segment = string | null;

/**
 * Plain globs: `*`, `?`, `[…]` and `{a,b}` within a name, `**` for any folders, a backslash before a literal character.
 * Names that start with a dot match only a pattern with that dot. For a pattern without a `findGlobProblem`.
 */
export function parseGlob(pattern: string): Glob {
  const segments: Segment[] = [];
  const start = new Set<number>();
  for (const alternative of expandBraces(pattern)) {
    start.add(segments.length);
    const names = alternative.split('/').filter((name) => name !== '' && name !== '.');
    segments.push(...names.filter((name, index) => name !== '**' || names[index + 1] !== '**'), null);
  }
  // Made when a name gets this far, since braces may give thousands.
  const expressions = new Map<string, RegExp>();
  const matches = (segment: Segment | undefined, name: string): boolean => {
    if (segment == null || segment === '**') return false;
    const expression = expressions.get(segment) ?? picomatch.makeRe(toPlainGlob(segment), PLAIN_GLOBS);
    expressions.set(segment, expression);
    return expression.test(name);
  };
  return {
    start,
    enter(state, name) {
      const next = new Set<number>();
      for (const at of state) {
        if (matches(segments[at], name)) next.add(at + 1);
        if (segments[at] !== '**') continue;
        if (!name.startsWith('.')) next.add(at);
        // `**` also matches no folder: the name may match the next segment.
        if (matches(segments[at + 1], name)) next.add(at + 2);
      }
      return next;
    },
    accepts: (state) =>
      [...state].some((at) => segments[at] === null || (segments[at] === '**' && segments[at + 1] === null)),
  };
}

/** Tests a path with forward slashes. A pattern with a `findGlobProblem` matches nothing. */
export function createGlobTest(pattern: string): (path: string) => boolean {
  if (findGlobProblem(pattern) !== null) return () => false;
  const glob = parseGlob(pattern);
  return (path) => glob.accepts(path.split('/').reduce(glob.enter, glob.start));
}

const PLAIN_GLOBS = {
  nonegate: true,
  noextglob: true,
  nobrace: true,
  posix: false,
  literalBrackets: false,
  strictSlashes: true,
  fastpaths: false,
  windows: false,
  // Names may have a line feed.
  flags: 's',
};

// A backslash before a letter would be a class, such as \d; other punctuation may be a group, a count or a quote. So
// `\d(a|b)+` becomes `d\(a\|b\)\+`, which matches the name `d(a|b)+`.
const BEYOND_PLAIN_GLOBS = /\\(\w)|\\.|\[!|[!"#$%&'()+,:;<=>@`{|}~]/gsu;

function toPlainGlob(pattern: string): string {
  return pattern.replace(BEYOND_PLAIN_GLOBS, (found, escapedLetter?: string) => {
    if (found === '[!') return '[^';
    return escapedLetter ?? (found.startsWith('\\') ? found : `\\${found}`);
  });
}

/**
 * `{a/b,c}/*.yaml` becomes `a/b/*.yaml` and `c/*.yaml`; empty when there are too many. Braces need a comma: packages for
 * this also expand `{1..9}`.
 */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choices = expandFirstBraces(next);
    if (choices === null) done.push(next);
    else open.push(...choices);
    if (done.length + open.length > MAX_ALTERNATIVES) return [];
  }
  return done;
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
