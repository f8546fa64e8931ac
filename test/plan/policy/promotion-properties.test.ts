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
const START_MS = NOW_MS - 10 * 24 * HOUR;

const FIELDS = ['settings.db_max_threads', 'settings.db_max_insert_threads', 'scaling.replicas'] as const;
type Path = (typeof FIELDS)[number];
type Values = Readonly<Record<Path, number>>;

type Event =
  | { readonly of: 'edit'; readonly atMs: number; readonly path: Path; readonly value: number }
  | { readonly of: 'state'; readonly atMs: number; readonly state: string }
  | { readonly of: 'check'; readonly atMs: number; readonly name: string; readonly verdict: Verdict };

/** What happened to a pipe in staging, and what production wants of the pipe of the same name. */
interface History {
  readonly start: Values;
  readonly events: readonly Event[];
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
  fc.integer({ min: START_MS, max: NOW_MS }),
  fc.integer({ min: NOW_MS - 24 * HOUR - 1_500, max: NOW_MS - 24 * HOUR + 1_500 }),
  fc.integer({ min: NOW_MS - 3_000, max: NOW_MS + 3_000 }),
  fc.constantFrom(NOW_MS - 24 * HOUR, NOW_MS - HOUR, NOW_MS, NOW_MS + 2_000),
);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ of: fc.constant('edit' as const), atMs, path: fc.constantFrom(...FIELDS), value: amount }),
  },
  fc.record({
    of: fc.constant('state' as const),
    atMs,
    state: fc.constantFrom('Running', 'Running', 'Paused', 'Modifying', 'Failed', 'Odd'),
  }),
  fc.record({
    ...{ of: fc.constant('check' as const), atMs, name: fc.constantFrom('lag', 'errors') },
    verdict: fc.constantFrom<Verdict>('pass', 'pass', 'fail', 'no-data', 'error'),
  }),
);
const histories: fc.Arbitrary<History> = fc.record({
  start: values,
  events: fc.array(event, { maxLength: 8 }),
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

/** The pipe as its service shows it now: every event replayed in order. */
function replay({ start, events, checks, oddity }: History) {
  const shown = { values: { ...start }, updatedMs: START_MS, state: 'Running', verdicts: new Map<string, Verdict>() };
  for (const one of [...events].sort((a, b) => a.atMs - b.atMs)) {
    if (one.of === 'state') shown.state = one.state;
    else if (one.of === 'check') shown.verdicts.set(one.name, one.verdict);
    else {
      shown.values[one.path] = one.value;
      shown.updatedMs = one.atMs;
    }
  }
  const { values: now, updatedMs, state, verdicts } = shown;
  const time = new Date(updatedMs).toISOString();
  const live = livePipe({
    name: 'there',
    state,
    updatedAt: oddity === 'no-time' ? null : oddity === 'odd-time' ? 'yesterday' : time,
    settings: {
      db_max_threads: now['settings.db_max_threads'],
      db_max_insert_threads: now['settings.db_max_insert_threads'],
    },
    scaling: { replicas: now['scaling.replicas'] },
  });
  const results = checks.map((name): CheckResult => {
    const verdict = verdicts.get(name) ?? 'pass';
    const rest = { value: null, reason: 'as it is', samples: 1, newest: null, groups: [], asOf: NOW.toISOString() };
    return { name, verdict, ...rest };
  });
  return { live, results };
}

/** Both environments as Pipeform has them before it plans. */
function stage(history: History) {
  const { bandThere, checks, oddity, before, desired, band, soakMs, except, missing } = history;
  const { live, results } = replay(history);
  const { 'scaling.replicas': replicas, ...settings } = desired;
  const wanted = desiredPipe({
    settings: Object.fromEntries(
      Object.entries(settings).map(([path, value]) => [path.replace('settings.', ''), value]),
    ),
    ...(replicas !== undefined && { scaling: { replicas: band ?? replicas } }),
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
  const shown = livePipe({
    settings: {
      db_max_threads: before['settings.db_max_threads'],
      db_max_insert_threads: before['settings.db_max_insert_threads'],
    },
    scaling: { replicas: before['scaling.replicas'] },
  });
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

/** What must hold, from the history alone: the newest event of each kind decides. */
function predict(history: History): Expected {
  const { start, events, checks, bandThere, oddity, before, desired, band, soakMs, except } = history;
  const newest = <Kind extends Event['of']>(of: Kind, isMeant: (one: Extract<Event, { of: Kind }>) => boolean) =>
    events
      .filter((one): one is Extract<Event, { of: Kind }> => one.of === of)
      .filter(isMeant)
      // Of two at one time, the later one of the list was last.
      .reduceRight<Extract<Event, { of: Kind }> | null>(
        (best, one) => (best === null || one.atMs > best.atMs ? one : best),
        null,
      );
  const inside = (range: Band | null, value: number) => range !== null && range.min <= value && value <= range.max;
  const has = (path: Path, value: number) => {
    const there = newest('edit', (one) => one.path === path)?.value ?? start[path];
    if (there === value) return true;
    if (path !== 'scaling.replicas') return false;
    return inside(band, there) || (inside(bandThere, there) && inside(bandThere, value));
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
  const editedMs = newest('edit', () => true)?.atMs ?? START_MS;
  const isTimeKnown = oddity === 'none';
  const isSoaking = soakMs > 0 && !(isTimeKnown && editedMs + soakMs <= NOW_MS);
  const open: Condition[] = [];
  if (counted.some(({ path, value }) => !has(path, value))) open.push('values');
  if (isSoaking) open.push('soak');
  if ((newest('state', () => true)?.state ?? 'Running') !== 'Running') open.push('state');
  if (checks.some((name) => (newest('check', (one) => one.name === name)?.verdict ?? 'pass') !== 'pass'))
    open.push('checks');
  const isFuture = editedMs > NOW_MS + 2_000;
  return { changed, open, soakEndsMs: isSoaking && isTimeKnown && !isFuture ? editedMs + soakMs : null };
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

describe('for any history of the other environment', () => {
  it('a changed pipe is planned exactly when its changes are promoted, and the plan says what is missing until when', () => {
    const seen = { update: 0, refused: 0, unchanged: 0 };
    checkProperty(
      fc.property(histories, (history) => {
        const { fleet, reads, sources } = stage(history);
        const pipe = onlyPipe(planFleet(fleet, reads, { ...OPTIONS, sources }));
        const { changed, open, soakEndsMs } = predict(history);
        const isMissing = open.includes('missing');
        const isRefused = open.length > 0 && !(isMissing && history.missing !== 'refuse');
        expect(pipe.status).toBe(isRefused ? 'refused' : changed ? 'update' : 'unchanged');
        const found = pipe.diagnostics.filter(({ code }) => code === 'not-promoted');
        const isSaid = isRefused || (isMissing && history.missing === 'warn');
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
      fc.property(histories, histories, (then, now) => {
        const planned = stage(then);
        // The same pipe, with another history.
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
      fc.property(histories, (history) => {
        const { fleet, reads, sources } = stage(history);
        const pipe = onlyPipe(planFleet({ ...fleet, promotion: null }, reads, OPTIONS));
        const isNeeded = pipe.changes.some(({ path }) => !history.except.some((other) => other === path));
        const isThere = history.oddity !== 'absent' && history.oddity !== 'shared';
        expect(findSources(fleet, [pipe])).toHaveLength(isNeeded && isThere ? 1 : 0);
        const refused = planFleet(fleet, reads, { ...OPTIONS, sources }).summary.refused > 0;
        expect(refused && !isNeeded).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
