import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import type { LoggedRequest } from '../../src/sandbox/state/logs.ts';
import { checkProperty } from '../effort.ts';
import { anySwitches } from './any-switches.ts';
import { isHeldBack } from './expectations.ts';
import { withProject } from './project.ts';
import { anyWallSteps } from './quick-clock.ts';
import { scenarioOf } from './scenario.ts';

it('sends only requests of the shown plan, each at most once', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(6, anySwitches), anyWallSteps, (scenario, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        await project.apply(plan);
        const shown = isHeldBack(scenario, plan.summary.update) ? [] : requestsOf(plan);
        const sent = project.takeWrites().map(asPlanned);
        for (const request of sent) expect(shown).toContainEqual(request);
        expect(new Set(sent.map(({ method, path }) => `${method} ${path}`)).size).toBe(sent.length);
      }),
    ),
    { numRuns: 28 },
  );
});

it('writes only to pipes that the plan updates, with at most one PUT and one PATCH, and a read before and after', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(6, anySwitches), anyWallSteps, (scenario, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        const planned = project.sandbox.requests().length;
        await project.apply(plan);
        const log = project.sandbox
          .requests()
          .slice(planned)
          .filter(({ status }) => status !== 429);
        for (const pipe of plan.pipes) {
          const own = log.filter(({ pipeId }) => pipeId === pipe.id);
          const methods = own.map(({ method }) => method);
          if (pipe.status !== 'update' || isHeldBack(scenario, plan.summary.update)) {
            expect(methods, `${pipe.name} is ${pipe.status}`).toEqual([]);
            continue;
          }
          expect(methods[0]).toBe('GET');
          expect(methods.filter((method) => method === 'PUT').length).toBeLessThanOrEqual(1);
          expect(methods.filter((method) => method === 'PATCH').length).toBeLessThanOrEqual(1);
          const isWritten = own.some(({ method, status }) => method !== 'GET' && status === 200);
          if (isWritten) expect(methods.at(-1)).toBe('GET');
        }
      }),
    ),
    { numRuns: 28 },
  );
});

it('increases capacity before the settings and reduces it after them', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(5, anySwitches), anyWallSteps, (scenario, wallSteps) =>
      withProject({ ...scenario, wallSteps }, async (project) => {
        const plan = await project.plan(await project.load('varied'));
        await project.apply(plan);
        const writes = project.takeWrites();
        for (const pipe of plan.pipes.filter(({ requests }) => requests.length === 2)) {
          const scaling = pipe.changes.filter(({ path }) => path.startsWith('scaling.'));
          const [first] = writes.filter(({ pipeId }) => pipeId === pipe.id);
          if (first === undefined) continue;
          const isBigger = scaling.map(({ before, after }) =>
            typeof before === 'number' && typeof after === 'number' ? after > before : null,
          );
          if (isBigger.every((bigger) => bigger === true)) expect(first.method).toBe('PATCH');
          if (isBigger.every((bigger) => bigger === false)) expect(first.method).toBe('PUT');
        }
      }),
    ),
    { numRuns: 20 },
  );
});

function requestsOf(plan: Plan) {
  return plan.pipes.flatMap(({ requests }) => requests).map(({ method, path, body }) => ({ method, path, body }));
}

function asPlanned({ method, path, body }: LoggedRequest) {
  return { method, path, body };
}
