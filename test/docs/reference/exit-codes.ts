const SIMPLE = '0, 1';
const READS = '0, 1, 130, 143';
const WRITES = '0, 1, 3, 4, 5, 130, 143';

/** What the commands end with. What each code means is in `src/cli/options/environment-sheet.ts`. */
const EXITS: ReadonlyMap<string, string> = new Map([
  ['init', '0, 1, 130, 143'],
  ['pull', READS],
  ['validate', SIMPLE],
  ['fmt', SIMPLE],
  ['plan', '0, 1, 2, 5, 130, 143'],
  ['apply', WRITES],
  ['drift', '0, 1, 2, 130, 143'],
  ['rollback', WRITES],
  ['runs', SIMPLE],
  ['show', SIMPLE],
  ['publish', READS],
  ['merge', '0, 1, 2, 3, 4, 5'],
  ['check', '0, 1, 5, 130, 143'],
  ['series', READS],
  ['alert', READS],
  ['sandbox', SIMPLE],
  ['schema', SIMPLE],
  ['completion', SIMPLE],
  ['help', SIMPLE],
]);

/** What a command of the table can end with. Throws for one that nobody has written down. */
export function exitsOf(command: string): string {
  const codes = EXITS.get(command);
  if (codes === undefined) throw new Error(`say in test/docs/reference/exit-codes.ts how \`${command}\` ends`);
  return codes;
}
