import { fieldsOf, narrowRange, SCALING_KEYS, type ScalingKey } from '../../model/field/field.ts';
import {
  type Band,
  type DesiredPipe,
  type Fleet,
  isBand,
  isScheduledField,
  type ScheduledSize,
} from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';
import type { Prices, Pricing } from '../../model/price.ts';
import type { DeclaredWindow } from '../../model/size/advice-report.ts';
import { SIZE_FIELDS, SIZE_PARTS, type Size } from '../../model/size/size.ts';
import type { AdvisedWindow, SizeLimits } from '../../model/size/sizing.ts';
import { isWeekly } from '../../model/weekly-window.ts';
import { resize, weeklyCents } from '../../plan/cost.ts';
import { knownScaling } from '../../plan/diff/diff-scaling.ts';
import { listScheduledSizes, listUsualWeek } from '../../plan/schedule-fleet.ts';
import type { ScheduledSizes } from '../../sizing/decide.ts';
import type { Histories } from './read-histories.ts';

/** The size of a pipe, as it is live or, where that is not read, as it is declared; null when a part is not known. */
export function findSize({ scaling, schedule = [] }: DesiredPipe, live: LivePipe | null): Size | null {
  return createSize((key) => {
    const scheduled = schedule.filter(isWeekly).flatMap((window) => window.scaling[key]?.value ?? []);
    if (live !== null && !schedule.some((window) => window.scaling[key] !== undefined)) return knownScaling(live, key);
    // The largest of the sizes by the clock counts: advice must not shrink a pipe to the night's size.
    const values = [scaling[key]?.value ?? null, ...scheduled];
    const numbers = values.filter((value) => typeof value === 'number');
    if (numbers.length === values.length) return Math.max(...numbers);
    return live === null ? null : knownScaling(live, key);
  });
}

export function findLiveSize(live: LivePipe): Size | null {
  return createSize((key) => knownScaling(live, key));
}

function createSize(read: (key: ScalingKey) => number | null): Size | null {
  const [replicas, cpuMillicores, memoryGb] = [
    read(SIZE_FIELDS.replicas),
    read(SIZE_FIELDS.cpuMillicores),
    read(SIZE_FIELDS.memoryGb),
  ];
  if (replicas === null || cpuMillicores === null || memoryGb === null) return null;
  return replicas > 0 && cpuMillicores > 0 && memoryGb > 0 ? { replicas, cpuMillicores, memoryGb } : null;
}

function toScaling({ replicas, cpuMillicores, memoryGb }: Size): Readonly<Record<ScalingKey, number | null>> {
  return { replicas, concurrency: null, replicaCpuMillicores: cpuMillicores, replicaMemoryGb: memoryGb };
}

/**
 * The sizes of a pipe by its schedule, in the past that was read; null without one.
 * @param now what a band is met from.
 */
export function findSchedule(
  pipe: DesiredPipe,
  now: Size,
  { startMs, stepMs, steps }: Histories,
): ScheduledSizes | null {
  if (pipe.schedule === undefined) return null;
  const sizes: Size[] = [];
  let ms = 0;
  for (const part of listScheduledSizes(pipe, startMs, startMs + steps * stepMs)) {
    ms += part.ms;
    const size = resize(toScaling(now), part.scaling);
    while (sizes.length < Math.round(ms / stepMs)) sizes.push(size);
  }
  return { outside: sizeOutside(pipe, now), sizes };
}

/** What a month costs by the sizes of a usual week after the past that was read, as a plan has it. */
export function nextWeekCents(
  pipe: Pick<DesiredPipe, 'schedule' | 'scaling'>,
  now: Size,
  { startMs, stepMs, steps }: Histories,
  prices: Prices,
): number {
  const endMs = startMs + steps * stepMs;
  return weeklyCents(toScaling(now), prices, listUsualWeek(pipe, endMs));
}

/** An advised window as `config` reads it. */
export function toScheduled({ days, hours, timezone, replicas }: AdvisedWindow, location: Location): ScheduledSize {
  return { timezone, days, hours, scaling: { replicas: { value: replicas, location } }, location };
}

/** The size outside of all windows. */
export function sizeOutside(pipe: DesiredPipe, now: Size): Size {
  const keys = SCALING_KEYS.filter((key) => isScheduledField(pipe, `scaling.${key}`));
  const values = keys.map((key) => [key, pipe.scaling[key]?.value ?? undefined] as const);
  return resize(toScaling(now), Object.fromEntries(values));
}

/** The weekly windows: advice is about a usual week, and dated ones stay. */
export function listWindows({ schedule }: DesiredPipe): readonly DeclaredWindow[] | undefined {
  return schedule?.filter(isWeekly).map(({ days, hours, timezone, scaling }) => {
    const values = SCALING_KEYS.flatMap((key) => {
      const value = scaling[key]?.value ?? null;
      return value === null ? [] : [[key, value] as const];
    });
    return { days, hours, timezone, ...Object.fromEntries(values) };
  });
}

/** The prices are those of an hour. Without prices above zero, CPU is the measure, since memory goes with it. */
export function findPrices(pricing: Pricing | null): Prices {
  const { cpuHour, memoryGbHour } = pricing ?? { cpuHour: 0, memoryGbHour: 0 };
  return cpuHour + memoryGbHour > 0 ? { cpuHour, memoryGbHour } : { cpuHour: 1, memoryGbHour: 0 };
}

/** Whether the size of a pipe is managed, at least in part. */
export function isSized({ scaling }: DesiredPipe): boolean {
  return SIZE_PARTS.some((part) => (scaling[SIZE_FIELDS[part]]?.value ?? null) !== null);
}

/**
 * The sizes that a configuration may declare: a managed number may become any value of the ranges of the service and of the policy, a
 * band stays, and what is not managed stays as it is.
 */
export function findLimits(pipe: DesiredPipe, now: Size, fleet: Fleet): SizeLimits {
  const limit = (part: keyof Size) => findLimit(SIZE_FIELDS[part], now[part], pipe, fleet);
  return { replicas: limit('replicas'), cpuMillicores: limit('cpuMillicores'), memoryGb: limit('memoryGb') };
}

/** The same of one field. */
export function findLimit(key: ScalingKey, now: number, { scaling }: DesiredPipe, { api, policy }: Fleet): Band {
  const value = scaling[key]?.value ?? null;
  if (value === null) return { min: now, max: now };
  if (isBand(value)) return value;
  const spec = fieldsOf(api).find(`scaling.${key}`);
  const range = policy.ranges.find(({ path }) => path === `scaling.${key}`);
  const { min, max } = narrowRange(spec ?? { minimum: null, maximum: null }, range);
  return { min: Math.max(min, 0), max };
}
