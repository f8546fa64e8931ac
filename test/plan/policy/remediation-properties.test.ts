import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS, type FieldPath } from '../../../src/model/field/field.ts';
import type { DesiredPipe } from '../../../src/model/fleet.ts';
import { equalJson, type JsonValue } from '../../../src/model/json/json.ts';
import type { LivePipe } from '../../../src/model/live-pipe.ts';
import { hasWork, type Plan, type PlannedPipe } from '../../../src/model/plan.ts';
import { findDesired, isInside } from '../../../src/plan/attribute-changes.ts';
import type { RemediationOptions } from '../../../src/plan/policy/plan-policy.ts';
import { checkProperty } from '../../effort.ts';
import { type Triple, triples } from '../arbitraries.ts';
import { baseOf, failure, liveSettings, NOW, pair, place, planOf, setByPath } from '../samples.ts';

const HOUR = 3_600_000;
const PATHS: readonly FieldPath[] = FIELDS.map(({ path }) => path);

/**
 * A pipe whose configuration changed since the base in some of its keys only, and whose live values are anything. Some
 * cannot be read.
 */
function drifting(name: string): fc.Arbitrary<Triple> {
  return fc.tuple(triples(name), fc.constantFrom(true, true, true, false)).chain(([triple, isRead]) => {
    const keysOf = (section: 'settings' | 'scaling') => fc.subarray(Object.keys(triple.desired[section]));
    return fc.tuple(keysOf('settings'), keysOf('scaling')).map(([settings, scaling]) => {
      const { desired, base } = triple;
      const take = <T>(values: Readonly<Record<string, T>>, keys: readonly string[]) =>
        Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
      const kept = {
        settings: { ...base.settings, ...take(desired.settings, settings) },
        scaling: { ...base.scaling, ...take(desired.scaling, scaling) },
      };
      const read = isRead ? triple : pair(desired, failure('server'));
      return { ...triple, ...read, base: { ...base, ...kept } };
    });
  });
}

interface Scene {
  readonly pipes: readonly Triple[];
  readonly remediation: RemediationOptions;
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  pipes: fc.tuple(...['clicks', 'orders', 'payments', 'returns'].map(drifting)),
  remediation: fc
    .record({
      fields: fc.oneof(fc.constant(PATHS), fc.subarray([...PATHS])),
      count: fc.integer({ min: 1, max: 4 }),
      times: fc.option(fc.integer({ min: 1, max: 3 })),
      hours: fc.array(fc.integer({ min: 0, max: 48 }), { maxLength: 4 }),
      past: fc.constantFrom('clicks', 'orders'),
    })
    .map(({ fields, count, times, hours, past }) => ({
      bounds: {
        fields,
        maxPipes: { count, location: place(31) },
        perPipe: times === null ? null : { times, perMs: 24 * HOUR, location: place(32) },
      },
      past: new Map([[past, hours.map((ago) => NOW.getTime() - ago * HOUR)]]),
    })),
});

const planned = ({ pipes, remediation }: Scene): Plan =>
  planOf(pipes, { base: baseOf(pipes.map(({ base }) => base)), remediation });

const codesOf = ({ diagnostics }: Pick<PlannedPipe, 'diagnostics'>) => diagnostics.map(({ code }) => code);

/** The pipe after a service that replaces settings has carried out the requests. */
function carriedOut({ requests }: PlannedPipe, live: LivePipe): LivePipe {
  const bodyOf = (wanted: string) => requests.find(({ method }) => method === wanted)?.body;
  const scaling = { ...live.scaling, ...bodyOf('PATCH') };
  return { ...live, settings: liveSettings(bodyOf('PUT') ?? live.settings), scaling };
}

/** Whether the configuration wants the same of the field as at the base: then a difference is drift. */
function isUnchanged(path: FieldPath, desired: DesiredPipe, base: DesiredPipe): boolean {
  const [now, was] = [desired, base].map((pipe) => {
    const value = findDesired(pipe, path);
    // A band of one value is that value.
    return typeof value === 'object' && value !== null && value.min === value.max ? value.min : value;
  });
  return was !== undefined && JSON.stringify(now ?? null) === JSON.stringify(was);
}

/** Whether the live value of any key is not the one that base and configuration have in common. */
function hasDrifted({ read, desired, base, live }: Triple): boolean {
  const values = setByPath(live);
  return (
    read.ok &&
    PATHS.some((path) => {
      const wanted = findDesired(desired, path);
      const value = values[path] ?? null;
      const differs = wanted !== undefined && !equalJson(wanted as JsonValue, value) && !isInside(wanted, value);
      return differs && isUnchanged(path, desired, base);
    })
  );
}

const statusOf = (scene: Scene, pipe: PlannedPipe) => (find(scene, pipe).read.ok ? 'unchanged' : 'error');

describe('for any drift, any change of the configuration, and any bounds', () => {
  it('a remediation changes nothing but drifted fields that it may restore, to what the configuration says', () => {
    let changed = 0;
    checkProperty(
      fc.property(scenes, (scene) => {
        for (const pipe of planned(scene).pipes) {
          const { desired, base, live } = find(scene, pipe);
          const before = setByPath(live);
          const after = setByPath(carriedOut(pipe, live));
          for (const key of Object.keys({ ...before, ...after })) {
            const [was = null, is = null] = [before[key], after[key]];
            if (equalJson(was, is)) continue;
            const path = key as FieldPath;
            expect(scene.remediation.bounds.fields).toContainEqual(path);
            expect(isUnchanged(path, desired, base)).toBe(true);
            const wanted = findDesired(desired, path) ?? null;
            expect(equalJson(is, wanted as JsonValue) || isInside(wanted, is)).toBe(true);
            changed += 1;
          }
        }
      }),
      { numRuns: 200 },
    );
    expect(changed).toBeGreaterThan(100);
  });

  it('it puts back every drifted field that it may, and names each other difference', () => {
    checkProperty(
      fc.property(scenes, (scene) => {
        const { pipes, remediation } = scene;
        const all = planOf(pipes, { base: baseOf(pipes.map(({ base }) => base)) });
        for (const [index, pipe] of planned(scene).pipes.entries()) {
          const differences = all.pipes[index]?.changes ?? [];
          const isMeant = ({ origin, path }: (typeof differences)[number]) =>
            origin === 'drift' && remediation.bounds.fields.includes(path);
          expect(pipe.changes).toEqual(differences.filter(isMeant));
          const others = differences.filter((change) => !isMeant(change));
          const notes = pipe.diagnostics.filter(({ code }) => code === 'not-selected');
          expect(notes).toHaveLength(others.length > 0 ? 1 : 0);
          for (const { path, origin } of others) expect(notes[0]?.summary).toContain(`${path} (${origin})`);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('more drifted pipes than maxPipes refuse all of it, and a pipe that was restored too often is refused', () => {
    const seen = { whole: 0, unread: 0, outside: 0, fight: 0, work: 0 };
    checkProperty(
      fc.property(scenes, (scene) => {
        const { bounds, past } = scene.remediation;
        const plan = planned(scene);
        const mayChange = plan.pipes.filter(({ changes }) => changes.length > 0);
        const unread = scene.pipes.filter(({ read }) => !read.ok).length;
        const drifted = scene.pipes.filter(hasDrifted).length;
        const isTooMuch = drifted + unread > bounds.maxPipes.count;
        expect(codesOf(plan).includes('too-much-drift')).toBe(isTooMuch);
        if (isTooMuch) expect(hasWork(plan)).toBe(false);
        for (const pipe of plan.pipes) {
          const inTime = (past.get(pipe.name) ?? []).filter((atMs) => NOW.getTime() - atMs < 24 * HOUR);
          const isFight = bounds.perPipe !== null && mayChange.includes(pipe) && inTime.length >= bounds.perPipe.times;
          expect(codesOf(pipe).includes('drift-returns')).toBe(isFight);
          expect(pipe.status).toBe(isFight ? 'refused' : mayChange.includes(pipe) ? 'update' : statusOf(scene, pipe));
          if (isFight) expect(pipe.requests).toEqual([]);
          seen.fight += isFight ? 1 : 0;
        }
        seen.whole += isTooMuch ? 1 : 0;
        seen.unread += isTooMuch && drifted <= bounds.maxPipes.count ? 1 : 0;
        seen.outside += isTooMuch && mayChange.length + unread <= bounds.maxPipes.count ? 1 : 0;
        seen.work += hasWork(plan) ? 1 : 0;
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('without a base it plans nothing', () => {
    checkProperty(
      fc.property(scenes, ({ pipes, remediation }) => {
        const plan = planOf(pipes, { remediation });
        expect([plan.summary.update, plan.summary.changes, hasWork(plan)]).toEqual([0, 0, false]);
      }),
      { numRuns: 50 },
    );
  });
});

function find({ pipes }: Scene, { name }: PlannedPipe): Triple {
  const triple = pipes.find(({ desired }) => desired.name === name);
  if (triple === undefined) throw new Error(`the scene has no pipe ${name}`);
  return triple;
}
