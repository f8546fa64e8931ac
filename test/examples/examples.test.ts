import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseHistory, printHistoryLine } from '../../src/history/history-lines.ts';
import { loadFleet, type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { CREDENTIALS } from '../e2e/harness.ts';
import { runHere } from '../e2e/process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The environments that an example is planned for, beside none; the others have none. */
const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  environments: ['staging', 'production'],
  'guarded-rollout': ['healthy', 'harmful'],
  promotion: ['staging', 'production'],
};

/** What `plan` exits with, by golden file, where it is not 0. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  'guard-rails/plan.txt': 1,
  'policies/plan.txt': 5,
  'promotion/plan.production.txt': 5,
};

/** The folders that hold a fleet; `ci` holds recipes. */
const FLEETS = readdirSync(`${ROOT}/examples`).filter((name) => existsSync(`${ROOT}/examples/${name}/pipeform.yaml`));

describe.each(FLEETS)('the example %s', (example) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    // An example may bring the fleet that it is about; the others are about the quickstart's.
    const own = `${ROOT}/examples/${example}/fleet.yaml`;
    const fleet = existsSync(own) ? await loadFleet(own) : undefined;
    // A workload is another each day.
    const time = fleet?.workload === undefined ? {} : { startAt: Date.UTC(2026, 5, 1, 12), speed: 0 };
    sandbox = await startSandbox({ ...(fleet && { fleet }), ...time });
  });
  afterAll(() => sandbox.close());

  test.each([null, ...(ENVIRONMENTS[example] ?? [])])(
    'is valid and plans as its golden file says (%s)',
    async (environment) => {
      const chosen = environment === null ? [] : ['-e', environment];
      const validated = await pipeform(example, sandbox.url, ['validate', ...chosen]);
      expect(validated.stdout).toContain('The configuration is valid');

      const planned = await pipeform(example, sandbox.url, ['plan', ...chosen]);
      const golden = environment === null ? 'plan.txt' : `plan.${environment}.txt`;
      // The address and the request ids are different each time.
      const text = planned.stdout
        .replace(/request id [0-9a-f-]{36}/g, 'request id …')
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4010');
      await expect(text).toMatchFileSnapshot(`${ROOT}/examples/${example}/${golden}`);
      expect(planned.code).toBe(EXIT_CODES[`${example}/${golden}`] ?? 0);
    },
  );

  if (example === 'right-size')
    test('advises sizes as its golden file says', async () => {
      const { code, stdout } = await pipeform(example, sandbox.url, ['recommend']);
      await expect(stdout).toMatchFileSnapshot(`${ROOT}/examples/${example}/recommend.txt`);
      expect(code).toBe(0);
    });
});

test('the example history has lines as Pipeform writes them', () => {
  const text = readFileSync(`${ROOT}/examples/history/history.jsonl`, 'utf8');
  const { entries, damaged } = parseHistory(text);
  expect(damaged).toEqual([]);
  const lines = entries.map((entry, index) => `${printHistoryLine(entry, entries.slice(0, index))}\n`);
  expect(lines.join('')).toBe(text);
});

test('the report on the example history is as its golden file says', async () => {
  const { code, stdout } = await pipeform('history', '', ['history', 'history.jsonl']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`${ROOT}/examples/history/report.txt`);
});

function pipeform(example: string, url: string, args: readonly string[]) {
  return runHere(args, { cwd: `${ROOT}/examples/${example}`, env: { ...CREDENTIALS, PIPEFORM_API_URL: url } });
}
