import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { RunStatus } from '../../src/model/run.ts';
import { describeRecommendation, summarizeTargets } from '../../src/report/view-model/recommendation.ts';
import { recommendedPlan, unfollowedPlan } from './sample-guarded.ts';
import { runOf } from './sample-run.ts';

const ASKED = 'ceil(2 × 12,400 / 5,000) = 5; band 2 to 10';

describe('a plan', () => {
  const words = unfollowedPlan().pipes.map((pipe) => describeRecommendation(pipe, '->'));

  it('says of each recommendation what becomes of it', () => {
    expect(words).toEqual([
      `replicas 2 -> 5, as orders-lag asks: ${ASKED}`,
      `orders-lag asks for replicas 2 -> 5 (acknowledged until 2026-12-01): ${ASKED}`,
      `orders-lag asks for replicas 2 -> 5 (refused): ${ASKED}`,
      expect.stringMatching(/^orders-lag asks for replicas 12 -> 10 \(of another origin\): /),
    ]);
  });

  it('counts only what will be scaled as to scale', () => {
    expect(summarizeTargets(recommendedPlan())).toBe('2 pipes to scale, 2 to hold and 1 without an answer');
    expect(summarizeTargets(unfollowedPlan())).toBe(
      '1 pipe to scale, 1 acknowledged, 1 of another origin and 1 refused',
    );
  });

  it('that is refused as a whole scales nothing', () => {
    const refusal = diagnose('error', { code: 'too-many-changes', summary: 'Too many.' });
    const refused = { ...recommendedPlan(), diagnostics: [refusal] };
    expect(summarizeTargets(refused)).toBe('2 pipes to hold, 2 refused and 1 without an answer');
  });
});

describe('a run', () => {
  const runWith = (status: RunStatus) => {
    const run = runOf(recommendedPlan(), null);
    return { ...run, pipes: run.pipes.map((pipe) => (pipe.name === 'orders' ? { ...pipe, status } : pipe)) };
  };
  const sayOf = (status: RunStatus): string | null => {
    const pipe = runWith(status).pipes.find(({ name }) => name === 'orders');
    return pipe === undefined ? null : describeRecommendation(pipe, '->');
  };

  it('says as done only what was confirmed', () => {
    expect(sayOf('applied')).toBe(`replicas 2 -> 5, as orders-lag asks: ${ASKED}`);
    expect(sayOf('rolled-back')).toBe(`orders-lag asks for replicas 2 -> 5 (rolled back): ${ASKED}`);
    expect(sayOf('skipped')).toBe(`orders-lag asks for replicas 2 -> 5 (not attempted): ${ASKED}`);
    expect(sayOf('unknown')).toBe(`orders-lag asks for replicas 2 -> 5 (unknown): ${ASKED}`);
  });

  it('counts what was scaled', () => {
    expect(summarizeTargets(runWith('applied'))).toMatch(/^[12] pipes? scaled, 2 held/);
    expect(summarizeTargets(runWith('rolled-back'))).toContain('1 rolled back');
  });
});
