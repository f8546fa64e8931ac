import { describe, expect, it } from 'vitest';
import type { JournalStatus, RunListing } from '../../src/model/journal.ts';
import { RUN_STATUSES } from '../../src/model/run.ts';
import { composeRuns } from '../../src/report/compose/compose-runs.ts';
import { renderReportText, renderRunHistory } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { rolledBackRun } from './sample-runs.ts';

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
    durationMs: status === 'unfinished' ? null : 3_877,
    status,
    counts: { ...counts, applied, unchanged: 40 },
    environment: null,
    commit: null,
    author: null,
    rollsBack: null,
    running: false,
    ...rest,
  };
}

function renderRuns(runs: readonly RunListing[], columns: number | null = null): string {
  const blocks = composeRuns({ kind: 'runs', formatVersion: 1, runs });
  return renderTextBlocks(blocks, { style: createStyle('off', columns), glyphs: 'unicode' });
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
    expect(`\n${renderRuns(runs)}`).toMatchInlineSnapshot(`
      "
      RUN              STARTED (UTC)     STATUS       TOOK  RESULT
      20261120T100300  2026-11-20 10:00  running      –     nothing to change
      20261120T100200  2026-11-20 10:00  finished     3.9s  2 rolled back (run 20261120T100000)
      20261120T100100  2026-11-20 10:00  unfinished   –     nothing to change
      20261120T100050  2026-11-20 10:00  interrupted  3.9s  1 applied
      20261120T100000  2026-11-20 10:00  failed       3.9s  12 applied
      20261120T090000  2026-11-20 10:00  finished     3.9s  nothing to change
      "
    `);
  });

  const inCi = [
    listing('20261120T100300Z-000005', 'finished', {
      applied: 37,
      environment: 'production',
      commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      author: 'octocat',
    }),
    listing('20261120T100200Z-000004', 'failed', { environment: 'staging' }),
    listing('20261120T100100Z-000003', 'unfinished', { applied: 1, rollsBack: '20261120T100000Z-000001' }),
  ];
  const draw = (columns: number) => `\n${renderRuns(inCi, columns)}`;

  it('shows environment, commit and author where they are known', () => {
    expect(draw(150)).toMatchInlineSnapshot(`
      "
      RUN              STARTED (UTC)     ENVIRONMENT  COMMIT        AUTHOR   STATUS      TOOK  RESULT
      20261120T100300  2026-11-20 10:00  production   4b825dc642cb  octocat  finished    3.9s  37 applied
      20261120T100200  2026-11-20 10:00  staging                             failed      3.9s  nothing to change
      20261120T100100  2026-11-20 10:00                                      unfinished  –     1 rolled back (run 20261120T100000)
      "
    `);
  });

  it('is a line a run at 100 columns, also in a file, and leaves out columns on a narrower terminal', () => {
    expect(renderRuns(inCi)).toBe(renderRuns(inCi, 100));
    expect(draw(100)).toMatchInlineSnapshot(`
      "
      RUN              ENVIRONMENT  COMMIT        AUTHOR   STATUS      RESULT
      20261120T100300  production   4b825dc642cb  octocat  finished    37 applied
      20261120T100200  staging                             failed      nothing to change
      20261120T100100                                      unfinished  1 rolled back (run 20261120T100000)
      "
    `);
    expect(draw(60)).toMatchInlineSnapshot(`
      "
      RUN              STATUS      RESULT
      20261120T100300  finished    37 applied
      20261120T100200  failed      nothing to change
      20261120T100100  unfinished  1 rolled back (run
                                     20261120T100000)
      "
    `);
  });

  it('has the whole name of runs that started in the same second', () => {
    const runs = [
      listing('20261120T100300Z-000005', 'finished', { rollsBack: '20261120T100000Z-000001' }),
      listing('20261120T100000Z-000002', 'finished'),
      listing('20261120T100000Z-000001', 'finished'),
    ];
    const lines = renderRuns(runs, 100).split('\n');
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
      ...['RUN', '20261120T100300', '20261120T100000Z-000002', '20261120T100000Z-000001', ''],
    ]);
    expect(lines[1]).toContain('nothing to change (run 20261120T100000Z-000001)');
  });

  it('reports that there are none', () => {
    expect(renderRuns([])).toBe('No run of this project is journaled on this machine.\n');
  });
});

describe('a run from its journal', () => {
  it('starts with its time and what it wrote, before what is reported at its end', () => {
    const run = rolledBackRun();
    const text = renderRunHistory({ ...run, rollsBack: '20261120T090000Z-000000' }, createStyle('off'));
    expect(text.split('\n').slice(0, 5)).toEqual([
      'Run 20261120T100000Z-3f9a  environment production; from 2026-11-20 10:00:00 UTC to 2026-11-20 10:10:00 UTC; rolls back 20261120T090000Z-000000',
      '',
      '<  analytics/clicks  kafka, Running  rolled back  pipes/orders.yaml:3:3',
      '    ~ settings.db_max_threads  4 -> 8  pipes/orders.yaml:10:7',
      '    ~ scaling.replicas         2 -> 3  pipes/orders.yaml:17:7',
    ]);
    const [, report = ''] = renderReportText(run, createStyle('off')).split('error[wave-failed]');
    expect(text).toContain(`error[wave-failed]${report}`);
  });
});
