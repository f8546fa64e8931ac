import fc from 'fast-check';

/** A handwritten document, and its comments. */
interface Written {
  readonly text: string;
  /** Each comment above a key or beside a value, with the name of the key: `name` is unique in the text. */
  readonly comments: readonly { readonly text: string; readonly place: 'above' | 'beside'; readonly name: string }[];
}

/** A key with its value and comments, before it is written down in some indentation. */
interface Part {
  readonly key: string;
  readonly value: string | readonly Part[] | readonly string[];
  readonly above: number;
  readonly beside: boolean;
  /** Whether a comment ends its map or list, indented further than the next key. */
  readonly below: boolean;
  readonly blanks: number;
  readonly indent: number;
}

const SCALARS = [
  '5s',
  '0x10',
  '010',
  '~',
  'null',
  '${VAR:-a}',
  '"${VAR}"',
  "'a ${VAR} b'",
  '"a # b"',
  "'it''s'",
  '{a: 1,b: [ x,y ]}',
  '[ ]',
  '[1,{ "c":2}]',
  '64MiB',
  'a b:c',
  '',
];

const ROOT = ['version', 'api', 'services', 'include', 'policy', 'checks', 'later'];
const PIPE = ['service', 'id', 'name', 'source', 'settings', 'scaling', 'protect', 'unknown'];

/** Keys that a document may have, and some that it never has. */
export const ANY_KEY = fc.constantFrom(
  ...[...ROOT, 'pipes', 'orders', 'clicks', ...PIPE, 'db_max_threads', 'replicas', 'zzz'],
  ...['a', 'new', 'true', '12'],
);

const frame = {
  above: fc.nat({ max: 2 }),
  beside: fc.boolean(),
  below: fc.boolean(),
  blanks: fc.nat({ max: 3 }),
  indent: fc.integer({ min: 1, max: 5 }),
};
const scalar = fc.constantFrom(...SCALARS);
const list = fc.array(fc.constantFrom('a', '"b"', '{ x: 1,y: 2 }', '[ a ]'), { minLength: 1, maxLength: 3 });

function keysOf(keys: readonly string[]): fc.Arbitrary<string[]> {
  return fc.shuffledSubarray([...keys], { minLength: 1 });
}

function partsOf(keys: readonly string[], value: fc.Arbitrary<Part['value']>): fc.Arbitrary<Part[]> {
  return keysOf(keys).chain((chosen) =>
    fc.tuple(...chosen.map((key) => fc.record({ key: fc.constant(key), value, ...frame }))),
  );
}

const pipe = partsOf(PIPE, fc.oneof(scalar, list, partsOf(['db_max_threads', 'replicas', 'zzz'], scalar)));
const pipes = fc.record({ key: fc.constant('pipes'), value: partsOf(['orders', 'clicks'], pipe), ...frame });
const document = fc
  .tuple(partsOf(ROOT, fc.oneof(scalar, list)), pipes, fc.nat())
  .map(([sections, all, at]) => sections.toSpliced(at % (sections.length + 1), 0, all));

/** Documents with keys in any order, any indentation, blank lines, and comments above keys and beside values. */
export const writtenDocument: fc.Arbitrary<Written> = document.map((parts) => {
  const comments: Written['comments'][number][] = [];
  const lines = writeParts(parts, 0, '', comments);
  return { text: lines.map((line) => `${line}\n`).join(''), comments };
});

/** The path of a key makes its comments unique; a scalar has no path, so it is not marked. */
function writeParts(
  parts: readonly Part[],
  column: number,
  path: string,
  comments: Written['comments'][number][],
): readonly string[] {
  const room = ' '.repeat(column);
  const indent = column + Math.max(1, parts[0]?.indent ?? 2);
  return parts.flatMap((part, index) => {
    const name = `${path}/${part.key}`;
    const isMap = typeof part.value !== 'string' && part.value.some((value) => typeof value !== 'string');
    const above = Array.from({ length: part.above }, (_, number) => `# above ${name} ${number}`);
    // The first comments of a document, up to a blank line before the first key, do not belong to that key.
    const isBound = path !== '' || index > 0;
    if (isBound) for (const text of above) comments.push({ text, place: 'above', name: part.key });
    const beside = part.beside ? ` # beside ${name}` : '';
    if (part.beside) comments.push({ text: beside.trim(), place: 'beside', name: part.key });
    const blanks = Array.from({ length: part.blanks }, () => '');
    const value = typeof part.value === 'string' ? ` ${part.value}`.trimEnd() : '';
    const inner =
      typeof part.value === 'string'
        ? []
        : isMap
          ? writeParts(part.value as readonly Part[], indent, name, comments)
          : (part.value as readonly string[]).map(
              (item) => `${' '.repeat(part.indent % 2 === 0 ? column : indent)}-  ${item}`,
            );
    const below = part.below && inner.length > 0 ? [`${' '.repeat(indent)}# below ${name}`] : [];
    const line = `${room}${part.key}:${value}${beside}`;
    return [...blanks, ...above.map((text) => room + text), line, ...inner, ...below];
  });
}

/** The comments of such a document, in order. */
export function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/# (?:above|beside|below) .*$/gm)].map(([comment]) => comment).sort();
}
