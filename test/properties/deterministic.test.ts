import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fleet } from '../../src/model/fleet.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { PipeRead } from '../../src/plan/plan-fleet.ts';
import { checkProperty } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { allow, planAt, withProject } from './project.ts';
import { scenarioOf } from './scenario.ts';

it('gives the same bytes for the same inputs, for any order of pipes and settings', async () => {
  await checkProperty(
    fc.asyncProperty(
      scenarioOf(6, anySwitches),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (scenario, dice) =>
        withProject(scenario, async (project) => {
          const fleet = await project.load('varied');
          const reads = await project.read(fleet);
          const shuffle = <T>(items: readonly T[]): T[] =>
            items
              .map((item) => [dice.next().value ?? 0, item] as const)
              .sort(([a], [b]) => a - b)
              .map(([, item]) => item);
          const plan = planAt(fleet, reads, project.clock, allow(scenario));
          const turned = reads.map((read) => turn(read, shuffle));
          const other = planAt(
            { ...fleet, pipes: shuffle(fleet.pipes) },
            shuffle(turned),
            project.clock,
            allow(scenario),
          );
          expect(JSON.stringify(other)).toBe(JSON.stringify(plan));
        }),
    ),
    { numRuns: 32 },
  );
});

it('gives the same plan however the configuration is split into files, presets, environments, units and variables', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(6, anySwitches), (scenario) =>
      withProject(scenario, async (project) => {
        const plain = await project.load('plain');
        const varied = await project.load('varied');
        expect(withoutPlaces({ ...varied, environment: null })).toEqual(withoutPlaces(plain));
        const ofVaried: Plan = { ...(await project.plan(varied)), environment: null };
        const ofPlain = await project.plan(plain);
        expect(withoutTimes(ofVaried)).toEqual(withoutTimes(ofPlain));
      }),
    ),
    { numRuns: 32 },
  );
});

/** The same answer with its settings and the desired ones in another order. */
function turn({ desired, read }: PipeRead, shuffle: <T>(items: readonly T[]) => T[]): PipeRead {
  const turned = (object: object) => Object.fromEntries(shuffle(Object.entries(object)));
  const pipe = { ...desired, settings: turned(desired.settings), scaling: turned(desired.scaling) };
  if (!read.ok || read.pipe.settings.status !== 'known') return { desired: pipe, read };
  const settings = { status: 'known', values: turned(read.pipe.settings.values) } as const;
  return { desired: pipe, read: { ...read, pipe: { ...read.pipe, settings } } };
}

const PLACES = new Set(['location', 'file', 'line', 'column', 'endLine', 'endColumn']);

function withoutPlaces(value: Fleet | Plan): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (PLACES.has(key) ? undefined : part)));
}

/** Without what differs between reads: the time, request ids and the number of attempts. */
function withoutTimes(plan: Plan): unknown {
  const pipes = plan.pipes.map((pipe) => ({ ...pipe, requestId: null }));
  const text = JSON.stringify(withoutPlaces({ ...plan, createdAt: '', pipes }));
  return JSON.parse(text.replaceAll(/ after \d+ attempts/g, ''));
}
