import { beforeAll, describe, expect, test } from 'vitest';
import { BUDGETS, type Budget } from './budgets.ts';
import { openWorkspace, type Workspace } from './harness.ts';
import { type Loaded, watchLoading } from './watch-loading.ts';

/** How many more files than the table names are no matter yet. */
const ROOM = 1.1;

const SPEAKS_HTTP = /^(?:_http_.*|https?|http2|tls)$/;

/** What is beyond the budget, a sentence each; none when all is well. */
function findExcess(
  { files, kilobytes, packages, network, reads, requests }: Budget,
  loaded: Loaded,
): readonly string[] {
  const read = kilobytesOf(loaded.origins.reduce((sum, { bytes }) => sum + bytes, 0));
  const newPackages = loaded.packages.filter((name) => !packages.includes(name));
  const speakers = loaded.builtIns.filter((name) => SPEAKS_HTTP.test(name));
  const newFiles = loaded.files.filter((name) => !files.includes(name));
  const excess: string[] = [];
  if (loaded.files.length > files.length * ROOM) {
    excess.push(`loads ${loaded.files.length} files of dist/, not ${files.length}; new: ${newFiles.join(', ')}`);
  }
  if (read > kilobytes) {
    const from = loaded.origins.slice(0, 10).map(({ name, bytes }) => `${name} ${kilobytesOf(bytes)}`);
    const hint = [`most is from ${from.join(', ')}`, ...newFiles.map((name) => `${name}.js is new`)];
    excess.push(`reads ${read} kB of JavaScript, not ${kilobytes}; ${hint.join('; ')}`);
  }
  if (newPackages.length > 0) excess.push(`loads packages: ${newPackages.join(', ')}`);
  if (network === 'offline' && speakers.length > 0) excess.push(`is offline, yet loads ${speakers.join(', ')}`);
  if (loaded.reads.join() !== reads.join()) {
    excess.push(`reads of the project ${loaded.reads.join(', ')}, where once each of ${reads.join(', ')} is enough`);
  }
  if (loaded.requests !== requests) excess.push(`sends ${loaded.requests} requests, not ${requests}`);
  return excess;
}

function kilobytesOf(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

describe('a command loads what it needs and no more', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openWorkspace();
  });

  test.each(BUDGETS)('$command', async (budget) => {
    const loaded = await watchLoading(workspace, budget.command);
    expect(loaded.ended).toMatchObject({ code: 0, stderr: '' });
    expect(findExcess(budget, loaded)).toEqual([]);
  });
});
