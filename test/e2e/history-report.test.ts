import { beforeAll, describe, expect, test } from 'vitest';
import { printHistoryLine } from '../../src/history/history-lines.ts';
import type { HistoryEntry, HistoryReport } from '../../src/model/drift-history.ts';
import { findFaults } from '../apply/schemas.ts';
import { driftEntry } from '../history/any-history.ts';
import { openWorkspace, readDocument, type Workspace } from './harness.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-10-01T00:00:00.000Z');
const DRIFTED = [{ name: 'orders', fields: ['settings.db_max_threads' as const] }];

/** A check that sees that `orders` drifted, or that all is in sync. */
function check(at: number, isDrifted: boolean, environment: string | null = null): HistoryEntry {
  const found = isDrifted ? ({ state: 'drifted', details: { drifted: DRIFTED, unread: [], alerts: [] } } as const) : {};
  return driftEntry({ id: `drift-${environment}-${at}`, at: new Date(at).toISOString(), environment, ...found });
}

function print(entries: readonly HistoryEntry[]): string {
  return entries.map((entry, index) => `${printHistoryLine(entry, entries.slice(0, index))}\n`).join('');
}

const hour = (hours: number): number => START + hours * HOUR_MS;
const run = { id: 'run', at: new Date(hour(4)).toISOString(), environment: null, pipes: 5 };
const OCTOBER: readonly HistoryEntry[] = [
  check(hour(0), false),
  check(hour(1), true),
  check(hour(2), true),
  { ...run, command: 'apply', changed: DRIFTED, remediation: false },
  check(hour(5), false),
];
const ENVIRONMENTS = [check(hour(0), true, 'staging'), check(hour(0), false, 'production')];

describe('history', () => {
  let workspace: Workspace;
  const report = async (line: string): Promise<HistoryReport> => {
    const { stdout, code } = await workspace.run(`history ${line} --format json`);
    expect(code).toBe(0);
    return readDocument<HistoryReport>(stdout);
  };
  beforeAll(async () => {
    // Without a configuration.
    workspace = await openWorkspace({ document: {} });
    await workspace.write({
      'pipeform.yaml': 'not: a configuration\n',
      'history.jsonl': print(OCTOBER),
      'first.jsonl': print(OCTOBER.slice(0, 3)),
      'second.jsonl': print(OCTOBER.slice(2)),
      'environments.jsonl': print(ENVIRONMENTS),
      'damaged.jsonl': print(OCTOBER).replace('"drift"', '"drft"'),
      'empty.jsonl': '',
    });
  });

  test('prints the report in each format, without a configuration or a request', async () => {
    workspace.takeRequests();
    const document = await report('history.jsonl');
    expect(findFaults('history', document)).toEqual([]);
    expect(document).toMatchObject({ checks: 4, inSyncShare: 0.5, repairs: 1, meanTimeToRepairMs: 3 * HOUR_MS });
    const [text, markdown, html] = await Promise.all(
      ['text', 'markdown', 'html'].map((format) => workspace.run(`history history.jsonl --format ${format}`)),
    );
    expect(text).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('50% of 4 checks in sync.\n') });
    expect(markdown?.stdout).toMatch(/^### Drift history – 50% of 4 checks in sync\n/);
    expect(html?.stdout).toMatch(/^<!doctype html>\n/);
    expect(workspace.takeRequests()).toEqual({});
  });

  test('joins files that overlap', async () => {
    expect(await report('second.jsonl first.jsonl')).toEqual(await report('history.jsonl'));
  });

  test('reports on a span', async () => {
    expect(await report('history.jsonl --from 2026-10-01T02:00 --to 2026-10-01T04:00')).toMatchObject({
      ...{ from: '2026-10-01T02:00:00.000Z', until: '2026-10-01T04:00:00.000Z' },
      ...{ checks: 1, drifts: 1, openDrifts: 1, pipes: [{ timeDriftedMs: 2 * HOUR_MS }] },
    });
    const now = Date.now();
    await workspace.write({ 'now.jsonl': print([check(now - 3 * HOUR_MS, true), check(now - HOUR_MS, false)]) });
    expect(await report('now.jsonl --since 2h')).toMatchObject({ checks: 1, drifts: 1, repairs: 1 });
  });

  test('reports on all environments, or on the one of -e', async () => {
    expect(await report('environments.jsonl')).toMatchObject({
      environments: ['production', 'staging'],
      inSyncShare: 0.5,
    });
    expect(await report('environments.jsonl -e production')).toMatchObject({ environments: ['production'], drifts: 0 });
    const unknown = await workspace.run('history environments.jsonl -e prod');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('The history has no entries for environment "prod".');
    expect(unknown.stderr).toContain('It has entries for production and staging.');
    const none = await workspace.run('history environments.jsonl first.jsonl -e none');
    expect(none.stderr).toContain('It has entries for production and staging, and without an environment.');
  });

  test('warns of damaged lines, and reports on the others', async () => {
    expect(await workspace.run('history damaged.jsonl')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('damaged.jsonl: damaged lines were skipped: 1.'),
      stdout: expect.stringContaining('33.3% of 3 checks in sync.'),
    });
  });

  test('names a file that is missing or is no history', async () => {
    const { code, stderr } = await workspace.run('history missing.jsonl pipeform.yaml history.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain('missing.jsonl cannot be read.');
    expect(stderr).toContain('There is no such file or folder.');
    expect(stderr).toContain('pipeform.yaml cannot be read.');
    expect(stderr).toContain('It is not a history');
    expect((await workspace.run('history empty.jsonl')).stdout).toContain('No checks.');
  });
});
