import { expect, it } from 'vitest';
import { findImpossible } from '../../src/engine/recommend/check-histories.ts';
import type { Sizing } from '../../src/model/size/sizing-series.ts';
import { place } from '../plan/samples.ts';
import { history, NOW, type Step } from '../sizing/samples.ts';

const SPEC = { sourceId: 's', aggFn: 'avg', where: '', groupBy: ['pipe'], location: place(4) } as const;
const SIZING = {
  series: { cpu: SPEC, memory: SPEC, rate: SPEC, lag: SPEC, capacity: SPEC },
} as Partial<Sizing> as Sizing;

/** A pipe of 2,000 millicores that shows these values all the time. */
const measured = (name: string, step: Partial<Step>) => ({ name, now: NOW, history: history(1, () => step) });

it.each<readonly [Partial<Step>, within: Partial<Step>, summary: string]>([
  [{ lag: -3 }, { lag: 0 }, '`sizing.series.lag` shows -3 for pipe odd, and no measurement is below 0.'],
  [{ memory: 65 }, { memory: 64 }, '`sizing.series.memory` shows 65 for pipe odd, more than 64 GB.'],
  [
    // Its CPU would be too much for it, which is not said, too.
    { capacity: 24, cpu: 1_000 },
    { capacity: 25, cpu: 100 },
    '`sizing.series.capacity` shows 24 for pipe odd, less than any replica may use: perhaps cores, and not millicores.',
  ],
  [
    { cpu: 20_001 },
    { cpu: 20_000 },
    '`sizing.series.cpu` shows 20,001 for pipe odd, more than 10 times what its replicas may use.',
  ],
  [
    { cpu: 3 },
    { cpu: 4 },
    '`sizing.series.cpu` shows 3 for pipe odd, less than 0.2% of what its replicas may use: perhaps cores, and not millicores.',
  ],
])('%j is not possible, and %j is: a warning beside other pipes, and else an error', (values, within, summary) => {
  const [odd, busy] = [measured('odd', values), measured('busy', { cpu: 1_000 })];
  const said = { code: 'sizing-series', summary, line: 4, hint: expect.stringMatching(/^It takes /) };
  expect(findImpossible([odd, busy], SIZING)).toMatchObject({
    diagnostics: [{ ...said, severity: 'warning', detail: '1 pipe without advice: odd' }],
    names: new Set(['odd']),
  });
  expect(findImpossible([odd], SIZING).diagnostics).toMatchObject([{ ...said, severity: 'error' }]);
  expect(findImpossible([measured('odd', within), busy], SIZING)).toEqual({ diagnostics: [], names: new Set() });
});

it('warns of a fleet in which no pipe uses as much CPU as some pipe does', () => {
  const warnOf = (...cpu: readonly number[]) =>
    findImpossible(
      cpu.map((value, index) => measured(`${index}`, { cpu: value })),
      SIZING,
    );
  expect(warnOf(0, 30)).toMatchObject({
    diagnostics: [
      {
        severity: 'warning',
        summary: expect.stringContaining('at most 1.5% of what the replicas of any pipe may use'),
      },
    ],
    names: new Set(),
  });
  expect([warnOf(30, 60).diagnostics, warnOf(0).diagnostics]).toEqual([[], []]);
});
