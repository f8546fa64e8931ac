import { expect, test } from 'vitest';
import type { View } from '../../src/cli/output/view.ts';
import { withReadProgress } from '../../src/cli/steps/open-fleet.ts';
import type { Project } from '../../src/engine/project.ts';

/** What is said after reads that a rate limit held back for this long. */
async function readFor(waitedMs: number, listing: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const shown = { emit: () => {}, notice: () => {}, stop: async () => {} };
  const view = { readProgress: async () => shown, info: (line: string) => lines.push(line) } as unknown as View;
  const project = { connection: { rateLimitedMs: () => waitedMs }, fleet: { api: { listing } } } as unknown as Project;
  await withReadProgress(project, 600, view, async () => {});
  return lines;
}

test('suggests lists to a run that waits more than ten seconds for a rate limit', async () => {
  expect(await readFor(590_000, false)).toEqual([
    'The rate limit held requests back for 9m50s. If the deployment lists pipes, `api.listing: true` reads each service with one request.',
  ]);
  expect(await readFor(10_000, false)).toEqual([]);
  expect(await readFor(590_000, true)).toEqual([]);
});
