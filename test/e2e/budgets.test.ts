import { beforeAll, describe, expect, test } from 'vitest';
import { BUDGETS, type Budget } from './budgets.ts';
import { openWorkspace, type Workspace } from './harness.ts';
import { type Loaded, watchLoading } from './watch-loading.ts';

/** The `fetch` of Node: loading it takes a fifth as long as all of a start, and nothing here uses it. */
const FETCH = 'internal/deps/undici/undici';
const HTTP_MODULE = /^(?:_http_.*|https?|http2|tls)$/;

/** One sentence for each part of the budget that the command exceeds. */
function findExcess({ kilobytes, packages, network, reads, requests }: Budget, loaded: Loaded): readonly string[] {
  const read = kilobytesOf(loaded.scripts.reduce((sum, { bytes }) => sum + bytes, 0));
  const newPackages = loaded.packages.filter((name) => !packages.includes(name));
  const httpModules = loaded.builtIns.filter((name) => HTTP_MODULE.test(name));
  const excess: string[] = [];
  if (read > kilobytes) {
    const largest = loaded.scripts.slice(0, 10).map(({ name, bytes }) => `${name} ${kilobytesOf(bytes)}`);
    excess.push(`reads ${read} kB of JavaScript, not ${kilobytes}; the largest files are ${largest.join(', ')}`);
  }
  if (newPackages.length > 0) excess.push(`loads packages: ${newPackages.join(', ')}`);
  if (network === 'offline' && httpModules.length > 0) excess.push(`is offline but loads ${httpModules.join(', ')}`);
  if (loaded.builtIns.includes(FETCH)) excess.push("loads Node's fetch");
  if (loaded.reads.join() !== reads.join()) {
    excess.push(`reads ${loaded.reads.join(', ')} of the project, not each of ${reads.join(', ')} once`);
  }
  if (loaded.requests !== requests) excess.push(`sends ${loaded.requests} requests, not ${requests}`);
  return excess;
}

function kilobytesOf(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

describe('a command loads only the modules it needs', () => {
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
