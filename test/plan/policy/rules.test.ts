import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../src/model/fleet.ts';
import { createRules } from '../../../src/plan/policy/create-rules.ts';
import { movingPipes } from '../../apply/guarded-run.ts';
import { codes, fleetOf, NOW, onlyPipe, place, planOf, statusesOf } from '../samples.ts';

const pipes = movingPipes('a', 'b', 'c');

function rule(when: string, more: Partial<Rule> = {}): Rule {
  return { name: 'own', when, level: 'refuse', message: 'Not so fast.', except: [], location: place(9), ...more };
}

function planWith(rules: readonly Rule[], pairs = pipes) {
  return planOf(pairs, {
    fleet: fleetOf(pipes.map(({ desired }) => desired)),
    evaluateRules: createRules(rules, NOW.getTime()),
  });
}

describe('a rule', () => {
  it('refuses the pipes whose changes it holds for, at its line, and they change no capacity', () => {
    const plan = planWith([rule('pipe.name == "b" && change.after > change.before')]);
    expect(statusesOf(plan)).toEqual({ a: 'update', b: 'refused', c: 'update' });
    expect(plan.summary).toMatchObject({ update: 2, refused: 1 });
    expect(plan.pipes[1]).toMatchObject({
      requests: [],
      diagnostics: [
        {
          severity: 'error',
          code: 'policy-rule',
          summary: 'Rule own refuses settings.db_max_threads of pipe b (4 -> 8): Not so fast.',
          line: 9,
        },
      ],
    });
  });

  it('only warns when its level is warn', () => {
    const plan = planWith([rule('pipe.name == "b"', { level: 'warn' })]);
    expect(plan.pipes[1]).toMatchObject({
      status: 'update',
      diagnostics: [{ severity: 'warning', code: 'policy-rule' }],
    });
  });

  it('refuses a change that it has no answer for, also as a warning, and says why', () => {
    const plan = planWith([rule('change.after > 2.5 * change.before', { level: 'warn' })], pipes.slice(0, 1));
    expect(onlyPipe(plan).status).toBe('refused');
    expect(onlyPipe(plan).diagnostics[0]?.summary).toBe(
      'Rule own could not be evaluated for settings.db_max_threads of pipe a (4 -> 8), so the change is refused: no such overload: double * dyn<int>.',
    );
  });

  it('does not hold for an excepted pipe until its last day', () => {
    const today = NOW.toISOString().slice(0, 10);
    const before = new Date(NOW.getTime() - 86_400_000).toISOString().slice(0, 10);
    const except = [
      { pipe: 'a', until: today, reason: 'sale' },
      { pipe: 'b', until: before, reason: 'sale' },
    ];
    const plan = planWith([rule('true', { except })]);
    expect(statusesOf(plan)).toEqual({ a: 'update', b: 'refused', c: 'refused' });
    const [excepted, expired, none] = plan.pipes.map(({ diagnostics }) => diagnostics);
    expect(excepted).toMatchObject([
      {
        severity: 'note',
        code: 'policy-rule',
        summary: `Rule own is not applied to settings.db_max_threads of pipe a (4 -> 8) until ${today}: sale`,
        line: 9,
      },
    ]);
    expect(expired).toMatchObject([
      { code: 'policy-rule', detail: `The exception for this pipe expired on ${before}.` },
    ]);
    expect(none).toMatchObject([{ code: 'policy-rule', detail: null }]);
  });

  it('that only warns names its expired exception, and the latest of several counts', () => {
    const untils = ['2020-01-01', '2020-03-01', '2020-02-01'];
    const except = untils.map((until) => ({ pipe: 'a', until, reason: 'sale' }));
    const plan = planWith([rule('true', { level: 'warn', except })], pipes.slice(0, 1));
    expect(onlyPipe(plan).diagnostics).toMatchObject([
      { code: 'policy-rule', detail: 'The exception for this pipe expired on 2020-03-01.' },
    ]);
  });

  it('sees how many pipes change, before any is refused, and how many there are', () => {
    const plan = planWith(
      [rule('plan.changedPipes == 2 && plan.fleetSize == 3 && environment == null')],
      pipes.slice(0, 2),
    );
    expect(statusesOf(plan)).toEqual({ a: 'refused', b: 'refused' });
    expect(codes(plan.pipes.flatMap(({ diagnostics }) => diagnostics))).toEqual(['policy-rule', 'policy-rule']);
  });
});
