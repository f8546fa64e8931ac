import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plan, PlannedPipe } from '../../src/model/plan.ts';
import type { Pipe } from '../../src/sandbox/index.ts';
import { checkProperty } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { type ExpectedPipe, expectPipe, isHeldBack, isOfKind, managed, valuesOf } from './expectations.ts';
import { type TestProject, withProject } from './project.ts';
import { anyWallSteps } from './quick-clock.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

it('plans exactly the differences, reaches the desired state or gives the exact reason, and changes nothing else', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(6, anySwitches), anyWallSteps, (scenario, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const fleet = await project.load('varied');
        const before = held(project);
        const plan = await project.plan(fleet);
        expectPlan(plan, scenario, before);
        expect(project.takeWrites()).toEqual([]);

        const run = await project.apply(plan);
        expectUnmanagedKept(scenario, before, held(project));
        const heldBack = isHeldBack(scenario, plan.summary.update);
        for (const pipe of scenario.cases) {
          const expected = expectPipe(pipe, before.get(pipe.live.id), scenario);
          const done = run.pipes.find(({ name }) => name === pipe.name);
          const codes = done?.diagnostics.map(({ code }) => code);
          expect(done?.status, `${pipe.name}: ${codes}`).toBe(runStatus(expected, heldBack));
          if (expected.status === 'update' && !heldBack && expected.obstacle !== null)
            expect(codes).toContain(expected.obstacle);
        }
        const again = await project.plan(fleet);
        for (const { name } of run.pipes.filter(({ status }) => status === 'applied' || status === 'unchanged'))
          expect(again.pipes.find((pipe) => pipe.name === name)).toMatchObject({ status: 'unchanged', changes: [] });
        // Values missing soon after a write mean "not yet"; later they are a difference.
        project.clock.advance(600_000);
        expectPlan(await project.plan(fleet), scenario, held(project));
      }),
    ),
    { numRuns: 44 },
  );
});

/** What the service holds, by id. */
type Pipes = ReadonlyMap<string, Pipe>;

function held(project: TestProject): Pipes {
  return new Map(project.sandbox.pipes().map((pipe) => [pipe.id, pipe]));
}

/** Compares everything that the configuration does not manage with what it was. Settings of other kinds are not sent back. */
function expectUnmanagedKept({ cases, switches }: Scenario, before: Pipes, after: Pipes): void {
  for (const pipe of cases.filter(({ exists }) => exists)) {
    const paths = new Set<string>(managed(pipe).map(({ path }) => path));
    const others = (pipes: Pipes) =>
      [...valuesOf(pipes.get(pipe.live.id) as Pipe, pipe.kind, switches.unset)]
        .filter(([path]) => !paths.has(path) && isOfKind(path, pipe.kind))
        .sort();
    expect(others(after), pipe.name).toEqual(others(before));
    expect(after.get(pipe.live.id)).toMatchObject({ name: pipe.live.name, source: pipe.live.source });
  }
}

function runStatus(expected: ExpectedPipe, heldBack: boolean): string {
  if (expected.status === 'error') return 'failed';
  if (expected.status !== 'update') return expected.status;
  if (heldBack) return 'refused';
  return expected.obstacle === null ? 'applied' : 'failed';
}

/** Compares a plan with the one expected from the declarations and the state of the service. */
function expectPlan(plan: Plan, scenario: Scenario, pipes: Pipes): void {
  expect(plan.pipes.map(({ name }) => name)).toEqual(scenario.cases.map(({ name }) => name).sort());
  for (const pipe of scenario.cases) {
    const expected = expectPipe(pipe, pipes.get(pipe.live.id), scenario);
    const planned = plan.pipes.find(({ name }) => name === pipe.name) as PlannedPipe;
    const codes = planned.diagnostics.map(({ code }) => code);
    expect(planned.status, `${pipe.name}: ${codes}`).toBe(expected.status);
    if (expected.code !== null) expect(codes).toContain(expected.code);
    expect(new Map(planned.changes.map(({ path, before, after }) => [path, [before, after]]))).toEqual(
      expected.changes,
    );
    const bodies = Object.fromEntries(planned.requests.map(({ method, body }) => [method, body]));
    expect(bodies).toEqual({
      ...(expected.put !== null && { PUT: expected.put }),
      ...(expected.patch !== null && { PATCH: expected.patch }),
    });
  }
  const refused = plan.diagnostics.some(({ code }) => code === 'too-many-changes');
  expect(refused).toBe(isHeldBack(scenario, plan.summary.update));
}
