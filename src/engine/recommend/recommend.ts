import { DAY_MS } from '../../model/clock.ts';
import { sortByName } from '../../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { countStatuses } from '../../model/plan.ts';
import { fromCents, type Pricing, sumAmounts } from '../../model/price.ts';
import type {
  AdvisedCost,
  AdvisedPipe,
  MemoryOfPipe,
  Recommendations,
  WeekOfPipe,
} from '../../model/size/advice-report.ts';
import { capacityOf, type Size } from '../../model/size/size.ts';
import { type Advice, type PipeHistory, VERDICTS_OF_SIZE } from '../../model/size/sizing.ts';
import type { Sizing } from '../../model/size/sizing-series.ts';
import { backtestPipe } from '../../sizing/backtest.ts';
import { adviseSize, MEMORY_DAYS } from '../../sizing/decide.ts';
import { findPeak, findQuantile, tail } from '../../sizing/series.ts';
import { HOURS_OF_WEEK, hoursOfWeek, sizesByHour } from '../../sizing/week-of-sizes.ts';
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
  const inputs = { hours, histories, fleet, sizing };
  const advised = sortByName(subjects.map((subject) => advise(subject, inputs)));
  const { now, tool } = frameOf(runtime);
  const report = {
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
  } as const;
  const priced = fleet.pricing === null ? report : { ...report, cost: sumCosts(advised, fleet.pricing.currency) };
  return { ...priced, pipes: advised, diagnostics: [...earlier, ...diagnostics] };
}

/** What the advice for all pipes is based on. `hours`: the hour of the week of each step. */
interface AdviceInputs {
  readonly hours: Uint16Array;
  readonly histories: Histories;
  readonly fleet: Fleet;
  readonly sizing: Sizing;
}

const NO_SIZE = {
  ...{ advised: null, windows: [], isLimited: false, week: null, memory: null },
  short: { now: null, advised: null, unseen: null },
} as const;

function advise(subject: Subject, { hours, histories, fleet, sizing }: AdviceInputs): AdvisedPipe {
  const { desired } = subject;
  const { headroom, timezone } = sizing;
  const { pricing } = fleet;
  const { name, service, serviceId, id, location } = desired;
  const windowsNow = listWindows(desired);
  const now = subject.now && sizeOutside(desired, subject.now);
  const sized = { name, service, serviceId, id, location, now };
  const pipe = windowsNow === undefined ? sized : { ...sized, windowsNow };
  if (subject.obstacle !== null) return { ...pipe, ...NO_SIZE, verdict: 'unknown', reason: subject.obstacle };
  const prices = findPrices(pricing);
  const options = { headroom, timezone, limits: findLimits(desired, subject.now, fleet), ...prices };
  const schedule = findSchedule(desired, subject.now, histories);
  const advice = adviseSize(subject.history, subject.now, options, schedule);
  const { verdict, advised, windows, reason, isLimited, isTooSmall } = advice;
  const unseen = advised === null ? null : (backtestPipe(subject.history, subject.now, options)?.advice.short ?? null);
  const cost = costOf(advice, desired, histories, pricing);
  const judged = { ...pipe, verdict, advised, windows, reason, isLimited, short: { ...advice.short, unseen } };
  const optional: { isTooSmall?: true; isDeclared?: true; cost?: AdvisedCost } = {};
  if (isTooSmall) optional.isTooSmall = isTooSmall;
  if (subject.isDeclared) optional.isDeclared = true;
  if (cost !== null) optional.cost = cost;
  const week = findWeek(advice, hours, schedule?.sizes ?? null);
  return { ...judged, ...optional, week, memory: findMemory(advice, subject.history) };
}

/** `scheduled`: the size of each step by the schedule of now; null without one. */
function findWeek(advice: Advice, hours: Uint16Array, scheduled: readonly Size[] | null): WeekOfPipe | null {
  const { demand, verdict, advised, windows } = advice;
  if (advised === null) return null;
  const byHour = Array.from({ length: HOURS_OF_WEEK }, (): number[] => []);
  for (const [step, value] of demand.entries()) byHour[hours[step] ?? 0]?.push(value);
  const ofHour = (find: (values: Float32Array) => number | null) =>
    byHour.map((values) => {
      const found = find(new Float32Array(values));
      return found === null ? null : Math.round(found);
    });
  const sizeNow = (hour: number) => scheduled?.[hours.lastIndexOf(hour)] ?? advice.now;
  const now = byHour.map((_, hour) => capacityOf(sizeNow(hour)));
  return {
    peak: ofHour(findPeak),
    usual: ofHour((values) => findQuantile(values, 0.5)),
    now,
    advised: verdict === 'keep' ? now : sizesByHour(advised, windows).map(capacityOf),
  };
}

function findMemory({ now, advised }: Advice, { memory, stepMs }: PipeHistory): MemoryOfPipe | null {
  if (advised === null) return null;
  const used = memory === null ? null : findPeak(tail(memory, MEMORY_DAYS * DAY_MS, stepMs));
  return { used, now: now.memoryGb, advised: advised.memoryGb };
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
