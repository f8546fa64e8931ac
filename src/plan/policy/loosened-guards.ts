import { isDeepStrictEqual } from 'node:util';
import { type Check, type Condition, formatCondition } from '../../model/check.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type FieldSpec, fieldsOf, narrowRange } from '../../model/field/field.ts';
import { formatDuration } from '../../model/field/units.ts';
import type { Fleet, Freeze, Policy, Promotion, Rule } from '../../model/fleet.ts';
import type { Location } from '../../model/location.ts';
import { count, formatNumber, shortList } from '../../model/number.ts';
import { addressOf } from '../../model/pipe-address.ts';
import type { Rollout } from '../../model/rollout.ts';
import { listWords } from '../../model/text.ts';
import type { PlanPolicy } from './plan-policy.ts';

/** A guard that the branch loosens, in a sentence. */
interface Loosened {
  readonly summary: string;
  /** The key whose place is shown, such as `policy.rules`. */
  readonly path: string;
  /** The place itself, where it is known more exactly. */
  readonly location?: Location;
}

/** How far a guard lets changes go: more is looser. null where it guards nothing. */
interface Level {
  readonly path: string;
  /** `pipes`: of the fleet of the branch, for both sides. */
  readonly read: (fleet: Fleet, pipes: number) => number | null;
  readonly show: (fleet: Fleet, level: number) => string;
}

/** A list of names that belongs to a guard; `more`: whether more names are looser. */
interface Names {
  readonly path: string;
  readonly read: (fleet: Fleet) => readonly string[] | undefined;
  readonly more: boolean;
}

const UNLIMITED = Number.POSITIVE_INFINITY;
const numberOr = (level: number): string => (level === UNLIMITED ? 'no limit' : formatNumber(Math.abs(level)));
const duration = (level: number): string => (level === UNLIMITED ? 'no limit' : formatDuration(Math.abs(level)));

function ofPolicy(key: 'maxReplicaFactor' | 'maxMonthlyIncrease'): Level {
  return { path: `policy.${key}`, read: ({ policy }) => policy[key] ?? UNLIMITED, show: (_, level) => numberOr(level) };
}

/** A level of a part of the fleet, which guards nothing where the part is missing. */
function ofPart<Part extends 'rollout' | 'promotion' | 'remediation'>(
  part: Part,
  key: string,
  read: (found: NonNullable<Fleet[Part]>) => number | null,
  show = numberOr,
): Level {
  return {
    path: `${part}.${key}`,
    read: ({ [part]: found }) => (found === null ? null : read(found)),
    show: (_, level) => show(level),
  };
}

/** A word of several, from the strictest to the loosest. */
function word(path: string, order: readonly string[], read: (fleet: Fleet) => string | undefined): Level {
  const find = (fleet: Fleet): number | null => {
    const found = read(fleet);
    return found === undefined ? null : order.indexOf(found);
  };
  return { path, read: find, show: (_, level) => order[level] ?? '' };
}

function price(key: 'cpuHour' | 'memoryGbHour'): Level {
  return {
    path: `pricing.${key}`,
    // A lower price lets a limit of costs pass more.
    read: ({ policy, pricing }) => (policy.maxMonthlyIncrease === null || pricing === null ? null : -pricing[key]),
    show: (_, level) => `${-level}`,
  };
}

const LEVELS: readonly Level[] = [
  {
    path: 'policy.maxChangedPipes',
    read: ({ policy: { maxChangedPipes: most } }, pipes) =>
      most === null ? UNLIMITED : 'count' in most ? most.count : most.share * Math.max(pipes, 1),
    show: ({ policy }) => showMostPipes(policy),
  },
  {
    path: 'policy.minPipes',
    read: ({ policy }) => (policy.maxChangedPipes === null ? null : policy.minPipes),
    show: (_, level) => numberOr(level),
  },
  ofPolicy('maxReplicaFactor'),
  ofPolicy('maxMonthlyIncrease'),
  price('cpuHour'),
  price('memoryGbHour'),
  word('policy.unmanaged', ['refuse', 'warn', 'ignore'], ({ policy }) => policy.unmanaged),
  {
    path: 'policy.scheduleGrace',
    read: ({ policy }) => policy.scheduleGraceMs,
    show: (_, level) => duration(level),
  },
  ofPart('rollout', 'bake', ({ bakeMs }) => -bakeMs, duration),
  ofPart('rollout', 'interval', ({ intervalMs }) => intervalMs, duration),
  ofPart('rollout', 'failureLimit', ({ failureLimit }) => failureLimit),
  ofPart('rollout', 'inconclusiveLimit', ({ inconclusiveLimit }) => inconclusiveLimit),
  ofPart('rollout', 'consecutiveErrorLimit', ({ consecutiveErrorLimit }) => consecutiveErrorLimit),
  word('rollout.onFailure', ['rollback', 'stop'], ({ rollout }) => rollout?.onFailure),
  ofPart('promotion', 'soak', ({ soakMs }) => -soakMs, duration),
  word('promotion.missing', ['refuse', 'warn', 'allow'], ({ promotion }) => promotion?.missing),
  ofPart('remediation', 'maxPipes', ({ maxPipes }) => maxPipes.count),
  ofPart('remediation', 'perPipe.times', ({ perPipe }) => perPipe?.times ?? UNLIMITED),
  ofPart('remediation', 'perPipe.per', ({ perPipe }) => perPipe && -perPipe.perMs, duration),
];

const NAMES: readonly Names[] = [
  { path: 'rollout.before', read: ({ rollout }) => rollout?.before, more: false },
  { path: 'rollout.after', read: ({ rollout }) => rollout?.after, more: false },
  { path: 'promotion.except', read: ({ promotion }) => promotion?.except, more: true },
  {
    path: 'remediation.fields',
    read: ({ remediation }) => remediation?.fields,
    more: true,
  },
];

const MAX_NAMED = 5;

/** A warning for each guard that the branch loosens or removes. */
export const loosenedGuards: PlanPolicy = {
  ofPlan: (_, { base, fleet, nowMs }) => findLoosenedGuards(base, fleet, new Date(nowMs).toISOString().slice(0, 10)),
};

/**
 * The guards that a branch loosens or removes, as warnings: a limit, a rule, a check or a protection. Compares two configurations; what
 * cannot be ordered, such as the condition of a rule, counts as loosened when it changes.
 * @param today `YYYY-MM-DD`, in UTC: what ended before guards nothing.
 */
export function findLoosenedGuards(base: Fleet | null, fleet: Fleet, today: string): readonly Diagnostic[] {
  if (base === null) return [];
  const found = [
    ...findParts(base, fleet),
    ...LEVELS.flatMap((level) => compareLevel(level, base, fleet)),
    ...NAMES.flatMap((names) => compareNames(names, base, fleet)),
    ...compareWaves(base.rollout, fleet.rollout, fleet.pipes.length),
    ...comparePromotions(base.promotion, fleet.promotion),
    ...compareRanges(base, fleet),
    ...compareFreezes(base.policy.freeze, fleet.policy.freeze, today),
    ...compareRules(base.policy.rules, fleet.policy.rules, today),
    ...comparePipes(base, fleet),
    ...compareChecks(base, fleet),
  ];
  return found.map(({ summary, path, location }) => {
    const place = location ?? findPlace(fleet, path) ?? findPlace(base, path);
    return diagnoseCode('guard-loosened', summary, null, 'warning', place);
  });
}

/** The place is that of the key, or of the section around it. */
function findPlace(fleet: Fleet, path: string): Location | null {
  const end = path.lastIndexOf('.');
  return fleet.places?.get(path) ?? (end === -1 ? null : findPlace(fleet, path.slice(0, end)));
}

/** What guards as a whole; a remediation writes unasked, so that a new one loosens. */
function findParts(base: Fleet, fleet: Fleet): readonly Loosened[] {
  const removed = (['rollout', 'promotion'] as const).filter((path) => base[path] !== null && fleet[path] === null);
  const isAdded = base.remediation === null && fleet.remediation !== null;
  return [
    ...removed.map((path) => ({ path, summary: `\`${path}\` is removed.` })),
    ...(isAdded ? [{ path: 'remediation', summary: '`remediation` is added: apply --remediate never asks.' }] : []),
  ];
}

function compareLevel({ path, read, show }: Level, base: Fleet, fleet: Fleet): readonly Loosened[] {
  const [was, now] = [base, fleet].map((one) => read(one, fleet.pipes.length)) as [number | null, number | null];
  if (was === null || now === null || now <= was) return [];
  return [{ path, summary: `\`${path}\` is loosened from ${show(base, was)} to ${show(fleet, now)}.` }];
}

function showMostPipes({ maxChangedPipes: most }: Policy): string {
  if (most === null) return 'no limit';
  return 'count' in most ? count(most.count, 'pipe') : `${Number((most.share * 100).toFixed(2))}%`;
}

function compareNames({ path, read, more }: Names, base: Fleet, fleet: Fleet): readonly Loosened[] {
  const [was, now] = [read(base), read(fleet)];
  if (was === undefined || now === undefined) return [];
  const [from, to] = more ? [now, was] : [was, now];
  const names = from.filter((name) => !to.includes(name));
  if (names.length === 0) return [];
  return [{ path, summary: `\`${path}\` ${more ? 'also' : 'no longer'} has ${shortList(names, MAX_NAMED)}.` }];
}

function compareWaves(was: Rollout | null, now: Rollout | null, pipes: number): readonly Loosened[] {
  if (was === null || now === null) return [];
  const sizes = ({ waves }: Rollout) => waves.map((wave) => ('pipes' in wave ? wave.pipes : wave.share * pipes));
  const [before, after] = [sizes(was), sizes(now)];
  const isLooser = after.length < before.length || after.some((size, index) => size > (before[index] ?? UNLIMITED));
  return isLooser ? [{ path: 'rollout.waves', summary: '`rollout.waves` has larger or fewer waves.' }] : [];
}

function comparePromotions(was: Promotion | null, now: Promotion | null): readonly Loosened[] {
  if (was === null || now === null || was.from === now.from) return [];
  return [{ path: 'promotion.from', summary: `\`promotion.from\` is changed from ${was.from} to ${now.from}.` }];
}

/** A value must be within the range of the deployment (`api`) and of the policy. */
function compareRanges(base: Fleet, fleet: Fleet): readonly Loosened[] {
  const rangeIn = ({ policy }: Fleet, spec: FieldSpec) => {
    const ofPolicy = policy.ranges.find(({ path }) => path === spec.path);
    return { ...narrowRange(spec, ofPolicy), ofPolicy };
  };
  return fieldsOf(base.api).rows.flatMap((spec) => {
    const other = fieldsOf(fleet.api).find(spec.path);
    if (other === undefined || spec.type === 'boolean') return [];
    const [was, now] = [rangeIn(base, spec), rangeIn(fleet, other)];
    if (now.min >= was.min && now.max <= was.max) return [];
    const summary = `The range of \`${spec.path}\` is widened from ${showRange(was)} to ${showRange(now)}.`;
    if (was.ofPolicy === undefined) return [{ path: 'api.ranges', summary }];
    if (now.ofPolicy === undefined) return [{ path: 'policy.ranges', summary }];
    return [{ path: 'policy.ranges', summary, location: now.ofPolicy.location }];
  });
}

function showRange({ min, max }: { readonly min: number; readonly max: number }): string {
  return `${min === -UNLIMITED ? '…' : min}–${max === UNLIMITED ? '…' : max}`;
}

/** A freeze that another one covers is as strict. */
function compareFreezes(was: readonly Freeze[], now: readonly Freeze[], today: string): readonly Loosened[] {
  return was
    .filter(({ dates }) => dates === undefined || dates.until >= today)
    .filter((freeze) => !now.some((one) => coversFreeze(one, freeze)))
    .map(({ reason }) => ({ path: 'policy.freeze', summary: `The freeze "${reason}" is shortened or removed.` }));
}

function coversFreeze(one: Freeze, other: Freeze): boolean {
  if (one.timezone !== other.timezone || (one.allowsSchedule && !other.allowsSchedule)) return false;
  const [dates, covered] = [one.dates, other.dates];
  const isLasting =
    dates === undefined || (covered !== undefined && dates.from <= covered.from && dates.until >= covered.until);
  const isWithin = one.hours === null || isDeepStrictEqual(one.hours, other.hours);
  return isLasting && isWithin && other.days.every((day) => one.days.includes(day));
}

function compareRules(was: readonly Rule[], now: readonly Rule[], today: string): readonly Loosened[] {
  const path = 'policy.rules';
  return was.flatMap((rule): readonly Loosened[] => {
    const same = now.find(({ name }) => name === rule.name);
    if (same === undefined) return [{ path, summary: `The rule ${rule.name} is removed.` }];
    const { location } = same;
    const sentences = [
      ...(rule.level === 'refuse' && same.level === 'warn' ? ['only warns and no longer refuses'] : []),
      ...(rule.when === same.when ? [] : ['has another condition']),
      ...same.except
        .filter(
          ({ pipe, until }) => until >= today && !rule.except.some((one) => one.pipe === pipe && one.until >= until),
        )
        .map(({ pipe, until }) => `has an exception for pipe ${pipe} until ${until}`),
    ];
    return sentences.map((sentence) => ({ path, location, summary: `The rule ${rule.name} ${sentence}.` }));
  });
}

/** This compares the protection and checks of pipes that both have. */
function comparePipes(base: Fleet, fleet: Fleet): readonly Loosened[] {
  const before = new Map(base.pipes.map((pipe) => [addressOf(pipe), pipe]));
  const both = fleet.pipes.flatMap((now) => {
    const was = before.get(addressOf(now));
    return was === undefined ? [] : [{ was, now }];
  });
  const open = both.filter(({ was, now }) => was.protect && !now.protect);
  const checks = new Set(both.flatMap(({ was }) => was.checks));
  const report = (pipes: typeof both, describe: (names: string) => string): readonly Loosened[] => {
    const [first] = pipes;
    if (first === undefined) return [];
    const names = shortList(
      pipes.map(({ now }) => now.name),
      MAX_NAMED,
    );
    return [{ path: 'pipes', location: first.now.location, summary: describe(names) }];
  };
  return [
    ...report(open, (names) => `No longer protected: ${names}.`),
    ...[...checks].flatMap((name) => {
      const left = both.filter(({ was, now }) => was.checks.includes(name) && !now.checks.includes(name));
      return report(left, (names) => `Check ${name} no longer guards ${names}.`);
    }),
  ];
}

/** The definitions of checks that guarded something at the base. */
function compareChecks(base: Fleet, fleet: Fleet): readonly Loosened[] {
  const { before = [], after = [] } = base.rollout ?? {};
  const used = new Set([...before, ...after, ...base.pipes.flatMap(({ checks }) => checks)]);
  return [...used].flatMap((name) => {
    const [was, now] = [base.checks.get(name), fleet.checks.get(name)];
    if (was === undefined || now === undefined) return [];
    const changes = listWords(describeCheckChanges(was, now));
    if (changes === '') return [];
    return [{ path: 'checks', location: now.location, summary: `Check ${name} ${changes}.` }];
  });
}

function describeCheckChanges(was: Check, now: Check): readonly string[] {
  const isOther = !isDeepStrictEqual(withoutPass(was), withoutPass(now));
  const isPass = was.kind === 'series' && now.kind === 'series' && isLooser(was.pass, now.pass);
  const passes = isPass ? [`passes at ${formatCondition(now.pass)} in place of ${formatCondition(was.pass)}`] : [];
  return [...passes, ...(isOther ? ['asks for something else'] : [])];
}

/** What a check asks for, without its condition, and what decides nothing. */
function withoutPass(check: Check): object {
  if (check.kind === 'alert') {
    const { definition: _, location: __, ...rest } = check;
    return rest;
  }
  const { pass: _, unit: __, location: ___, ...rest } = check;
  return rest;
}

function isLooser(was: Condition, now: Condition): boolean {
  if (was.comparator !== now.comparator) return true;
  if (was.comparator.startsWith('<')) return now.value > was.value;
  return was.comparator.startsWith('>') ? now.value < was.value : now.value !== was.value;
}
