import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySwitches } from './any-switches.ts';
import { expectPipe, isHeldBack } from './expectations.ts';
import { scenarioOf } from './scenario.ts';

it('generates fleets that cover every case of the properties', () => {
  const seen = new Map<string, number>();
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const scenario of fc.sample(scenarioOf(6, anySwitches), { numRuns: 600, seed: 1 })) {
    let updates = 0;
    for (const pipe of scenario.cases) {
      const expected = expectPipe(pipe, pipe.exists ? pipe.live : undefined, scenario);
      note(`${expected.status} ${expected.code ?? expected.obstacle ?? ''}`.trim());
      if (expected.put !== null && expected.patch !== null) note('both requests');
      if (expected.status === 'update') updates += 1;
    }
    if (isHeldBack(scenario, updates)) note('too-many-changes');
  }
  expect(
    [...seen]
      .filter(([, times]) => times >= 5)
      .map(([what]) => what)
      .sort(),
  ).toEqual([
    'both requests',
    'error pipe-not-found',
    'error service-idle',
    'error unreadable-value',
    'refused field-not-for-kind',
    'refused protected-pipe',
    'refused replica-factor',
    'refused wrong-pipe',
    'too-many-changes',
    'unchanged',
    'update',
    'update not-converged',
    'update request-rejected',
    'update settings-not-accepted',
  ]);
});
