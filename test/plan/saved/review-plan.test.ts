import { describe, expect, it } from 'vitest';
import { diagnose, hasErrors } from '../../../src/model/diagnostic.ts';
import type { DiagnosticCode } from '../../../src/model/diagnostic-codes.ts';
import type { Fleet, Policy } from '../../../src/model/fleet.ts';
import { isRefusedAsWhole } from '../../../src/model/plan.ts';
import { isInShard } from '../../../src/plan/policy/scope.ts';
import {
  baseOf,
  changingPipes,
  codes,
  desiredPipe,
  fleetOf,
  idOf,
  livePipe,
  onlyPipe,
  type PlanRules,
  pair,
  place,
  planOf,
  statusesOf,
} from '../samples.ts';
import { fleet, live, review, reviewed, saved, wanted } from './review.ts';

describe('a plan that matches the configuration', () => {
  it('is applied as it was shown', () => {
    expect(reviewed(saved, fleet)).toEqual(saved);
  });

  it('does not depend on source positions or on newly managed keys', () => {
    const more = desiredPipe({ settings: { db_max_threads: 8, db_max_insert_threads: 2 }, scaling: { replicas: 4 } });
    const moved = { ...more, location: place(90) };
    expect(onlyPipe(reviewed(saved, fleetOf([moved])))).toEqual(onlyPipe(saved));
  });

  it('keeps unchanged and unread pipes as they are, and applies the others', () => {
    const pairs = [
      pair(desiredPipe({ name: 'calm' }), livePipe({ name: 'calm' })),
      pair(wanted, live),
      pair(desiredPipe({ name: 'mismatch', liveName: 'x' }), livePipe({ name: 'mismatch' })),
    ];
    const plan = planOf(pairs);
    expect(reviewed(plan, fleetOf(pairs.map(({ desired }) => desired)))).toEqual(plan);
  });
});

describe('a plan for another target', () => {
  it.each<[string, Fleet, readonly string[]]>([
    [
      'naming',
      { ...fleet, api: { ...fleet.api, naming: { resource: 'clickstreams', settingPrefix: 'db_' } } },
      ['api.naming.resource: the plan says pipes, the configuration clickstreams'],
    ],
    [
      'naming of settings',
      { ...fleet, api: { ...fleet.api, naming: { resource: 'pipes', settingPrefix: 'warehouse_' } } },
      ['api.naming.settingPrefix: the plan says db_, the configuration warehouse_'],
    ],
    ['an environment named none', { ...fleet, environment: 'none' }, ['environment', 'none']],
    [
      'address, organization and environment',
      { ...fleet, environment: 'production', api: { ...fleet.api, url: 'https://other.example', organization: 'y' } },
      ['api.url: the plan says http://127.0.0.1:4010', 'https://other.example', 'api.organization', 'production'],
    ],
  ])('is refused: %s', (_, other, words) => {
    const result = review(saved, other);
    expect(result).toMatchObject({ ok: false, diagnostics: [{ severity: 'error', code: 'report-for-another' }] });
    if (result.ok) return;
    for (const word of words) expect(result.diagnostics[0]?.detail).toContain(word);
  });
});

describe('a partial apply of a plan', () => {
  const pairs = changingPipes(12);
  const all = pairs.map(({ desired }) => desired);
  const names = all.map(({ name }) => name);

  it('selects by target and exclude', () => {
    const result = reviewed(planOf(pairs), fleetOf(all), { selection: { target: ['pipe-0*'], exclude: ['pipe-05'] } });
    expect(result.pipes.map(({ name }) => name)).toEqual(names.slice(0, 10).filter((name) => name !== 'pipe-05'));
    expect(result.summary).toMatchObject({ total: 9, update: 9, requests: 9 });
    expect(result.scope).toMatchObject({ target: ['pipe-0*'], exclude: ['pipe-05'] });
  });

  it('selects by shard: every pipe is in one, and each report has its shard, even with all pipes', () => {
    const plan = planOf(pairs);
    const parts = [1, 2, 3].map((index) => reviewed(plan, fleetOf(all), { selection: { shard: { index, total: 3 } } }));
    expect(parts.flatMap(({ pipes }) => pipes.map(({ name }) => name)).sort()).toEqual(names);
    for (const [i, part] of parts.entries()) expect(part.scope?.shard).toEqual({ index: i + 1, total: 3 });

    const single = planOf(pairs.slice(0, 1));
    const halves = [1, 2].map((index) =>
      reviewed(single, fleetOf(all.slice(0, 1)), { selection: { shard: { index, total: 2 } } }),
    );
    expect(halves.map(({ pipes }) => pipes.length).sort()).toEqual([0, 1]);
    expect(halves.map(({ scope }) => scope?.shard?.index)).toEqual([1, 2]);
  });

  it('reports a removed pipe in exactly one shard', () => {
    const parts = [1, 2, 3].map((index) =>
      reviewed(planOf(pairs), fleetOf(all.slice(1)), { selection: { shard: { index, total: 3 } } }),
    );
    const stale = parts.flatMap(({ pipes }) => pipes.filter(({ status }) => status === 'stale'));
    expect(stale.map(({ name }) => name)).toEqual(['pipe-00']);
  });

  it('treats a targeted pipe with another id or name as stale, not as missing', () => {
    const [first, ...rest] = all;
    if (first === undefined) throw new Error('no pipe');
    const moved = fleetOf([{ ...first, id: idOf('moved') }, ...rest]);
    expect(statusesOf(reviewed(planOf(pairs), moved, { selection: { target: ['pipe-00'] } }))).toEqual({
      'pipe-00': 'stale',
    });
    const renamed = fleetOf([{ ...first, name: 'renamed' }, ...rest]);
    expect(statusesOf(reviewed(planOf(pairs), renamed, { selection: { target: ['renamed'] } }))).toEqual({
      'pipe-00': 'stale',
    });
  });

  it('keeps the selection of the plan in the report', () => {
    const rules: PlanRules = { base: baseOf(all), selection: { target: ['pipe-0*'], onlyOrigin: ['drift'] } };
    const plan = planOf(pairs.slice(0, 10), rules);
    const narrowed = reviewed(plan, fleetOf(all), { selection: { exclude: ['pipe-01'] } });
    expect(narrowed.scope).toMatchObject({ target: ['pipe-0*'], exclude: ['pipe-01'], onlyOrigin: ['drift'] });
  });

  it.each<['drift' | 'schedule', fields: readonly string[], bodies: readonly object[]]>([
    ['drift', ['scaling.replicaMemoryGb'], [{ replicaCpuMillicores: 250, replicaMemoryGb: 2 }]],
    ['schedule', [], []],
  ])('selects the origin %s: the rest is not sent and is listed', (origin, fields, bodies) => {
    const size = (replicaCpuMillicores: number, replicaMemoryGb: number) => ({
      scaling: { replicaCpuMillicores, replicaMemoryGb },
    });
    const desired = desiredPipe(size(500, 2));
    const plan = planOf([pair(desired, livePipe(size(250, 1)))], { base: baseOf([desiredPipe(size(250, 2))]) });
    const pipe = onlyPipe(reviewed(plan, fleetOf([desired]), { selection: { onlyOrigin: [origin] } }));
    expect([pipe.changes.map(({ path }) => path), pipe.requests.map(({ body }) => body)]).toEqual([fields, bodies]);
    expect(codes(pipe.diagnostics)).toContain('not-selected');
  });

  it('refuses to select by origin when the plan has no base', () => {
    expect(review(saved, fleet, { selection: { onlyOrigin: ['drift'] } })).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'usage' }],
    });
  });
});

describe('policy is checked again with the current configuration', () => {
  const shielded = { ...wanted, protect: true };
  const named = { protectedPipes: new Set(['orders']) };
  const wide = changingPipes(12);
  const wideFleet = (policy: Partial<Policy>): Fleet =>
    fleetOf(
      wide.map(({ desired }) => desired),
      policy,
    );
  const limit = { maxChangedPipes: { count: 5 } };

  it('a protected pipe that the plan refused is allowed by its name, with its requests', () => {
    const refused = planOf([pair(shielded, live)]);
    expect(onlyPipe(refused).status).toBe('refused');
    expect(onlyPipe(reviewed(refused, fleetOf([shielded]))).status).toBe('refused');
    const allowed = onlyPipe(reviewed(refused, fleetOf([shielded]), { allowances: named }));
    expect(allowed).toMatchObject({ status: 'update', requests: onlyPipe(saved).requests });
    expect(codes(allowed.diagnostics)).not.toContain('protected-pipe');
  });

  it('a pipe that is now protected is refused', () => {
    const pipe = onlyPipe(reviewed(saved, fleetOf([shielded])));
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(codes(pipe.diagnostics)).toEqual(['protected-pipe']);
  });

  it('a new replica factor refuses, and a removed one allows', () => {
    const strict = { maxReplicaFactor: 1.5 };
    expect(codes(onlyPipe(reviewed(saved, fleetOf([wanted], strict))).diagnostics)).toEqual(['replica-factor']);
    const refused = planOf([pair(wanted, live)], { policy: strict });
    expect(onlyPipe(refused).status).toBe('refused');
    expect(onlyPipe(reviewed(refused, fleet))).toMatchObject({ status: 'update', requests: onlyPipe(saved).requests });
    expect(onlyPipe(reviewed(refused, fleetOf([wanted], strict), { allowances: { force: true } })).status).toBe(
      'update',
    );
  });

  it('too many changes refuse the whole plan, and --force allows it', () => {
    const plan = planOf(wide, { policy: limit });
    const refused = reviewed(plan, wideFleet(limit));
    expect(isRefusedAsWhole(refused)).toBe(true);
    expect(codes(refused.diagnostics)).toEqual(['too-many-changes']);
    expect(isRefusedAsWhole(reviewed(plan, wideFleet(limit), { allowances: { force: true } }))).toBe(false);
    expect(isRefusedAsWhole(reviewed(plan, wideFleet({})))).toBe(false);
    expect(isRefusedAsWhole(reviewed(planOf(wide), wideFleet(limit)))).toBe(true);
  });

  it('warnings of policies are made again, and others stay', () => {
    const warn = (...found: readonly DiagnosticCode[]) =>
      found.map((code) => diagnose('warning', { code, summary: 'Careful.' }));
    const pipes = saved.pipes.map((pipe) => ({
      ...pipe,
      diagnostics: warn('not-promoted', 'policy-rule', 'unusual-size'),
    }));
    const diagnostics = warn('unmanaged-pipes', 'frozen', 'policy-overridden', 'journal-unreadable');
    const plan = reviewed({ ...saved, pipes, diagnostics }, fleet);
    expect(codes(plan.diagnostics)).toEqual(['journal-unreadable']);
    expect(codes(onlyPipe(plan).diagnostics)).toEqual(['unusual-size']);
  });

  it('the whole plan is counted even if only a part is applied', () => {
    const plan = planOf(wide, { policy: limit });
    for (const selection of [{ target: ['pipe-00'] }, { shard: { index: 1, total: 4 } }]) {
      const result = reviewed(plan, wideFleet(limit), { selection });
      expect(codes(result.diagnostics)).toEqual(['too-many-changes']);
      expect(result.diagnostics[0]?.summary).toContain('12 of 12');
    }
  });

  it('a shard that was planned alone does not count the fleet', () => {
    const shard = { index: 1, total: 4 };
    const part = wide.filter(({ desired }) => isInShard(desired.id, shard)).slice(0, 3);
    const plan = planOf(wide, { policy: limit, selection: { shard } });
    const own = { ...plan, pipes: plan.pipes.filter(({ name }) => part.some(({ desired }) => desired.name === name)) };
    expect(codes(reviewed(own, wideFleet(limit)).diagnostics)).toContain('fleet-not-seen');
    expect(isRefusedAsWhole(reviewed(own, wideFleet({})))).toBe(false);
    expect(isRefusedAsWhole(reviewed(own, wideFleet(limit), { allowances: { force: true } }))).toBe(false);
  });

  it('a single shard counts as the fleet', () => {
    const plan = planOf(wide, { selection: { shard: { index: 1, total: 1 } } });
    const { diagnostics } = reviewed(plan, wideFleet({ maxChangedPipes: { count: 12 } }));
    expect(hasErrors(diagnostics)).toBe(false);
  });
});
