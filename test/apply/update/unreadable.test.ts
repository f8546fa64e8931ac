import { describe, expect, it } from 'vitest';
import type { DesiredPipe } from '../../../src/model/fleet.ts';
import type { JsonObject } from '../../../src/model/json/json.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { codes, desiredPipe, idOf, livePipe, onlyPipe, pair, planOf, valuesOf } from '../../plan/samples.ts';
import { FakeService, type ServiceOptions } from '../fake-service.ts';
import { runPlan } from '../run-plan.ts';

const ID = idOf('orders');

/** What a service shows instead of readable settings; which texts are such is in test/api/parse-pipe.test.ts. */
const UNKNOWN_SETTINGS: readonly (readonly [string, Partial<LivePipe>])[] = [
  ['no settings', { settings: { status: 'absent' } }],
  [
    'a value that cannot be sent back',
    { settings: { status: 'unusable' }, unreadable: [{ path: 'settings.big', found: 2 ** 53 }] },
  ],
];

/** The n-th read and each later one show this of the pipe. */
function odd(live: LivePipe, from: number, shown: Partial<LivePipe>, options: ServiceOptions = {}) {
  const shows: ServiceOptions['shows'] = (now, read) => (read >= from ? { ...now, ...shown } : now);
  return new FakeService([live], { ...options, shows });
}

async function apply(desired: DesiredPipe, planned: LivePipe, service: FakeService) {
  const { run } = await runPlan(planOf([pair(desired, planned)]), service);
  const pipe = onlyPipe(run);
  const sent = service.writes.map(({ method }) => method);
  return { pipe, status: pipe.status, codes: codes(pipe.diagnostics), sent };
}

describe('settings that cannot be compared', () => {
  // What a plan sees when every live setting is null at that time.
  const EMPTY = livePipe({ settings: { db_max_threads: null } });
  const WANTED = desiredPipe({ settings: { db_max_insert_threads: 2 } });

  it.each(UNKNOWN_SETTINGS)('stop the write when the read before it shows %s', async (_, shown) => {
    const { status, sent, codes: found, pipe } = await apply(WANTED, EMPTY, odd(EMPTY, 1, shown));
    expect([status, sent, found]).toEqual(['stale', [], ['pipe-moved']]);
    expect(pipe.diagnostics[0]).toMatchObject({
      summary: 'Pipe orders can no longer be compared with the plan; nothing was written to it.',
      detail: expect.stringMatching(/^settings: cannot be read; the service returned /),
    });
  });

  it.each(UNKNOWN_SETTINGS)(
    'stop the settings update when the answer to the scaling update shows %s',
    async (_, shown) => {
      const live = livePipe({ settings: { db_max_threads: null }, scaling: { replicas: 2 } });
      const service = odd(live, 2, shown, { answer: (_method, now) => ({ ...now, ...shown }) });
      const wanted = desiredPipe({ settings: { db_max_insert_threads: 2 }, scaling: { replicas: 3 } });
      const { status, sent, codes: found, pipe } = await apply(wanted, live, service);
      expect([status, sent, found]).toEqual(['failed', ['PATCH'], ['pipe-moved']]);
      expect(pipe.diagnostics[0]?.detail).toContain('settings: cannot be read; the service returned ');
      expect(pipe.diagnostics[0]?.detail).toContain('Written before that: scaling.replicas 3.');
    },
  );

  it('do not stop an update of scaling alone when the plan did not rely on them', async () => {
    const live: LivePipe = { ...livePipe({ scaling: { replicas: 2 } }), settings: { status: 'unusable' } };
    const { status, sent } = await apply(desiredPipe({ scaling: { replicas: 3 } }), live, new FakeService([live]));
    expect([status, sent]).toEqual(['applied', ['PATCH']]);
  });
});

describe('a written value that cannot be read', () => {
  const LIVE = livePipe({ settings: { db_max_threads: 4 }, scaling: { replicas: 3 } });
  const WORDS = 'cannot be read; the service returned ';

  it.each<[string, Parameters<typeof desiredPipe>[0], Partial<LivePipe>, string]>([
    ['no settings', { settings: { db_max_threads: null } }, { settings: { status: 'absent' } }, `settings: ${WORDS}`],
    [
      'other settings',
      { settings: { db_max_threads: null } },
      { settings: { status: 'unusable' } },
      `settings: ${WORDS}`,
    ],
    ...(['absent', 'unreadable'] as const).map((replicas): [string, object, Partial<LivePipe>, string] => [
      `${replicas} replicas`,
      { scaling: { replicas: null } },
      { scaling: { ...LIVE.scaling, replicas } },
      `scaling.replicas: asked for no value, ${WORDS}`,
    ]),
  ])('is unknown when it should be unset and the read shows %s', async (_, wanted, shown, words) => {
    const service = odd(LIVE, 2, shown, { writes: ['ignored'] });
    const { status, codes: found, pipe } = await apply(desiredPipe(wanted), LIVE, service);
    expect([status, found]).toEqual(['unknown', ['write-unknown']]);
    expect(pipe.diagnostics[0]?.detail).toContain(words);
  });

  it('is confirmed by a later read that can be read', async () => {
    const service = new FakeService([LIVE], { reads: ['none', 'absent-settings', 'unusable-settings'] });
    const { status } = await apply(desiredPipe({ settings: { db_max_threads: 8 } }), LIVE, service);
    expect(status).toBe('applied');
  });
});

// That it replaces a read is in apply-pipe.test.ts.
describe('the answer to a write', () => {
  const LIVE = livePipe({ settings: { db_max_threads: 4, theirs: 1 }, scaling: { replicas: 2 } });
  const GROWS = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });
  const SHRINKS = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 1 } });
  const atPatch = (settings: JsonObject): ServiceOptions => ({
    onRequest: ({ method }, service) => (method === 'PATCH' ? service.edit(ID, settings) : undefined),
  });

  it.each<[JsonObject, string, readonly string[]]>([
    [{ theirs: 2 }, 'applied', []],
    [{ another: true }, 'applied', []],
    [{ theirs: null }, 'failed', ['pipe-moved']],
    [{ theirs: '********' }, 'failed', ['pipe-moved']],
    [{ db_max_threads: 6 }, 'failed', ['pipe-moved']],
  ])('to a scaling update decides on the settings update when it shows an edit: %j', async (edit, status, found) => {
    const service = new FakeService([LIVE], atPatch(edit));
    const sent = status === 'applied' ? ['PATCH', 'PUT'] : ['PATCH'];
    expect(await apply(GROWS, LIVE, service)).toMatchObject({ status, sent, codes: found });
    const written = status === 'applied' ? { db_max_threads: 8 } : {};
    expect(valuesOf(service.truth(ID))).toEqual({ ...valuesOf(LIVE), ...edit, ...written });
    // An edit that will be kept is confirmed by a read.
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(status === 'applied' ? 3 : 1);
  });

  it('refuses the settings update when the pipe was renamed in the meantime', async () => {
    const service = new FakeService([LIVE], { answer: (_, live) => ({ ...live, name: 'another' }) });
    const { status, sent, codes: found } = await apply(GROWS, LIVE, service);
    expect([status, sent, found]).toEqual(['failed', ['PATCH'], ['wrong-pipe']]);
  });

  it.each<[string, Partial<LivePipe>]>([
    ['no settings', { settings: { status: 'absent' } }],
    ['none that is set', { settings: { status: 'known', values: {} } }],
  ])('is followed by a read when it has %s', async (_, shown) => {
    const answer = (_method: string, live: LivePipe): LivePipe => ({ ...live, ...shown });
    const kept = new FakeService([LIVE], { answer });
    expect(await apply(GROWS, LIVE, kept)).toMatchObject({ status: 'applied', sent: ['PATCH', 'PUT'] });

    const edited = new FakeService([LIVE], { answer, ...atPatch({ db_max_threads: 6 }) });
    expect(await apply(GROWS, LIVE, edited)).toMatchObject({ status: 'failed', sent: ['PATCH'] });
    expect(valuesOf(edited.truth(ID))).toEqual({ db_max_threads: 6, theirs: 1 });
  });

  it.each<[JsonObject, string, readonly string[], readonly string[]]>([
    [{ db_max_threads: 6 }, 'failed', ['PUT'], ['pipe-moved']],
    [{ theirs: null }, 'failed', ['PUT'], ['pipe-moved']],
    [{ theirs: 2 }, 'applied', ['PUT', 'PATCH'], []],
    // It may still show the previous value.
    [{ db_max_threads: 4 }, 'applied', ['PUT', 'PATCH'], []],
  ])('to a settings update decides on the scaling update when it shows %j', async (edit, status, sent, found) => {
    const answer = (method: string, live: LivePipe): LivePipe =>
      method === 'PUT' ? { ...live, settings: { status: 'known', values: { ...valuesOf(live), ...edit } } } : live;
    const service = new FakeService([LIVE], { put: 'merge', answer });
    expect(await apply(SHRINKS, LIVE, service)).toMatchObject({ status, sent, codes: found });
  });
});
