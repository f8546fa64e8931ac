import { describe, expect, it } from 'vitest';
import { parsePipe } from '../../../src/api/pipes/parse-pipe.ts';
import type { DesiredPipe } from '../../../src/model/fleet.ts';
import type { JsonObject } from '../../../src/model/json/json.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { redactAll } from '../../../src/model/secret/redact.ts';
import {
  codes,
  desiredPipe,
  idOf,
  livePipe,
  onlyPipe,
  pair,
  planOf,
  SERVICE_ID,
  valuesOf,
} from '../../plan/samples.ts';
import { FakeService, type ServiceOptions } from '../fake-service.ts';
import { runPlan } from '../run-plan.ts';

const ID = idOf('orders');
const SECRET = 'canary-4711-canary';

/** What a service shows instead of readable settings. */
const UNKNOWN_SETTINGS: readonly (readonly [string, string])[] = [
  ['an integer beyond 2^53', '{"db_max_threads":4,"big":9007199254740993}'],
  ['1e400', '{"db_max_threads":4,"big":1e400}'],
  ['nesting of 70', `{"db_max_threads":4,"deep":${'['.repeat(70)}${']'.repeat(70)}}`],
  ['an echoed secret', `{"db_max_threads":4,"note":"${SECRET}"}`],
  ['null', 'null'],
  ['nothing', ''],
  ['a list', '[1]'],
  ['a string', '"none"'],
];

const UNREADABLE_REPLICAS = ['"abc"', '{}', '[]', 'true', '1e400', '2.5'];

/** The pipe as read from an answer with this text instead of a section. */
function showing(live: LivePipe, section: 'settings' | 'scaling', text: string): LivePipe {
  const other = section === 'settings' ? { scaling: live.scaling } : { settings: valuesOf(live) };
  const shown = { id: live.id, name: live.name, state: live.state, source: { kafka: {} }, ...other };
  const body = JSON.stringify({ result: shown }).replace(/\}\}$/, text === '' ? '}}' : `,"${section}":${text}}}`);
  const parsed = parsePipe(JSON.parse(body), { serviceId: SERVICE_ID, redact: redactAll([SECRET]) });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.pipe;
}

/** The n-th read and each later one show the pipe as changed by `show`. */
function odd(live: LivePipe, from: number, show: (live: LivePipe) => LivePipe, options: ServiceOptions = {}) {
  return new FakeService([live], { ...options, shows: (shown, read) => (read >= from ? show(shown) : shown) });
}

async function apply(desired: DesiredPipe, planned: LivePipe, service: FakeService) {
  const { run } = await runPlan(planOf([pair(desired, planned)]), service);
  const pipe = onlyPipe(run);
  return {
    pipe,
    status: pipe.status,
    codes: codes(pipe.diagnostics),
    sent: service.writes.map(({ method }) => method),
  };
}

describe('settings that cannot be compared', () => {
  // What a plan sees when every live setting is null at that time.
  const EMPTY = livePipe({ settings: { db_max_threads: null } });
  const WANTED = desiredPipe({ settings: { db_max_insert_threads: 2 } });

  it.each(UNKNOWN_SETTINGS)('stop the write when the read before it shows %s', async (_, text) => {
    const service = odd(EMPTY, 1, (live) => showing(live, 'settings', text));
    const { status, sent, codes: found, pipe } = await apply(WANTED, EMPTY, service);
    expect([status, sent, found]).toEqual(['stale', [], ['pipe-moved']]);
    expect(pipe.diagnostics[0]?.summary).toBe(
      'Pipe orders can no longer be compared with the plan; nothing was written to it.',
    );
    expect(pipe.diagnostics[0]?.detail).toMatch(/^settings: cannot be read; the service returned /);
    expect(JSON.stringify(pipe)).not.toContain(SECRET);
  });

  it.each(UNKNOWN_SETTINGS)(
    'stop the settings update when the answer to the scaling update shows %s',
    async (_, text) => {
      const live = livePipe({ settings: { db_max_threads: null }, scaling: { replicas: 2 } });
      const show = (shown: LivePipe): LivePipe => showing(shown, 'settings', text);
      const service = odd(live, 2, show, { answer: (_method, shown) => show(shown) });
      const wanted = desiredPipe({ settings: { db_max_insert_threads: 2 }, scaling: { replicas: 3 } });
      const { status, sent, codes: found, pipe } = await apply(wanted, live, service);
      expect([status, sent, found]).toEqual(['failed', ['PATCH'], ['pipe-moved']]);
      expect(pipe.diagnostics[0]?.detail).toContain('settings: cannot be read; the service returned ');
      expect(pipe.diagnostics[0]?.detail).toContain('Written before that: scaling.replicas 3.');
    },
  );

  it('do not stop an update of scaling alone when the plan did not rely on them', async () => {
    const live = showing(livePipe({ scaling: { replicas: 2 } }), 'settings', '[1]');
    const service = new FakeService([live]);
    const { status, sent } = await apply(desiredPipe({ scaling: { replicas: 3 } }), live, service);
    expect([status, sent]).toEqual(['applied', ['PATCH']]);
  });
});

describe('a written value that cannot be read', () => {
  const LIVE = livePipe({ settings: { db_max_threads: 4 }, scaling: { replicas: 3 } });

  it.each(UNKNOWN_SETTINGS)('is unknown when a setting should be unset and the read shows %s', async (_, text) => {
    const service = odd(LIVE, 2, (live) => showing(live, 'settings', text), { writes: ['ignored'] });
    const {
      status,
      codes: found,
      pipe,
    } = await apply(desiredPipe({ settings: { db_max_threads: null } }), LIVE, service);
    expect([status, found]).toEqual(['unknown', ['write-unknown']]);
    expect(pipe.diagnostics[0]?.detail).toMatch(/^settings: cannot be read; the service returned /);
  });

  it.each([...UNREADABLE_REPLICAS, 'null instead of scaling'])(
    'is unknown when replicas should be unset and the read shows %s',
    async (text) => {
      const show = (live: LivePipe): LivePipe =>
        UNREADABLE_REPLICAS.includes(text)
          ? showing(live, 'scaling', `{"replicas":${text}}`)
          : showing(live, 'scaling', 'null');
      const service = odd(LIVE, 2, show, { writes: ['ignored'] });
      const { status, codes: found, pipe } = await apply(desiredPipe({ scaling: { replicas: null } }), LIVE, service);
      expect([status, found]).toEqual(['unknown', ['write-unknown']]);
      expect(pipe.diagnostics[0]?.detail).toMatch(/^scaling\.replicas: asked for no value, cannot be read; /);
    },
  );

  it('is confirmed by a later read that can be read', async () => {
    const show = (live: LivePipe, read: number) => (read > 1 && read <= 4 ? showing(live, 'settings', 'null') : live);
    const service = new FakeService([LIVE], { shows: show });
    const { status } = await apply(desiredPipe({ settings: { db_max_threads: 8 } }), LIVE, service);
    expect(status).toBe('applied');
  });
});

describe('the answer to a write', () => {
  const LIVE = livePipe({ settings: { db_max_threads: 4, theirs: 1 }, scaling: { replicas: 2 } });
  const GROWS = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });
  const SHRINKS = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 1 } });
  const reads = (service: FakeService) => service.received.filter(({ method }) => method === 'GET').length;
  const editAt = (at: 'PUT' | 'PATCH', settings: JsonObject) => ({
    onRequest: ({ method }: { method: string }, service: FakeService) => {
      if (method === at) service.edit(ID, settings);
    },
  });

  it('replaces the read between a scaling update and a settings update', async () => {
    const service = new FakeService([LIVE]);
    expect(await apply(GROWS, LIVE, service)).toMatchObject({ status: 'applied', sent: ['PATCH', 'PUT'] });
    expect(reads(service)).toBe(2);
  });

  it.each([{ theirs: 2 }, { another: true }])(
    'may show an edit of a setting that is not managed, which a read confirms and the settings update keeps: %j',
    async (edit) => {
      const service = new FakeService([LIVE], editAt('PATCH', edit));
      expect(await apply(GROWS, LIVE, service)).toMatchObject({ status: 'applied', sent: ['PATCH', 'PUT'], codes: [] });
      expect(valuesOf(service.truth(ID))).toEqual({ ...valuesOf(LIVE), ...edit, db_max_threads: 8 });
      expect(reads(service)).toBe(3);
    },
  );

  it.each([{ theirs: null }, { theirs: '********' }, { db_max_threads: 6 }])(
    'refuses the settings update when it shows that someone else changed %j',
    async (edit) => {
      const service = new FakeService([LIVE], editAt('PATCH', edit));
      const { status, sent, codes: found } = await apply(GROWS, LIVE, service);
      expect([status, sent, found]).toEqual(['failed', ['PATCH'], ['pipe-moved']]);
      expect(valuesOf(service.truth(ID))).toEqual({ ...valuesOf(LIVE), ...edit });
    },
  );

  it('refuses the settings update when the pipe was renamed in the meantime', async () => {
    const service = new FakeService([LIVE], { answer: (_, live) => ({ ...live, name: 'another' }) });
    const { status, sent, codes: found } = await apply(GROWS, LIVE, service);
    expect([status, sent, found]).toEqual(['failed', ['PATCH'], ['wrong-pipe']]);
  });

  it.each(['null', '{}', ''])('is followed by a read when it has no settings: %s', async (text) => {
    const answer = (_: string, live: LivePipe): LivePipe => showing(live, 'settings', text);
    const kept = new FakeService([LIVE], { answer });
    expect(await apply(GROWS, LIVE, kept)).toMatchObject({ status: 'applied', sent: ['PATCH', 'PUT'] });
    expect(reads(kept)).toBe(3);

    const edited = new FakeService([LIVE], { answer, ...editAt('PATCH', { db_max_threads: 6 }) });
    expect(await apply(GROWS, LIVE, edited)).toMatchObject({ status: 'failed', sent: ['PATCH'] });
    expect(valuesOf(edited.truth(ID))).toEqual({ db_max_threads: 6, theirs: 1 });
  });

  it('replaces the read between a settings update and a scaling update that shrinks', async () => {
    const service = new FakeService([LIVE]);
    expect(await apply(SHRINKS, LIVE, service)).toMatchObject({ status: 'applied', sent: ['PUT', 'PATCH'] });
    expect(reads(service)).toBe(2);
  });

  it.each([
    [{ db_max_threads: 6 }, 'failed', ['PUT'], ['pipe-moved']],
    [{ theirs: null }, 'failed', ['PUT'], ['pipe-moved']],
    [{ theirs: 2 }, 'applied', ['PUT', 'PATCH'], []],
  ])('to a settings update decides on the scaling update when it shows an edit: %j', async (edit, ...expected) => {
    const merged = { put: 'merge' as const, answer: (_: string, live: LivePipe) => edited(live, edit) };
    const { status, sent, codes: found } = await apply(SHRINKS, LIVE, new FakeService([LIVE], merged));
    expect([status, sent, found]).toEqual(expected);
  });

  it('allows the scaling update when it still shows the previous values', async () => {
    const late = { answer: (method: string, live: LivePipe) => (method === 'PUT' ? LIVE : live) };
    expect(await apply(SHRINKS, LIVE, new FakeService([LIVE], late))).toMatchObject({
      status: 'applied',
      sent: ['PUT', 'PATCH'],
    });
  });
});

function edited(live: LivePipe, settings: JsonObject): LivePipe {
  return { ...live, settings: { status: 'known', values: { ...valuesOf(live), ...settings } } };
}
