import { sortByName } from '../../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { countStatuses } from '../../model/plan.ts';
import { fromCents, type Pricing, sumAmounts } from '../../model/price.ts';
import type { AdvisedCost, AdvisedPipe, Recommendations, WeekOfPipe } from '../../model/size/advice-report.ts';
import { type Advice, capacityOf, type Size, VERDICTS_OF_SIZE } from '../../model/size/sizing.ts';
import type { Sizing } from '../../model/size/sizing-series.ts';
import { adviseConcurrency } from '../../sizing/advise-concurrency.ts';
import { adviseSize } from '../../sizing/advise-size.ts';
import { hoursOfWeek, sizeAtMinute } from '../../sizing/week-of-sizes.ts';
import { frameOf } from '../plan-project.ts';
import type { Project } from '../project.ts';
import type { OnProgress } from '../read-pipes.ts';
import {
  findLimits,
  findPrices,
  findSchedule,
  listWindows,
  nextWeekCents,
  sizeOutside,
  toScheduled,
} from './pipe-sizes.ts';
import type { Histories } from './read-histories.ts';
import { describePeriod, openSizing, readSubjects, type Subject } from './sizing-subjects.ts';

/** Reads what the selected pipes used, and advises a size for each. */
export async function recommendSizes(project: Project, onProgress: OnProgress): Promise<Recommendations> {
  const { fleet, earlier, runtime } = project;
  const { sizing } = openSizing(project);
  const { histories, subjects, diagnostics } = await readSubjects(project, sizing.historyMs, onProgress);
  const { startMs, stepMs, steps } = histories;
  const hours = hoursOfWeek(sizing.timezone, startMs, stepMs, steps);
  const basis = { hours, histories, fleet, sizing };
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
  readonly histories: Histories;
  readonly fleet: Fleet;
  readonly sizing: Sizing;
}

const NO_SIZE = {
  ...{ advised: null, windows: [], isLimited: false, week: null },
  short: { now: null, advised: null },
} as const;

function advise(subject: Subject, { hours, histories, fleet, sizing }: Basis): AdvisedPipe {
  const { desired } = subject;
  const { headroom, timezone } = sizing;
  const { pricing } = fleet;
  const { name, service, serviceId, id, location } = desired;
  const windowsNow = listWindows(desired);
  const now = subject.now && sizeOutside(desired, subject.now);
  const pipe = { name, service, serviceId, id, location, now, ...(windowsNow && { windowsNow }) };
  if (subject.obstacle !== null) return { ...pipe, ...NO_SIZE, verdict: 'unknown', reason: subject.obstacle };
  if (subject.now === null) {
    return { ...pipe, ...NO_SIZE, ...adviseConcurrency(subject.history, subject.concurrency) };
  }
  const prices = findPrices(pricing);
  const options = { headroom, timezone, limits: findLimits(desired, subject.now, fleet), ...prices };
  const schedule = findSchedule(desired, subject.now, histories);
  const advice = adviseSize(subject.history, subject.now, options, schedule);
  const { verdict, advised, windows, reason, isLimited, isTooSmall, short } = advice;
  const cost = costOf(advice, desired, histories, pricing);
  return {
    ...pipe,
    ...{ verdict, advised, windows, reason, isLimited, short },
    ...(isTooSmall && { isTooSmall }),
    ...(cost !== null && { cost }),
    week: findWeek(advice, hours, schedule?.sizes),
  };
}

const HOURS_OF_WEEK = 168;

/** `scheduled`: the size of each step; undefined without a schedule. */
function findWeek(advice: Advice, hours: Uint16Array, scheduled: readonly Size[] | undefined): WeekOfPipe | null {
  const { demand, verdict, advised, windows } = advice;
  if (advised === null) return null;
  const highest: (number | null)[] = Array.from({ length: HOURS_OF_WEEK }, () => null);
  for (const [step, value] of demand.entries()) {
    const hour = hours[step] ?? 0;
    if (!Number.isNaN(value)) highest[hour] = Math.max(highest[hour] ?? 0, Math.round(value));
  }
  const capacity = highest.map((_, hour) => {
    return capacityOf(sizeAtMinute(advised, windows, hour * 60));
  });
  if (scheduled === undefined) return { demand: highest, advised: capacity };
  const now = highest.map((_, hour) => capacityOf(scheduled[hours.lastIndexOf(hour)] ?? advised));
  return { demand: highest, now, advised: verdict === 'keep' ? now : capacity };
}

function costOf(
  { verdict, now, advised, windows }: Advice,
  desired: DesiredPipe,
  past: Histories,
  pricing: Pricing | null,
): AdvisedCost | null {
  if (pricing === null || advised === null) return null;
  const before = fromCents(nextWeekCents(desired, now, past, pricing));
  if (verdict === 'keep') return { now: before, advised: before };
  const { location } = desired;
  const scaling = { replicas: { value: advised.replicas, location } };
  const schedule = windows.map((window) => toScheduled(window, location));
  return { now: before, advised: fromCents(nextWeekCents({ schedule, scaling }, advised, past, pricing)) };
}

function sumCosts(pipes: readonly AdvisedPipe[], currency: string): NonNullable<Recommendations['cost']> {
  const sum = (key: 'now' | 'advised') => sumAmounts(pipes.flatMap(({ cost }) => cost?.[key] ?? []));
  return { currency, now: sum('now'), advised: sum('advised') };
}
