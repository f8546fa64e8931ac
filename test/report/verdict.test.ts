import { describe, expect, it } from 'vitest';
import { type Report, stateOf } from '../../src/model/report.ts';
import { type Run, summariseRun } from '../../src/model/run.ts';
import { assessReport } from '../../src/report/view-model/verdict.ts';
import {
  blockedRun,
  driftOfAlerts,
  FINDINGS,
  passedRun,
  recommendedPlan,
  rolledBackRun,
  unhealthyRun,
} from './sample-guarded.ts';
import { cleanDrift, cleanPlan, cleanRun, sampleDrift, samplePlan, sampleRun } from './sample-reports.ts';

const DRIFTED = FINDINGS.filter(({ status }) => status === 'drifted');
const UNREAD = FINDINGS.filter(({ status }) => status === 'error');

/** Everything was put back: no pipe has failed. */
function wholeRollback(): Run {
  const run = rolledBackRun();
  const pipes = run.pipes.map((pipe) =>
    pipe.status === 'failed' ? { ...pipe, status: 'rolled-back' as const } : pipe,
  );
  return { ...run, pipes, summary: summariseRun(pipes) };
}

const VERDICTS: readonly (readonly [string, () => Report, string, string, string | null])[] = [
  ['a rollout that passed', passedRun, 'good', '6 pipes applied.', '3 waves passed. 12 update requests in 11m30s.'],
  [
    'a rollout that was rolled back in part',
    rolledBackRun,
    'bad',
    'Wave 2 of 3 failed: 2 pipes rolled back, 1 failed and 3 not attempted.',
    '1 health check did not pass. 6 update and 6 rollback requests in 11m30s.',
  ],
  [
    'a rollout that was rolled back',
    wholeRollback,
    'bad',
    'Wave 2 of 3 failed: 3 pipes rolled back and 3 not attempted.',
    '1 health check did not pass. 6 update and 6 rollback requests in 11m30s.',
  ],
  [
    'a rollout that was blocked',
    blockedRun,
    'bad',
    'Blocked by a health check: 6 pipes not attempted.',
    '1 health check did not pass. Nothing was sent.',
  ],
  [
    'a pipe that is not healthy after its update',
    unhealthyRun,
    'warn',
    '6 pipes applied.',
    '1 health check did not pass. 12 update requests in 4.2s.',
  ],
  ['an alert that drifted', () => driftOfAlerts(DRIFTED), 'warn', '1 alert drifted.', 'All 3 pipes are as declared.'],
  [
    'an alert that could not be read',
    () => driftOfAlerts(UNREAD),
    'bad',
    '1 alert could not be read; 3 pipes in sync.',
    'What could not be compared is not known to be in sync.',
  ],
  [
    'a plan beside alerts that drifted',
    recommendedPlan,
    'act',
    '3 pipes to update.',
    '3 changes in 3 requests. 1 alert drifted and 1 could not be read.',
  ],
];

describe('the verdict', () => {
  it.each(VERDICTS)('on %s', (_, make, tone, headline, detail) => {
    expect(assessReport(make())).toEqual({ tone, headline, detail });
  });

  it('is good or calm only of what is clean, or was carried out whole and is healthy', () => {
    const reports = [cleanPlan, cleanDrift, cleanRun, samplePlan, sampleDrift, sampleRun].map((make) => make());
    for (const report of [...reports, ...VERDICTS.map(([, make]) => make())]) {
      const { tone } = assessReport(report);
      if (report.kind !== 'run') expect(tone === 'good' || tone === 'calm').toBe(stateOf(report) === 'clean');
      else if (stateOf(report) === 'incomplete') expect(['good', 'calm']).not.toContain(tone);
    }
  });
});
