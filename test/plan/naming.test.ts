import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import { settingNamesOf } from '../../src/model/field/setting-names.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/model/json/json.ts';
import type { Naming } from '../../src/model/naming.ts';
import type { PlannedPipe } from '../../src/model/plan.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { hashConfiguration } from '../../src/plan/policy/scope.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { checkProperty } from '../effort.ts';
import {
  desiredPipe,
  driftOf,
  fleetOf,
  idOf,
  livePipe,
  ORGANIZATION,
  pair,
  planOf,
  SERVICE_ID,
  valuesOf,
} from './samples.ts';

const WAREHOUSE: Naming = { resource: 'clickstreams', settingPrefix: 'warehouse_' };
const SETTINGS = FIELDS.filter(({ section }) => section === 'settings');

const wanted = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });
const live = livePipe({
  settings: { db_max_threads: 4, db_max_insert_threads: 2, warehouse_new: true, db_new: 1 },
  scaling: { replicas: 2 },
});

function planNamed(naming: Naming | null, reads = [pair(wanted, live)]) {
  const { api } = fleetOf([]);
  return planOf(reads, { fleet: { api: { ...api, ...(naming !== null && { naming }) } } });
}

describe('a plan for a deployment with other names', () => {
  it('shows requests as sent, and everything else under the contract names', () => {
    const plan = planNamed(WAREHOUSE);
    const [pipe] = plan.pipes;
    expect(plan.api).toEqual({ url: 'http://127.0.0.1:4010', organization: ORGANIZATION, naming: WAREHOUSE });
    expect(pipe?.changes.map(({ path }) => path)).toEqual(['settings.db_max_threads', 'scaling.replicas']);
    expect(pipe?.live?.settings).toEqual(valuesOf(live));
    const path = `/v1/organizations/${ORGANIZATION}/services/${SERVICE_ID}/clickstreams/${idOf('orders')}`;
    expect(pipe?.requests).toEqual([
      { method: 'PATCH', path: `${path}/scaling`, body: { replicas: 3 } },
      {
        method: 'PUT',
        path: `${path}/settings`,
        body: { warehouse_max_threads: 8, warehouse_max_insert_threads: 2, db_new: 1, warehouse_new: true },
      },
    ]);
  });

  it('counts included unchanged values by the deployment names', () => {
    const text = renderReportText(planNamed(WAREHOUSE), createStyle('off'), { requests: true });
    expect(text).toContain('(3 unchanged values included');
    const page = renderHtml(planNamed(WAREHOUSE), { requests: true });
    expect(page).toMatch(/<b> *&quot;warehouse_max_threads&quot;: 8,<\/b>/);
    expect(page).toContain('3 unchanged values included');
  });

  it('notes in the report that requests use other names, and only then', () => {
    expect(renderHtml(planNamed(WAREHOUSE))).toContain('<bdi>warehouse_</bdi></code> for db_');
    expect(renderHtml(planNamed(null))).not.toContain('<dt>Names in requests</dt>');
  });

  it('has the same live values as a plan for the contract names', () => {
    const fleet = fleetOf([wanted]);
    const plain = planNamed(null);
    expect(plain.api).not.toHaveProperty('naming');
    expect(planNamed(WAREHOUSE).pipes[0]?.basis).toBe(plain.pipes[0]?.basis);
    expect(hashConfiguration({ ...fleet, api: { ...fleet.api, naming: WAREHOUSE } })).not.toBe(
      hashConfiguration(fleet),
    );
  });

  it('has a drift report that also records the names', () => {
    const { api } = fleetOf([]);
    const drift = driftOf([pair(wanted, live)], { fleet: { api: { ...api, naming: WAREHOUSE } } });
    expect(drift.api).toMatchObject({ naming: WAREHOUSE });
  });

  it('names the conflicting key when the service also has a contract name', () => {
    const found = 'a value under that very name';
    const odd = livePipe({
      settings: { status: 'unusable' },
      unreadable: [{ path: 'settings.db_max_threads', found }],
    });
    const [pipe] = planNamed(WAREHOUSE, [pair(wanted, odd)]).pipes;
    expect(pipe).toMatchObject({ status: 'error', requests: [], diagnostics: [{ code: 'unreadable-value' }] });
    expect(pipe?.diagnostics[0]?.detail).toContain(`For settings.db_max_threads it returned "${found}".`);
    expect(pipe?.diagnostics[0]?.hint).toContain('api.naming');
  });
});

const anyNaming = fc.record<Naming>({
  resource: fc.constantFrom('pipes', 'clickstreams', 'x~1'),
  settingPrefix: fc.oneof(
    fc.constantFrom('db_', 'warehouse_', 'object_storage_', 'd', 'db_max_'),
    fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/),
  ),
});
const anyStranger = fc.oneof(
  fc.constantFrom('db_new', 'warehouse_new', 'max_threads', 'db_', 'constructor', '__proto__', '7'),
  fc.stringMatching(/^[a-z_]{1,12}$/),
);
const anyLive = fc.record({
  known: fc.record(Object.fromEntries(SETTINGS.map(({ key, type }) => [key, anyValue(type)])), { requiredKeys: [] }),
  strangers: fc.dictionary(anyStranger, fc.oneof(fc.integer({ min: 0, max: 9 }), fc.boolean(), fc.constant(null))),
});

function anyValue(type: string): fc.Arbitrary<JsonValue> {
  return fc.oneof(type === 'boolean' ? fc.boolean() : fc.integer({ min: 1, max: 2 }), fc.constant(null));
}

/** Independent of the translation in the program. */
function onTheWire(key: string, { settingPrefix }: Naming): string {
  return SETTINGS.some((spec) => spec.key === key) ? key.replace(/^db_/, settingPrefix) : key;
}

it('keeps every live value under its name, for any naming', () => {
  checkProperty(
    fc.property(anyNaming, anyLive, fc.integer({ min: 3, max: 64 }), (naming, { known, strangers }, threads) => {
      const shown: [string, JsonValue][] = [
        ...Object.entries(strangers),
        ...Object.entries(known as JsonObject).map(([key, value]): [string, JsonValue] => [
          onTheWire(key, naming),
          value,
        ]),
      ];
      const isTwice = new Set(shown.map(([key]) => key)).size < shown.length;
      const isContract = Object.keys(strangers).some((key) => SETTINGS.some((spec) => spec.key === key));
      const isWire = SETTINGS.some(({ key }) => Object.hasOwn(strangers, onTheWire(key, naming)));
      fc.pre(!isTwice && !isContract && !isWire);

      const settings = Object.fromEntries(shown);
      const body = { result: { id: idOf('orders'), name: 'orders', source: null, settings } };
      const asked = { serviceId: SERVICE_ID, id: idOf('orders'), redact: redactAll([]), names: settingNamesOf(naming) };
      const parsed = parsePipe(JSON.parse(JSON.stringify(body)), asked);
      if (!parsed.ok) throw new Error(parsed.problem);
      const desired = desiredPipe({ settings: { db_max_threads: threads } });
      const [pipe] = planNamed(naming, [pair(desired, parsed.pipe)]).pipes as [PlannedPipe];
      const [request] = pipe.requests;
      const expected = new Map(shown.filter(([, value]) => value !== null));
      expected.set(onTheWire('db_max_threads', naming), threads);
      if (request === undefined || !isJsonObject(request.body)) throw new Error('there is something to send');
      expect(new Map(Object.entries(request.body))).toEqual(expected);
      expect(request.path).toContain(`/${naming.resource}/`);
    }),
  );
});
