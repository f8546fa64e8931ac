import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFleet, type Sandbox, startSandbox } from '../../src/sandbox/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The environments that an example is planned for, beside none; the others have none. */
const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  environments: ['staging', 'production'],
  'guarded-rollout': ['healthy', 'harmful'],
  promotion: ['staging', 'production'],
};

/** What `plan` exits with, by golden file, where it is not 0. */
const EXIT_CODES: Readonly<Record<string, number>> = { 'guard-rails/plan.txt': 1, 'promotion/plan.production.txt': 5 };

/** The folders that hold a fleet; `ci` holds recipes. */
const FLEETS = readdirSync(`${ROOT}/examples`).filter((name) => existsSync(`${ROOT}/examples/${name}/pipeform.yaml`));

describe.each(FLEETS)('the example %s', (example) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    // An example may bring the fleet that it is about; the others are about the quickstart's.
    const own = `${ROOT}/examples/${example}/fleet.yaml`;
    sandbox = await startSandbox(existsSync(own) ? { fleet: await loadFleet(own) } : {});
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
});

function pipeform(example: string, url: string, args: readonly string[]): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`${ROOT}/dist/bin.js`, ...args],
      {
        cwd: `${ROOT}/examples/${example}`,
        env: {
          PATH: process.env.PATH,
          PIPEFORM_API_URL: url,
          PIPEFORM_KEY_ID: 'sandbox',
          PIPEFORM_KEY_SECRET: 'sandbox',
          PIPEFORM_ACCESS_TOKEN: 'sandbox',
        },
      },
      (_error, stdout) => resolve({ code: child.exitCode ?? -1, stdout }),
    );
  });
}
