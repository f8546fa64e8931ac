import { describe, expect, it } from 'vitest';
import type { JournalStatus, RunListing } from '../../src/model/journal.ts';
import { RUN_STATUSES } from '../../src/model/run.ts';
import { renderRunHistory } from '../../src/report/text/run-text.ts';
import { renderRuns } from '../../src/report/text/runs-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { FakeService } from '../apply/fake-service.ts';
import { runPlan } from '../apply/run-plan.ts';
import { desiredPipe, livePipe, pair, planOf } from '../plan/samples.ts';
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
      RUN                      STARTED (UTC)        ROLLS BACK               STATUS       TOOK  RESULT
      20261120T100300Z-000005  2026-11-20 10:00:00                           running      –     nothing to change
      20261120T100200Z-000004  2026-11-20 10:00:00  20261120T100000Z-000001  finished     3.9s  2 rolled back
      20261120T100100Z-000003  2026-11-20 10:00:00                           unfinished   –     nothing to change
      20261120T100050Z-000002  2026-11-20 10:00:00                           interrupted  3.9s  1 applied
      20261120T100000Z-000001  2026-11-20 10:00:00                           failed       3.9s  12 applied
      20261120T090000Z-000000  2026-11-20 10:00:00                           finished     3.9s  nothing to change
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
  const draw = (columns: number) =>
    `\n${renderRuns({ kind: 'runs', formatVersion: 1, runs: inCi }, createStyle('off', columns))}`;

  it('shows environment, commit and author where they are known', () => {
    expect(draw(150)).toMatchInlineSnapshot(`
      "
      RUN                      STARTED (UTC)        ENVIRONMENT  COMMIT        AUTHOR   ROLLS BACK               STATUS      TOOK  RESULT
      20261120T100300Z-000005  2026-11-20 10:00:00  production   4b825dc642cb  octocat                           finished    3.9s  37 applied
      20261120T100200Z-000004  2026-11-20 10:00:00  staging                                                      failed      3.9s  nothing to change
      20261120T100100Z-000003  2026-11-20 10:00:00                                      20261120T100000Z-000001  unfinished  –     1 rolled back
      "
    `);
  });

  it('takes two lines a run on a narrow terminal', () => {
    expect(draw(80)).toMatchInlineSnapshot(`
      "
      RUN                      STATUS      TOOK  RESULT
        STARTED (UTC)        ENVIRONMENT  COMMIT        AUTHOR   ROLLS BACK
      20261120T100300Z-000005  finished    3.9s  37 applied
        2026-11-20 10:00:00  production   4b825dc642cb  octocat
      20261120T100200Z-000004  failed      3.9s  nothing to change
        2026-11-20 10:00:00  staging
      20261120T100100Z-000003  unfinished  –     1 rolled back
        2026-11-20 10:00:00  20261120T100000Z-000001
      "
    `);
  });

  it('escapes control characters of a CI system', () => {
    const runs = [
      listing('a', 'finished', { environment: '\u001b[31m', commit: '\u001b[32m', author: '\u202ea\u0007' }),
    ];
    const text = renderRuns({ kind: 'runs', formatVersion: 1, runs }, createStyle('off'));
    expect(text.replaceAll('\n', '')).not.toMatch(UNSAFE);
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

  it('explains `clamped to` where it first stands', async () => {
    const scaling = { replicas: 9, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
    const band = { replicas: { min: 2, max: 6 } };
    const pairs = ['a', 'b'].map((name) => pair(desiredPipe({ name, scaling: band }), livePipe({ name, scaling })));
    const lives = pairs.flatMap(({ read }) => (read.ok ? [read.pipe] : []));
    const { run } = await runPlan(planOf(pairs), new FakeService(lives));
    const [first, second, ...others] = renderRunHistory(run, createStyle('off'))
      .split(/^applied/m)
      .slice(1);
    expect(first).toContain('clamped to 2–6');
    expect(first).toContain('\n      Clamped to a band: the live value is not in');
    expect(second).toContain('clamped to 2–6');
    expect(second).not.toContain('Clamped to a band');
    expect(others).toEqual([]);
  });

  it('escapes control characters of a hostile service', async () => {
    expect(renderRunHistory(await hostileRun(), createStyle('off'))).not.toMatch(UNSAFE);
  });
});
