import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../../src/model/field/field.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import type { Run, RunPipe } from '../../../src/model/run.ts';
import { checkProperty } from '../../effort.ts';
import { codes, idOf, onlyPipe, valuesOf } from '../../plan/samples.ts';
import { movingPipe } from '../guarded-run.ts';
import { growingPipe } from '../journaled-run.ts';
import { pathOf, planBack, ran } from './rollback-plan.ts';

function editPipe(run: Run, edit: (pipe: RunPipe) => RunPipe): Run {
  return { ...run, pipes: run.pipes.map(edit) };
}

describe('a rollback plan from an edited journal', () => {
  const change = (path: string, before: unknown, after: unknown) => (pipe: RunPipe) => {
    const [first] = pipe.changes;
    return { ...pipe, changes: [{ ...first, path, before, after }] } as RunPipe;
  };
  const threads = (before: unknown) => change('settings.db_max_threads', before, 8);

  test.each<[string, (pipe: RunPipe) => RunPipe]>([
    ['a pipe that the configuration does not have', (pipe) => ({ ...pipe, id: idOf('zzz') })],
    ['another service', (pipe) => ({ ...pipe, serviceId: idOf('zzz') })],
    ['a value out of range', threads(65)],
    ['a fraction', threads(1.5)],
    ['a value of another type', threads(true)],
    ['a text', threads('text')],
    ['a list', threads([1])],
    ['a field that no request of the run wrote', change('settings.db_max_insert_threads', 1, null)],
    ['a field outside the contract', change('settings.other', 1, null)],
    ['a prototype key', change('settings.__proto__', 1, null)],
    ['a value other than the one sent', change('settings.db_max_threads', 2, 7)],
  ])('refuses %s', async (_, edit) => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const [written] = run.pipes.map(edit);
    // What the edited journal claims is live, so that it could be restored.
    if (written?.changes[0]?.after === 7) service.edit(idOf('a'), { db_max_threads: 7 });
    const pipe = onlyPipe(planBack(editPipe(run, edit), desired, service));
    expect([pipe.status, pipe.requests]).toEqual(['refused', []]);
    expect(new Set(codes(pipe.diagnostics))).toEqual(new Set(['rollback-incomplete']));
  });

  test('ignores edited requests: those of the plan are built again', async () => {
    const { run, service, desired } = await ran([movingPipe('a')]);
    const elsewhere = `/v1/organizations/${idOf('evil')}/services/${idOf('evil')}/pipes/${idOf('evil')}/settings`;
    const evil = editPipe(run, (one) => ({
      ...one,
      requests: one.requests.map((request) => ({ ...request, path: elsewhere })),
    }));
    expect(onlyPipe(planBack(evil, desired, service)).requests).toEqual([
      { method: 'PUT', path: `${pathOf('a')}/settings`, body: { db_max_threads: 4 } },
    ]);
  });

  test('restores only fields that the configuration manages from a document, and the others from the journal', async () => {
    const shown = { settings: { db_max_threads: 4, db_max_insert_threads: 2 } };
    const { run, service, desired } = await ran([
      movingPipe('a', { settings: { db_max_threads: 8, db_max_insert_threads: 3 } }, shown),
    ]);
    const fewer = desired.map((pipe) => {
      const { db_max_insert_threads: _, ...settings } = pipe.settings;
      return { ...pipe, settings };
    });
    const bodyOf = (isDocument: boolean) => onlyPipe(planBack(run, fewer, service, { isDocument })).requests[0]?.body;
    expect(bodyOf(false)).toEqual({ db_max_threads: 4, db_max_insert_threads: 2 });
    expect(bodyOf(true)).toEqual({ db_max_threads: 4, db_max_insert_threads: 3 });
    const pipe = onlyPipe(planBack(run, fewer, service, { isDocument: true }));
    expect(pipe.diagnostics).toMatchObject([{ code: 'rollback-incomplete', severity: 'error' }]);
  });

  test('plans only configured pipes, fields that the run sent and values that the contract allows', async () => {
    const { run, service, desired } = await ran([growingPipe('a'), movingPipe('b')]);
    const anyValue = fc.oneof(fc.integer({ min: -5, max: 70 }), fc.constant(null), fc.boolean(), fc.string());
    const anyChange = fc.record({
      path: fc.constantFrom(
        'settings.db_max_threads',
        'settings.other',
        'scaling.replicas',
        'scaling.__proto__',
        'settings.db_max_insert_threads',
      ),
      before: anyValue,
      after: fc.oneof(fc.constantFrom(8, 3, null), fc.integer({ min: -5, max: 70 })),
    });
    const anyEdit = fc.record({
      id: fc.constantFrom(idOf('a'), idOf('b'), idOf('c')),
      liveName: fc.constantFrom('a', 'b'),
      changes: fc.array(anyChange, { maxLength: 3 }),
      hasChanges: fc.boolean(),
    });
    checkProperty(
      fc.property(fc.array(anyEdit, { minLength: 2, maxLength: 2 }), (edits) => {
        const forged = {
          ...run,
          pipes: run.pipes.map((pipe, index) => {
            const edit = edits[index];
            if (edit === undefined) return pipe;
            const [first] = pipe.changes;
            const changes = edit.hasChanges ? edit.changes.map((one) => ({ ...first, ...one })) : pipe.changes;
            return { ...pipe, id: edit.id, liveName: edit.liveName, changes } as RunPipe;
          }),
        };
        const plan = planBack(forged, desired, service);
        for (const pipe of plan.pipes) {
          if (pipe.status !== 'update') expect(pipe.requests).toEqual([]);
          for (const { path, body } of pipe.requests) {
            const own = desired.find(({ id }) => path.startsWith(`${pathOf('')}`.replace(idOf(''), id)));
            expect(own?.name).toBe(pipe.name);
            const live: LivePipe = service.truth(pipe.id);
            for (const [key, value] of Object.entries(body)) {
              const shown = path.endsWith('/settings') ? valuesOf(live)[key] : live.scaling[key as 'replicas'];
              if (shown === value) continue;
              expect(['db_max_threads', 'replicas']).toContain(key);
              expect(pipe.changes.some((one) => one.path.endsWith(`.${key}`))).toBe(true);
              const field = FIELDS.find((one) => one.key === key);
              if (value !== null) {
                expect(value).toBeGreaterThanOrEqual(field?.minimum ?? Number.NaN);
                expect(value).toBeLessThanOrEqual(field?.maximum ?? Number.NaN);
              }
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
