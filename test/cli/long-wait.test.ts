import { expect, test } from 'vitest';
import type { Context } from '../../src/cli/options/context.ts';
import { Printer } from '../../src/cli/output/printer.ts';
import { withReadProgress } from '../../src/cli/steps/open-fleet.ts';
import type { Project } from '../../src/engine/project.ts';

/** What is said after reads that a rate limit held back for this long. */
async function readFor(waitedMs: number, listing: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const context = { stderr: { write: (line: string) => lines.push(line) }, environment: {} } as unknown as Context;
  const settings = { format: 'text', color: 'off', logLevel: 'info', noPager: true, cwd: '.' } as const;
  const project = { connection: { rateLimitedMs: () => waitedMs }, fleet: { api: { listing } } } as unknown as Project;
  await withReadProgress(project, 1, new Printer(settings, context), async () => {});
  return lines;
}

test('suggests lists to a run that waits more than ten seconds for a rate limit', async () => {
  expect(await readFor(590_000, false)).toEqual([
    'The rate limit held requests back for 9m50s. If the deployment lists pipes, `api.listing: true` reads each service with one request.\n',
  ]);
  expect(await readFor(10_000, false)).toEqual([]);
  expect(await readFor(590_000, true)).toEqual([]);
});
