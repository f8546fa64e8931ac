import { isDeepStrictEqual } from 'node:util';
import { sortByName } from '../../model/diagnostic.ts';
import type { DesiredPipe, Fleet, SizesOfWeek } from '../../model/fleet.ts';
import { countStatuses } from '../../model/plan.ts';
import { fromCents, monthlyCents, toCents } from '../../model/price.ts';
import type { AdvisedCost, AdvisedPipe, Recommendations, WeekOfPipe } from '../../model/size/advice-report.ts';
import { type Advice, capacityOf, VERDICTS_OF_SIZE } from '../../model/size/sizing.ts';
import type { Sizing } from '../../model/size/sizing-series.ts';
import { weeklyCents } from '../../plan/cost.ts';
import { adviseSize } from '../../sizing/advise-size.ts';
import { hoursOfWeek, sharesOfSizes, sizeAtMinute } from '../../sizing/week-of-sizes.ts';
import { frameOf } from '../plan-project.ts';
import type { Project } from '../project.ts';
import type { OnProgress } from '../read-pipes.ts';
import { hasSchedules } from '../schedules.ts';
import { findLimits, findPrices, toScaling } from './pipe-sizes.ts';
import { describePeriod, openSizing, readSubjects, type Subject } from './sizing-subjects.ts';

/** Reads what the selected pipes used, and advises a size for each. */
export async function recommendSizes(project: Project, onProgress: OnProgress): Promise<Recommendations> {
  const { fleet, earlier, runtime } = project;
  const { sizing } = openSizing(project);
  const { histories, subjects, diagnostics } = await readSubjects(project, sizing.historyMs, onProgress);
  const { startMs, stepMs, steps } = histories;
  const hours = hoursOfWeek(sizing.timezone, startMs, stepMs, steps);
  const schedulePipe = hasSchedules(fleet) ? (await import('../../plan/schedule-fleet.ts')).schedulePipe : null;
  const weekOf: Basis['weekOf'] = (pipe) => schedulePipe?.(pipe, startMs + steps * stepMs).sizesNow?.week;
  const basis = { hours, fleet, sizing, weekOf };
  const advised = sortByName(subjects.map((subject) => advise(subject, basis)));
  const { now, tool } = frameOf(runtime);
  return {
    kind: 'recommendations',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: fleet.environment,
    period: { ...describePeriod(histories), timezone: sizing.timezone },
    summary: {
      total: advised.length,
      ...countStatuses(
        VERDICTS_OF_SIZE,
        advised.map(({ verdict: status }) => ({ status })),
      ),
    },
    ...(fleet.pricing !== null && { cost: sumCosts(advised, fleet.pricing.currency) }),
    pipes: advised,
    diagnostics: [...earlier, ...diagnostics],
  };
}

/** What the advice for all pipes is based on. `hours`: the hour of the week of each step. */
interface Basis {
  readonly hours: Uint16Array;
  readonly fleet: Fleet;
  readonly sizing: Sizing;
  /** The sizes of a week by the declared schedule; undefined without one. */
  weekOf(pipe: DesiredPipe): readonly SizesOfWeek[] | undefined;
}

function advise(subject: Subject, basis: Basis): AdvisedPipe {
  const { desired, now } = subject;
  const { hours, fleet } = basis;
  const { headroom, timezone } = basis.sizing;
  const { name, service, serviceId, id, location } = desired;
  const pipe = { name, service, serviceId, id, location };
  if (subject.obstacle !== null) {
    const short = { now: null, advised: null };
    const about = { verdict: 'unknown', now, advised: null, windows: [], isLimited: false, short, week: null } as const;
    return { ...pipe, ...about, reason: subject.obstacle };
  }
  const options = { headroom, timezone, limits: findLimits(desired, subject.now, fleet), ...findPrices(fleet.pricing) };
  const found = adviseSize(subject.history, subject.now, options);
  const advice = isScheduledSo(desired, found) ? { ...found, ...SCHEDULED } : found;
  const { verdict, advised, windows, reason, isLimited, short } = advice;
  const cost = costOf(advice, desired, basis);
  return {
    ...pipe,
    ...{ verdict, now, advised, windows, reason, isLimited, short },
    ...(cost !== null && { cost }),
    week: findWeek(advice, hours),
  };
}

const HOURS_OF_WEEK = 168;

function findWeek({ demand, advised, windows }: Advice, hours: Uint16Array): WeekOfPipe | null {
  if (advised === null) return null;
  const highest: (number | null)[] = Array.from({ length: HOURS_OF_WEEK }, () => null);
  for (const [step, value] of demand.entries()) {
    const hour = hours[step] ?? 0;
    if (!Number.isNaN(value)) highest[hour] = Math.max(highest[hour] ?? 0, Math.round(value));
  }
  const capacity = highest.map((_, hour) => {
    return capacityOf(sizeAtMinute(advised, windows, hour * 60));
  });
  return { demand: highest, advised: capacity };
}

const SCHEDULED = { verdict: 'keep', reason: 'Its schedule is the one that the past needs.' } as const;

/** Whether a pipe has the advised schedule. */
function isScheduledSo({ scaling, schedule = [] }: DesiredPipe, { advised, windows }: Advice): boolean {
  const declared = schedule.map(({ days, hours, timezone, scaling: { replicas } }) => ({
    ...{ days, hours, timezone },
    replicas: replicas?.value,
  }));
  return (
    windows.length > 0 &&
    isDeepStrictEqual(declared, windows) &&
    scaling.replicas?.value === advised?.replicas &&
    (scaling.replicaCpuMillicores?.value ?? advised?.cpuMillicores) === advised?.cpuMillicores &&
    (scaling.replicaMemoryGb?.value ?? advised?.memoryGb) === advised?.memoryGb
  );
}

/** A pipe with a schedule costs the mean of its week now, and with it, nothing changes. */
function costOf({ verdict, now, advised, windows }: Advice, pipe: DesiredPipe, basis: Basis): AdvisedCost | null {
  const { pricing } = basis.fleet;
  if (pricing === null || advised === null) return null;
  const before = fromCents(weeklyCents(toScaling(now), pricing, basis.weekOf(pipe)));
  if (verdict === 'keep') return { now: before, advised: before };
  return {
    now: before,
    advised: fromCents(monthlyCents(sharesOfSizes(advised, windows), pricing)),
  };
}

function sumCosts(pipes: readonly AdvisedPipe[], currency: string): NonNullable<Recommendations['cost']> {
  const sum = (key: 'now' | 'advised') =>
    fromCents(pipes.reduce((total, { cost }) => total + (cost === undefined ? 0 : toCents(cost[key])), 0));
  return { currency, now: sum('now'), advised: sum('advised') };
}
