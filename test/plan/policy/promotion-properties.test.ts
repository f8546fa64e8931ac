import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckResult, Verdict } from '../../../src/model/check.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Band, DesiredPipe, Fleet, Promotion } from '../../../src/model/fleet.ts';
import { type PlanFleetOptions, planFleet } from '../../../src/plan/plan-fleet.ts';
import type { SourcePipes } from '../../../src/plan/policy/plan-policy.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { findSources } from '../../../src/plan/policy/promotion.ts';
import { WHOLE_FLEET } from '../../../src/plan/policy/scope.ts';
import { reviewPlan } from '../../../src/plan/saved/review-plan.ts';
import { checkProperty } from '../../effort.ts';
import { desiredPipe, failure, fleetOf, livePipe, NOW, onlyPipe, pair, place, TOOL } from '../samples.ts';

const HOUR = 3_600_000;
const NOW_MS = NOW.getTime();

const FIELDS = ['settings.db_max_threads', 'settings.db_max_insert_threads', 'scaling.replicas'] as const;
type Path = (typeof FIELDS)[number];
type Values = Readonly<Record<Path, number>>;

/** A pipe in staging as it is now, and what production wants of the pipe of the same name. */
interface Scene {
  readonly there: Values;
  readonly updatedMs: number;
  readonly state: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly checks: readonly string[];
  readonly bandThere: Band | null;
  /** What is odd about the service or the configuration. */
  readonly oddity: 'none' | 'absent' | 'shared' | 'unreadable' | 'not-read' | 'no-time' | 'odd-time';
  readonly before: Values;
  readonly desired: Partial<Values>;
  readonly band: Band | null;
  readonly soakMs: number;
  readonly except: readonly Path[];
  readonly missing: Promotion['missing'];
}

const amount = fc.integer({ min: 1, max: 4 });
const bands = fc.tuple(amount, amount).map(([a, b]): Band => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const values = fc.record({
  'settings.db_max_threads': amount,
  'settings.db_max_insert_threads': amount,
  'scaling.replicas': amount,
});
// Close to the end of a soak, to now, and slightly after it.
const atMs = fc.oneof(
  fc.integer({ min: NOW_MS - 240 * HOUR, max: NOW_MS }),
  fc.integer({ min: NOW_MS - 24 * HOUR - 1_500, max: NOW_MS - 24 * HOUR + 1_500 }),
  fc.integer({ min: NOW_MS - 3_000, max: NOW_MS + 3_000 }),
  fc.constantFrom(NOW_MS - 24 * HOUR, NOW_MS - HOUR, NOW_MS, NOW_MS + 2_000),
);
const verdict = fc.constantFrom<Verdict>('pass', 'pass', 'pass', 'fail', 'no-data', 'error');
const scenes: fc.Arbitrary<Scene> = fc.record({
  there: values,
  updatedMs: atMs,
  state: fc.constantFrom('Running', 'Running', 'Running', 'Paused', 'Modifying', 'Failed', 'Odd'),
  verdicts: fc.record({ lag: verdict, errors: verdict }),
  checks: fc.subarray(['lag', 'errors']),
  bandThere: fc.option(bands),
  oddity: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    fc.constantFrom('absent', 'shared', 'unreadable', 'not-read', 'no-time', 'odd-time'),
  ),
  before: values,
  desired: values.chain((all) =>
    fc.subarray([...FIELDS]).map((kept) => Object.fromEntries(kept.map((path) => [path, all[path]]))),
  ),
  band: fc.option(bands, { freq: 3 }),
  soakMs: fc.constantFrom(0, HOUR, 24 * HOUR, 24 * HOUR, 72 * HOUR),
  except: fc.subarray([...FIELDS], { maxLength: 1 }),
  missing: fc.constantFrom('refuse', 'refuse', 'warn', 'allow'),
});

/** The pipe as its service shows it now, and the results of its checks. */
function show({ there, updatedMs, state, verdicts, checks, oddity }: Scene) {
  const time = new Date(updatedMs).toISOString();
  const live = livePipe({
    name: 'there',
    state,
    updatedAt: oddity === 'no-time' ? null : oddity === 'odd-time' ? 'yesterday' : time,
    ...valuesOf(there),
  });
  const results = checks.map((name): CheckResult => {
    const rest = { value: null, reason: 'as it is', samples: 1, newest: null, groups: [], asOf: NOW.toISOString() };
    return { name, verdict: verdicts[name] ?? 'pass', ...rest };
  });
  return { live, results };
}

function valuesOf(values: Partial<Values>) {
  const { 'scaling.replicas': replicas, ...settings } = values;
  const named = Object.entries(settings).map(([path, value]) => [path.replace('settings.', ''), value] as const);
  return { settings: Object.fromEntries(named), ...(replicas !== undefined && { scaling: { replicas } }) };
}

/** Both environments as Pipeform has them before it plans. */
function stage(scene: Scene) {
  const { bandThere, checks, oddity, before, desired, band, soakMs, except, missing } = scene;
  const { live, results } = show(scene);
  const values = valuesOf(desired);
  const wanted = desiredPipe({
    ...values,
    ...(values.scaling && { scaling: { replicas: band ?? values.scaling.replicas } }),
  });
  const there: DesiredPipe = {
    ...desiredPipe({ name: 'there', checks, scaling: bandThere === null ? {} : { replicas: bandThere } }),
    name: 'orders',
    ...(oddity === 'shared' && { id: wanted.id }),
  };
  const source = fleetOf(oddity === 'absent' ? [] : [there]);
  const promotion: Promotion = {
    from: 'staging',
    source,
    soakMs,
    except: except,
    missing,
    location: place(30),
  };
  const fleet: Fleet = { ...fleetOf([wanted]), environment: 'production', promotion };
  const shown = livePipe(valuesOf(before));
  const { read } = pair(there, oddity === 'unreadable' ? failure('server', { status: 503, message: 'down' }) : live);
  const isRead = oddity !== 'not-read' && oddity !== 'absent' && oddity !== 'shared';
  const sources: SourcePipes = new Map(
    isRead ? [['orders', { desired: there, read, readAtMs: NOW_MS, checks: results }]] : [],
  );
  return { fleet, reads: [pair(wanted, shown)], sources };
}

type Condition = 'values' | 'soak' | 'state' | 'checks' | 'missing' | 'unread';

interface Expected {
  readonly changed: boolean;
  readonly open: readonly Condition[];
  readonly soakEndsMs: number | null;
}

/** What must hold, from what is there alone. */
function predict(scene: Scene): Expected {
  const { there, updatedMs, state, verdicts, checks, bandThere, oddity, before, desired, band, soakMs, except } = scene;
  const inside = (range: Band | null, value: number) => range !== null && range.min <= value && value <= range.max;
  const has = (path: Path, value: number) => {
    const shown = there[path];
    if (shown === value) return true;
    if (path !== 'scaling.replicas') return false;
    return inside(band, shown) || (inside(bandThere, shown) && inside(bandThere, value));
  };
  const target = (path: Path): number | null => {
    const value = desired[path];
    if (value === undefined) return null;
    if (path !== 'scaling.replicas' || band === null) return value === before[path] ? null : value;
    return inside(band, before[path]) ? null : before[path] < band.min ? band.min : band.max;
  };
  const targets = FIELDS.flatMap((path) => {
    const value = target(path);
    return value === null ? [] : [{ path, value }];
  });
  const changed = targets.length > 0;
  const counted = targets.filter(({ path }) => !except.includes(path));
  if (counted.length === 0) return { changed, open: [], soakEndsMs: null };
  if (oddity === 'absent' || oddity === 'shared') return { changed, open: ['missing'], soakEndsMs: null };
  if (oddity === 'unreadable' || oddity === 'not-read') return { changed, open: ['unread'], soakEndsMs: null };
  const isTimeKnown = oddity === 'none';
  const isSoaking = soakMs > 0 && !(isTimeKnown && updatedMs + soakMs <= NOW_MS);
  const open: Condition[] = [];
  if (counted.some(({ path, value }) => !has(path, value))) open.push('values');
  if (isSoaking) open.push('soak');
  if (state !== 'Running') open.push('state');
  if (checks.some((name) => verdicts[name] !== 'pass')) open.push('checks');
  const isFuture = updatedMs > NOW_MS + 2_000;
  return { changed, open, soakEndsMs: isSoaking && isTimeKnown && !isFuture ? updatedMs + soakMs : null };
}

const WORDS: Readonly<Record<Condition, RegExp>> = {
  values: /not live there/,
  soak: /its soak there ends at|last update there is/,
  state: /does not run there/,
  checks: /not pass there/,
  missing: /staging has no such pipe of its own/,
  unread: /it was not read there|it cannot be read there/,
};

function namedIn({ summary }: Diagnostic): readonly string[] {
  return Object.entries(WORDS).flatMap(([condition, words]) => (words.test(summary) ? [condition] : []));
}

const OPTIONS: PlanFleetOptions = { now: NOW, tool: TOOL, allowances: NO_ALLOWANCES };

describe('for any state of the other environment', () => {
  it('a changed pipe is planned exactly when its changes are promoted, and the plan says what is missing until when', () => {
    const seen = { update: 0, refused: 0, unchanged: 0 };
    checkProperty(
      fc.property(scenes, (scene) => {
        const { fleet, reads, sources } = stage(scene);
        const pipe = onlyPipe(planFleet(fleet, reads, { ...OPTIONS, sources }));
        const { changed, open, soakEndsMs } = predict(scene);
        const isMissing = open.includes('missing');
        const isRefused = open.length > 0 && !(isMissing && scene.missing !== 'refuse');
        expect(pipe.status).toBe(isRefused ? 'refused' : changed ? 'update' : 'unchanged');
        const found = pipe.diagnostics.filter(({ code }) => code === 'not-promoted');
        const isSaid = isRefused || (isMissing && scene.missing === 'warn');
        expect(found.map(({ severity, line }) => [severity, line])).toEqual(
          isSaid ? [[isRefused ? 'error' : 'warning', 30]] : [],
        );
        expect(found.flatMap(namedIn)).toEqual(isSaid ? open : []);
        if (soakEndsMs !== null) {
          const [, end = ''] = /its soak there ends at (\S+Z)/.exec(found[0]?.summary ?? '') ?? [];
          // Shown in whole seconds, never too early.
          expect(Date.parse(end) - soakEndsMs).toBeGreaterThanOrEqual(0);
          expect(Date.parse(end) - soakEndsMs).toBeLessThan(1_000);
        }
        seen[pipe.status as keyof typeof seen] += 1;
      }),
      { numRuns: 10_000 },
    );
    expect(Math.min(seen.update, seen.refused, seen.unchanged)).toBeGreaterThan(50);
  }, 120_000);

  it('a saved plan is assessed again in the same way, and an override holds for both', () => {
    checkProperty(
      fc.property(scenes, scenes, (then, now) => {
        const planned = stage(then);
        // The same pipe, with another scene.
        const later = stage({ ...now, before: then.before, desired: then.desired, band: then.band });
        const review = (overridden: boolean) => {
          const overrides = overridden ? [{ policy: 'promotion', reason: 'urgent' } as const] : [];
          const allowances = { ...NO_ALLOWANCES, overrides };
          const saved = planFleet(planned.fleet, planned.reads, { ...OPTIONS, allowances, sources: planned.sources });
          const { fleet, sources } = later;
          const reviewing = { allowances: NO_ALLOWANCES, nowMs: NOW_MS, selection: WHOLE_FLEET, selected: fleet.pipes };
          const reviewed = reviewPlan(saved, fleet, { ...reviewing, sources });
          if (!reviewed.ok) throw new Error('the plan is usable');
          return { saved: onlyPipe(saved), reviewed: onlyPipe(reviewed.plan), overrides: reviewed.plan.overrides };
        };
        const fresh = onlyPipe(planFleet(later.fleet, later.reads, { ...OPTIONS, sources: later.sources }));
        const { reviewed } = review(false);
        expect(reviewed.status).toBe(fresh.status);
        expect(reviewed.diagnostics.filter(({ code }) => code === 'not-promoted')).toEqual(
          fresh.diagnostics.filter(({ code }) => code === 'not-promoted'),
        );
        const overridden = review(true);
        expect(overridden.saved.status).not.toBe('refused');
        expect(overridden.reviewed.status).toBe(overridden.saved.status);
        expect(overridden.overrides).toEqual([{ policy: 'promotion', reason: 'urgent' }]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('only pipes with changes that must be promoted are read there', () => {
    checkProperty(
      fc.property(scenes, (scene) => {
        const { fleet, reads, sources } = stage(scene);
        const pipe = onlyPipe(planFleet({ ...fleet, promotion: null }, reads, OPTIONS));
        const isNeeded = pipe.changes.some(({ path }) => !scene.except.some((other) => other === path));
        const isThere = scene.oddity !== 'absent' && scene.oddity !== 'shared';
        expect(findSources(fleet, [pipe])).toHaveLength(isNeeded && isThere ? 1 : 0);
        const refused = planFleet(fleet, reads, { ...OPTIONS, sources }).summary.refused > 0;
        expect(refused && !isNeeded).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
