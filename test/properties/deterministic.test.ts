import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fleet } from '../../src/model/fleet.ts';
import type { Plan } from '../../src/model/plan.ts';
import { checkProperty } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { withProject } from './project.ts';
import { scenarioOf } from './scenario.ts';

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
