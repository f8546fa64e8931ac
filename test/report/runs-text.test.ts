import { describe, expect, it } from 'vitest';
import type { JournalStatus } from '../../src/model/journal.ts';
import { RUN_STATUSES } from '../../src/model/run.ts';
import { renderRunHistory } from '../../src/report/text/run-text.ts';
import { type RunListing, renderRuns } from '../../src/report/text/runs-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { rolledBackRun } from './sample-guarded.ts';
import { hostileRun } from './sample-reports.ts';

const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function listing(
  id: string,
  status: JournalStatus,
  about: Partial<RunListing> & { applied?: number } = {},
): RunListing {
  const { applied = 0, ...rest } = about;
  const counts = Object.fromEntries(RUN_STATUSES.map((name) => [name, 0])) as RunListing['counts'];
  return {
    id,
    startedAt: '2026-11-20T10:00:00.123Z',
    finishedAt: status === 'unfinished' ? null : '2026-11-20T10:00:04.000Z',
    status,
    counts: { ...counts, applied, unchanged: 40 },
    rollsBack: null,
    running: false,
    ...rest,
  };
}

describe('a list of runs', () => {
  it('shows each run on a line with its status and the results of its pipes', () => {
    const runs = [
      listing('20261120T100300Z-000005', 'unfinished', { running: true }),
      listing('20261120T100200Z-000004', 'finished', { applied: 2, rollsBack: '20261120T100000Z-000001' }),
      listing('20261120T100100Z-000003', 'unfinished'),
      listing('20261120T100050Z-000002', 'interrupted', { applied: 1 }),
      listing('20261120T100000Z-000001', 'failed', { applied: 12 }),
      listing('20261120T090000Z-000000', 'finished'),
    ];
    expect(`\n${renderRuns({ kind: 'runs', formatVersion: 1, runs }, createStyle('off'))}`).toMatchInlineSnapshot(`
      "
      20261120T100300Z-000005  2026-11-20 10:00:00 UTC  running      nothing to change
      20261120T100200Z-000004  2026-11-20 10:00:00 UTC  finished     2 applied; rolls back 20261120T100000Z-000001
      20261120T100100Z-000003  2026-11-20 10:00:00 UTC  unfinished   nothing to change
      20261120T100050Z-000002  2026-11-20 10:00:00 UTC  interrupted  1 applied
      20261120T100000Z-000001  2026-11-20 10:00:00 UTC  failed       12 applied
      20261120T090000Z-000000  2026-11-20 10:00:00 UTC  finished     nothing to change
      "
    `);
  });

  it('reports that there are none', () => {
    expect(renderRuns({ kind: 'runs', formatVersion: 1, runs: [] }, createStyle('off'))).toBe(
      'No run of this project is journaled on this machine.\n',
    );
  });
});

describe('a run from its journal', () => {
  it('starts with its time and what it wrote', async () => {
    const run = await rolledBackRun();
    const text = renderRunHistory({ ...run, rollsBack: '20261120T090000Z-000000' }, createStyle('off'));
    await expect(text).toMatchFileSnapshot('golden/run-history.txt');
  });

  it('escapes control characters of a hostile service', async () => {
    expect(renderRunHistory(await hostileRun(), createStyle('off'))).not.toMatch(UNSAFE);
  });
});
