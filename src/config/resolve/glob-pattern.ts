import picomatch from 'picomatch';

/** No path is longer. */
const LONGEST_PATTERN = 4_096;

/** Braces around slashes and `**` are written out; nobody means more patterns than this by one. */
const MOST_ALTERNATIVES = 256;

/** How far a walk from the folder of a pattern has come: the parts that the next name is held against. */
export type GlobState = ReadonlySet<GlobStep>;

interface GlobStep {
  /** Tells steps apart, so that equal states have equal keys. */
  readonly key: string;
  /** What the rest of the path is held against, part by part. */
  readonly parts: readonly Part[];
}

interface Part {
  readonly kind: 'name' | 'folders';
  fits(name: string): boolean;
}

/** An include pattern, held against a path one name after the other. */
export interface GlobPattern {
  readonly start: GlobState;
  /** After one more name; empty when nothing below it can match. */
  enter(state: GlobState, name: string): GlobState;
  /** Whether the path up to here matches. */
  accepts(state: GlobState): boolean;
  /** The same for states from which the same paths match. */
  keyOf(state: GlobState): string;
}

/** A pattern that means nothing, such as one that is longer than any path, matches nothing. */
export function parseGlob(pattern: string): GlobPattern {
  const patterns = isUsable(pattern) ? writeOut(pattern) : [];
  const rests = patterns.map((written, index) => describeRests(`${index}`, written));
  const after = (step: GlobStep): GlobStep => rests[Number(step.key.split('.')[0])]?.[step.parts.length - 1] ?? step;

  return {
    start: new Set(rests.flatMap((steps) => steps.at(-1) ?? [])),
    enter(state, name) {
      const next = new Set<GlobStep>();
      const visit = (step: GlobStep): void => {
        const [part] = step.parts;
        if (part === undefined) return;
        // `**` stands for no folder too: what comes after it may fit the very same name.
        if (part.kind === 'folders' && step.parts.length > 1) visit(after(step));
        if (part.fits(name)) next.add(part.kind === 'folders' ? step : after(step));
      };
      for (const step of state) visit(step);
      return next;
    },
    accepts: (state) => [...state].some(({ parts }) => parts.every(({ kind }) => kind === 'folders')),
    keyOf: (state) =>
      [...state]
        .map(({ key }) => key)
        .sort()
        .join(' '),
  };
}

/** A pattern that begins with `!` says what is not meant, which is nothing to look for. */
function isUsable(pattern: string): boolean {
  return pattern !== '' && pattern.length <= LONGEST_PATTERN && !/^!(?!\()/.test(pattern);
}

/** What is left of a pattern after each of its parts: at `n`, the last `n` of them. */
function describeRests(name: string, pattern: string): readonly GlobStep[] {
  const parts = splitParts(pattern).map(describePart);
  return Array.from({ length: parts.length + 1 }, (_, left) => ({
    key: `${name}.${left}`,
    parts: parts.slice(parts.length - left),
  }));
}

function describePart(text: string): Part {
  // Names that begin with a dot are hidden: only what is written with the dot means them.
  if (text === '**') return { kind: 'folders', fits: (name) => !name.startsWith('.') };
  return { kind: 'name', fits: hasManyStars(text) ? (name) => fitsStars(text, name) : picomatch(text, OPTIONS) };
}

const OPTIONS = { posix: true, nonegate: true };

/** So few stars can be shared out over the longest name of a file while somebody waits. */
const FEW_STARS = 3;

/** Whether a part has many stars, and beside them nothing but `?` that stands for something else. */
function hasManyStars(text: string): boolean {
  return text.split('*').length - 1 > FEW_STARS && !/[[\]{}()!+@|\\^$"]/.test(text);
}

/**
 * Whether a name fits, in a time that grows with the lengths alone: the regular expression that picomatch makes of many stars
 * tries all ways to share a name out among them, which can take longer than anybody waits.
 */
function fitsStars(text: string, name: string): boolean {
  if (name.startsWith('.') && !text.startsWith('.')) return false;
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  for (let index = 0; index < name.length; ) {
    if (text[at] === '*') {
      star = at;
      at += 1;
      resumeAt = index;
    } else if (at < text.length && (text[at] === '?' || text[at] === name[index])) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      // The last star takes one more character. No star before it needs to: what it could give, the last one can take.
      at = star + 1;
      resumeAt += 1;
      index = resumeAt;
    } else return false;
  }
  return /^\**$/.test(text.slice(at));
}

/** The parts between slashes; those that mean the same folder are left out. */
function splitParts(pattern: string): readonly string[] {
  const parts = cutAt(pattern, '/').filter((part) => part !== '' && part !== '.');
  return parts.filter((part, index) => part !== '**' || parts[index + 1] !== '**');
}

/** The patterns without slashes and `**` in braces: `{a/b,c}/*.yaml` is `a/b/*.yaml` and `c/*.yaml`. */
function writeOut(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = findBraces(next);
    if (braces === null) done.push(next);
    else for (const inner of braces.choices) open.push(`${braces.before}${inner}${braces.after}`);
    if (done.length + open.length > MOST_ALTERNATIVES) return [];
  }
  return done;
}

/** The first braces that hold a slash or `**`. */
function findBraces(pattern: string) {
  for (const { start, end } of groupsOf(pattern)) {
    const inner = pattern.slice(start + 1, end);
    if (pattern[start] !== '{' || !/\/|\*\*/.test(inner)) continue;
    return { before: pattern.slice(0, start), choices: cutAt(inner, ','), after: pattern.slice(end + 1) };
  }
  return null;
}

/** Cuts at a character that stands outside of braces and parentheses. */
function cutAt(text: string, mark: string): readonly string[] {
  const groups = groupsOf(text);
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const group = groups.find(({ start }) => start === at);
    if (group !== undefined) at = group.end;
    else if (text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)];
}

interface Group {
  readonly start: number;
  readonly end: number;
}

/** The outermost braces and parentheses, from their opening to their closing character. */
function groupsOf(text: string): readonly Group[] {
  const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')' };
  const groups: Group[] = [];
  const awaited: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (closing[character] !== undefined) {
      if (awaited.length === 0) start = at;
      awaited.push(closing[character]);
    } else if (character === awaited.at(-1)) {
      awaited.pop();
      if (awaited.length === 0) groups.push({ start, end: at });
    }
  }
  return groups;
}
