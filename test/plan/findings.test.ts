import { describe, expect, it } from 'vitest';
import type { CheckFinding } from '../../src/model/check.ts';
import { addDigest } from '../../src/model/json/document.ts';
import { hasDrifted, hasReadEverything, stateOf } from '../../src/model/report.ts';
import { joinFindings } from '../../src/plan/saved/merge-reports.ts';
import { findFaults } from '../apply/schemas.ts';
import { desiredPipe, driftOf, finding, livePipe, pair, planOf } from './samples.ts';

const IN_SYNC = finding();
const DRIFTED = finding({
  status: 'drifted',
  changes: [{ path: 'threshold', before: 20_000, after: 10_000 }],
});
const ERROR = finding({ status: 'error', reason: 'the alert is not there' });
const CALM = pair(desiredPipe(), livePipe());

describe('results of declared alerts', () => {
  const mixed = ['b', 'a', 'c'].map((name) => finding({ name }));

  it('are listed in plans and drift documents in order of name', () => {
    for (const document of [planOf([CALM], { checks: mixed }), driftOf([CALM], { checks: mixed })]) {
      expect(document.checks.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
      expect(findFaults(document.kind, addDigest(document))).toEqual([]);
    }
  });

  it.each([
    ['in sync', [IN_SYNC], 'clean', true, false],
    ['drifted', [DRIFTED], 'differences', true, true],
    ['unreadable', [ERROR], 'incomplete', false, false],
    ['drifted beside unreadable', [{ ...DRIFTED, name: 'other' }, ERROR], 'incomplete', false, true],
  ] as const)('set the drift state: %s', (_, checks, state, isSeen, isDrifted) => {
    const drift = driftOf([CALM], { checks });
    expect(stateOf(drift)).toBe(state);
    expect(hasReadEverything(drift)).toBe(isSeen);
    expect(hasDrifted(drift)).toBe(isDrifted);
    expect(findFaults('drift', addDigest(drift))).toEqual([]);
  });

  it('do not change the plan, since no update can fix them', () => {
    for (const checks of [[DRIFTED], [ERROR]]) {
      const plan = planOf([CALM], { checks });
      expect(stateOf(plan)).toBe('clean');
      expect({ ...plan, checks: [] }).toEqual(planOf([CALM]));
    }
  });
});

describe('the alert results of shards', () => {
  const join = (...shards: readonly (readonly CheckFinding[])[]) => joinFindings(shards.map((checks) => ({ checks })));

  it.each([
    ['in sync, then drifted', [IN_SYNC, DRIFTED], DRIFTED],
    ['drifted, then in sync', [DRIFTED, IN_SYNC], DRIFTED],
    ['drifted, then unreadable', [DRIFTED, ERROR], ERROR],
    ['unreadable, then in sync', [ERROR, IN_SYNC], ERROR],
  ])('use the worst when they disagree: %s', (_, findings, worst) => {
    expect(join(...findings.map((one) => [one]))).toEqual([worst]);
  });
});
