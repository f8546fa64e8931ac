/** The codes of the contract with scripts (design/cli.md), as README tells them. */
export const EXIT_CODES: ReadonlyMap<number, string> = new Map([
  [0, 'done'],
  [
    1,
    'usage, configuration, credentials, or nothing could be done; for `plan` and `drift`: at least one pipe could not be read',
  ],
  [2, 'differences: `drift`, `plan --detailed-exitcode`, `merge --detailed-exitcode`'],
  [3, 'some updates applied, others failed, are unknown, or did not converge'],
  [4, 'the plan was stale for at least one pipe; nothing stale was written'],
  [5, 'refused: policy, protection, another name or kind under an id, or a health check that does not pass'],
  [130, 'interrupted by Ctrl-C (SIGINT), after a clean stop'],
  [143, 'interrupted by SIGTERM, after a clean stop'],
]);

const SIMPLE: readonly number[] = [0, 1];
const READS: readonly number[] = [...SIMPLE, 130, 143];
const WRITES: readonly number[] = [0, 1, 3, 4, 5, 130, 143];

const EXITS: ReadonlyMap<string, readonly number[]> = new Map([
  ['init', SIMPLE],
  ['pull', READS],
  ['validate', SIMPLE],
  ['fmt', SIMPLE],
  ['plan', [0, 1, 2, 5, 130, 143]],
  ['apply', WRITES],
  ['drift', [0, 1, 2, 130, 143]],
  ['rollback', WRITES],
  ['runs', SIMPLE],
  ['show', SIMPLE],
  ['publish', READS],
  ['merge', [0, 1, 2, 3, 4, 5]],
  ['check', [0, 1, 5, 130, 143]],
  ['series', READS],
  ['alert', READS],
  ['sandbox', SIMPLE],
  ['schema', SIMPLE],
  ['completion', SIMPLE],
  ['help', SIMPLE],
]);

/** What a command of the table can end with. Throws for one that nobody has written down. */
export function exitsOf(command: string): readonly number[] {
  const codes = EXITS.get(command);
  if (codes === undefined) throw new Error(`say in test/docs/reference/exit-codes.ts how \`${command}\` ends`);
  return codes;
}
