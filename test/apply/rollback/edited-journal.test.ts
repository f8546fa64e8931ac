import { describe, expect, test } from 'vitest';
import type { Run, RunPipe } from '../../../src/model/run.ts';
import { codes, idOf, onlyPipe } from '../../plan/samples.ts';
import { movingPipe, movingPipes } from '../guarded-run.ts';
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
    ['a value above its range', threads(65)],
    ['a value below its range', threads(-1)],
    ['another pipe of the configuration', (pipe) => ({ ...pipe, id: idOf('b') })],
    ['a fraction', threads(1.5)],
    ['a value of another type', threads(true)],
    ['a text', threads('text')],
    ['a list', threads([1])],
    ['a field that no request of the run wrote', change('settings.db_max_insert_threads', 1, null)],
    ['a field outside the contract', change('settings.other', 1, null)],
    ['a prototype key', change('settings.__proto__', 1, null)],
    ['a value other than the one sent', change('settings.db_max_threads', 2, 7)],
  ])('refuses %s', async (_, edit) => {
    const { run, service, desired } = await ran(movingPipes('a', 'b'));
    const edited = { ...run, pipes: run.pipes.slice(0, 1).map(edit) };
    // What the edited journal claims is live, so that it could be restored.
    if (onlyPipe(edited).changes[0]?.after === 7) service.edit(idOf('a'), { db_max_threads: 7 });
    const pipe = onlyPipe(planBack(edited, desired, service));
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
});
