import { formatSecond } from '../../model/clock.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldPath, fieldsOf, scalingKeyOf } from '../../model/field/field.ts';
import { formatAge, formatDuration, readInstantMs, readTimeMs } from '../../model/field/units.ts';
import type { DesiredPipe, Fleet, Promotion } from '../../model/fleet.ts';
import { equalValues, type JsonValue, printValue } from '../../model/json/json.ts';
import { isRunning, type LivePipe } from '../../model/live-pipe.ts';
import { type Change, isOverridden, type Override, type PlannedPipe } from '../../model/plan.ts';
import { listWords, withoutPeriod } from '../../model/text.ts';
import { findDesired, isInside, isLate } from '../attribute-changes.ts';
import { comparePipe } from '../diff/compare-pipe.ts';
import { isPlaceholder } from '../diff/diff-scaling.ts';
import { showField } from '../diff/snapshot.ts';
import type { PlanPolicy, SourcePipe, SourcePipes } from './plan-policy.ts';

/** Changes must be live in another environment before this one gets them. */
export const promotion: PlanPolicy = {
  ofPipe({ desired, changes }, { fleet, allowances, sources }) {
    if (findPromotion(fleet, allowances.overrides) === null) return [];
    const problem = promotionProblem({ ...desired, changes }, fleet, sources);
    return problem === null ? [] : [problem];
  },
};

/** A pipe with the changes of its plan. */
type PromotedPipe = Pick<PlannedPipe, 'name' | 'serviceId' | 'id' | 'changes'>;

/** The promotion that a plan is held to; null without one, or when it is overridden. */
export function findPromotion({ promotion }: Fleet, overrides: readonly Override[]): Promotion | null {
  return isOverridden(overrides, 'promotion') ? null : promotion;
}

/** The pipes of `from` that the changes are promoted from. */
export function findSources(fleet: Fleet, pipes: readonly PromotedPipe[]): readonly DesiredPipe[] {
  const { promotion } = fleet;
  if (promotion === null) return [];
  const promoted = pipes.filter(({ changes }) => listPromoted(changes, promotion).length > 0);
  return promoted.flatMap((pipe) => findSource(fleet, pipe) ?? []);
}

/** The pipe of the same name. One that both environments share has none of its own in `from`. */
function findSource({ api, promotion }: Fleet, { name, serviceId, id }: Omit<PromotedPipe, 'changes'>) {
  const source = promotion?.source ?? null;
  const pipe = source === null ? undefined : pipesByName(source).get(name);
  if (source === null || pipe === undefined) return null;
  const isSameApi = source.api.url === api.url && source.api.organization === api.organization;
  return isSameApi && pipe.serviceId === serviceId && pipe.id === id ? null : pipe;
}

const indexes = new WeakMap<Fleet, ReadonlyMap<string, DesiredPipe>>();

/** Cached, since it is called for every pipe and a fleet never changes. */
function pipesByName(fleet: Fleet): ReadonlyMap<string, DesiredPipe> {
  const index = indexes.get(fleet) ?? new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  indexes.set(fleet, index);
  return index;
}

function listPromoted(changes: readonly Change[], { except }: Promotion): readonly Change[] {
  return changes.filter(({ path }) => !except.includes(path));
}

/**
 * Why the changes of a pipe are not promoted: an error, or a warning with `missing: warn`; null when they are. `sources`: the pipes
 * that `findSources` lists, as they are now; null when the promotion does not hold for the pipe.
 */
export function promotionProblem(pipe: PromotedPipe, fleet: Fleet, sources: SourcePipes | null): Diagnostic | null {
  const { promotion } = fleet;
  if (promotion === null || sources === null) return null;
  const promoted = listPromoted(pipe.changes, promotion);
  if (promoted.length === 0) return null;
  const { from, missing, location, source } = promotion;
  const applyThere = `\`pipeform apply -e ${from} --target ${pipe.name}\``;
  const planAgain = `\`pipeform plan${fleet.environment === null ? '' : ` -e ${fleet.environment}`} --target ${pipe.name}\``;
  const later = `Run ${planAgain} when it meets the conditions in ${from}`;
  const report = (why: string, lines: readonly string[], next = later, severity: 'error' | 'warning' = 'error') => {
    const summary = `Pipe ${pipe.name} is not promoted from ${from}: ${why}.`;
    const hint = `${next}; or give --skip-promotion REASON.`;
    return diagnose(severity, { code: 'not-promoted', summary, detail: lines.join('\n') || null, hint }, location);
  };
  if (source !== null && findSource(fleet, pipe) === null) {
    if (missing === 'allow') return null;
    const why = `${from} has no such pipe of its own`;
    const lines = ['`promotion.missing` sets what happens then: refuse, warn or allow.'];
    const next = `Add the pipe to ${from}, and run ${applyThere}`;
    return report(why, lines, next, missing === 'refuse' ? 'error' : 'warning');
  }
  const there = sources.get(pipe.name);
  if (source === null || there === undefined) return report('it was not read there', []);
  const gaps = findGaps(promoted, there, source, promotion);
  if (gaps.length === 0) return null;
  return report(
    listWords(gaps.map(({ brief }) => brief)),
    gaps.flatMap(({ lines }) => lines),
    gaps.some(({ isAbsent }) => isAbsent) ? `Run ${applyThere}, then ${planAgain}` : later,
  );
}

/** A condition that does not hold: in a few words, and in sentences that say when it will. */
interface Gap {
  readonly brief: string;
  readonly lines: readonly string[];
  /** Whether the values must be applied there. */
  readonly isAbsent?: boolean;
}

function findGaps(
  promoted: readonly Change[],
  there: SourcePipe,
  { api }: Fleet,
  promotion: Promotion,
): readonly Gap[] {
  const { desired, read, readAtMs: nowMs } = there;
  const options = {
    nowMs,
    base: null,
    onlyOrigin: null,
    onlyFields: null,
    reviewed: null,
    url: api.url,
    fields: fieldsOf(api),
  };
  const compared = comparePipe(desired, read, options);
  if (compared.kind !== 'compared') {
    const { diagnostics } = compared.pipe;
    const words = listWords(diagnostics.map(({ summary }) => withoutPeriod(summary)));
    return [{ brief: `it cannot be read there: ${words}`, lines: diagnostics.flatMap(({ detail }) => detail ?? []) }];
  }
  const { live } = compared;
  const gaps = [
    findValueGap(promoted, desired, live, promotion),
    // A schedule there updates the pipe again and again, so that a soak would never end.
    promoted.every(isScheduled) ? null : findSoakGap(live, promotion, nowMs),
    findStateGap(live, promotion),
    findCheckGap(there, promotion),
  ];
  return gaps.filter((gap) => gap !== null);
}

function findValueGap(
  promoted: readonly Change[],
  desired: DesiredPipe,
  live: LivePipe,
  { from, soakMs, source }: Promotion,
): Gap | null {
  const graceMs = source?.policy.scheduleGraceMs ?? 0;
  const absent = promoted.filter((change) => !isLive(change, desired, live, graceMs));
  const [first] = absent;
  if (first === undefined) return null;
  const brief = absent.length === 1 ? `${first.path} is not live there` : `${absent.length} values are not live there`;
  const lines = absent.map(({ path, after, band }) => {
    const planned = band === null ? printValue(after) : `${band.min} to ${band.max}`;
    return `${path}: planned ${planned}, live in ${from} ${printShown(showValue(live, path))}.`;
  });
  if (soakMs > 0) lines.push(`The soak of ${formatDuration(soakMs)} starts with that change in ${from}.`);
  return { brief, lines, isAbsent: true };
}

function isScheduled({ origin }: Change): boolean {
  return origin === 'schedule';
}

/**
 * Whether `from` has the desired value: it is live there, or both are within the band there, or live is within the desired band. A
 * scheduled size may be late there, for the grace time of `from`.
 */
function isLive(change: Change, desired: DesiredPipe, live: LivePipe, graceMs: number): boolean {
  const { path, after, band } = change;
  const shown = showValue(live, path);
  if (shown === undefined) return false;
  if (equalValues(shown, after) || isInside(band, shown)) return true;
  const there = findDesired(desired, path) ?? null;
  const isWanted = there === after || isInside(there, after);
  if (isScheduled(change) && isWanted && isLate({ path, before: shown }, desired, graceMs)) return true;
  return isInside(there, shown) && isInside(there, after);
}

/** The live value; undefined when it is unreadable, or not shown yet after an update. */
function showValue(live: LivePipe, path: FieldPath): JsonValue | undefined {
  const key = scalingKeyOf(path);
  return key !== null && isPlaceholder(live, key) ? undefined : showField(live, path);
}

function printShown(value: JsonValue | undefined): string {
  return value === undefined ? 'not readable' : printValue(value);
}

/** How far the clocks of a service and of this machine may differ unnoticed. */
const CLOCK_TOLERANCE_MS = 2_000;

function findSoakGap({ updatedAt }: LivePipe, { from, soakMs }: Promotion, nowMs: number): Gap | null {
  if (soakMs === 0) return null;
  const updatedMs = updatedAt === null ? Number.NaN : readInstantMs(updatedAt);
  if (Number.isNaN(updatedMs)) {
    return { brief: 'the time of its last update there is not known', lines: [explainNoInstant(updatedAt)] };
  }
  const ageMs = nowMs - updatedMs;
  if (ageMs >= soakMs) return null;
  const updated = formatTime(updatedMs);
  if (ageMs < -CLOCK_TOLERANCE_MS) {
    const line = `Its last update in ${from} is at ${updated}, ${formatAge(-ageMs)} ahead of the clock of the service. Check the clocks.`;
    return { brief: 'its last update there is in the future', lines: [line] };
  }
  const end = formatTime(updatedMs + soakMs);
  const line = `It was last updated in ${from} at ${updated}; the soak of ${formatDuration(soakMs)} ends at ${end}. Any update starts it anew, also of another field, and so does an autoscaler in its band.`;
  return { brief: `its soak there ends at ${end}`, lines: [line] };
}

/** Why the time of an update is no proof of its age. */
function explainNoInstant(updatedAt: string | null): string {
  if (updatedAt === null) return 'The service did not return it.';
  const why = Number.isNaN(readTimeMs(updatedAt)) ? 'is not a valid time' : 'has no time zone';
  return `The service returned ${JSON.stringify(updatedAt)}, which ${why}.`;
}

/** Rounded up: a soak must not end later than is said. */
function formatTime(milliseconds: number): string {
  return formatSecond(Math.ceil(milliseconds / 1_000) * 1_000);
}

function findStateGap(live: LivePipe, { from }: Promotion): Gap | null {
  if (isRunning(live)) return null;
  const state = live.state ?? 'unknown';
  return { brief: 'it does not run there', lines: [`Its state in ${from} is ${state}; it must be Running.`] };
}

function findCheckGap({ desired, checks }: SourcePipe, { from }: Promotion): Gap | null {
  const results = new Map(checks.map((result) => [result.name, result]));
  const open = [...new Set(desired.checks)].filter((name) => results.get(name)?.verdict !== 'pass');
  if (open.length === 0) return null;
  const names = listWords(open);
  const brief = open.length === 1 ? `check ${names} does not pass there` : `checks ${names} do not pass there`;
  const lines = open.map((name) => {
    const { verdict = 'error', reason = 'it was not evaluated' } = results.get(name) ?? {};
    return `${name} in ${from}: ${verdict}, ${withoutPeriod(reason)}.`;
  });
  return { brief, lines };
}
