import { DAY_MS, HOUR_MS, WEEK_MS } from '../../src/model/clock.ts';
import { capacityOf, type Size } from '../../src/model/size/size.ts';
import { chanceAt, swingAt } from '../../src/sandbox/random.ts';
import type { Trace } from './trace.ts';

type Range = readonly [least: number, most: number];

/** The load of an hour of the day as a share of the busiest, given how far it is from the busiest hour, and a choice of the pipe. */
type Rhythm = (hoursFromBusiest: number, choice: number) => number;

/** What the pipes of a world have in common; what is left out is not there. */
interface BenchWorld {
  readonly rhythm: Rhythm;
  /** The load of the quietest hour, and of a weekend over a weekday. */
  readonly trough: Range;
  readonly weekend?: Range;
  /** Times of a higher load that no calendar knows. */
  readonly bursts?: { readonly everyDays: Range; readonly hours: Range; readonly factor: Range };
  /** What the load grows by in a week; below 0, it shrinks. */
  readonly growth?: Range;
  /** One jump of the load, on a day of the weeks that are counted. */
  readonly jump?: Range;
  /** The load of the last two days of each fourth week. */
  readonly monthEnd?: Range;
  /** How late the rhythm of a day may be, in hours. */
  readonly late?: number;
  readonly restarts?: true;
  /** The share of missing measurements, in times of some hours. */
  readonly gaps?: number;
  readonly noise?: number;
  readonly unevenness?: Range;
  /** What the destination takes, as a share of the usual busiest load. */
  readonly limit?: Range;
  /** The pipe starts with one replica. */
  readonly isSingle?: true;
}

const wave: Rhythm = (hours) => (1 + Math.cos((2 * Math.PI * hours) / 24)) / 2;
const office: Rhythm = (hours, choice) => (Math.abs(hours) < 4 + 2 * choice ? 1 : 0);
const job: Rhythm = (hours, choice) => (Math.abs(hours) < 0.5 + choice ? 1 : 0);
const twoPeaks: Rhythm = (hours) => Math.max(peak(hours), 0.8 * peak(hours - 8));
const flat: Rhythm = () => 1;
const peak = (hours: number) => Math.exp(-((((hours + 36) % 24) - 12) ** 2) / 6);

/** The pipes of one world are alike in kind; each draws its own values from the ranges. */
export const WORLDS: Readonly<Record<string, BenchWorld>> = {
  wave: { rhythm: wave, trough: [0.1, 0.4] },
  'wave, quiet weekend': { rhythm: wave, trough: [0.1, 0.4], weekend: [0.2, 0.6] },
  'wave, shallow': { rhythm: wave, trough: [0.6, 0.85] },
  office: { rhythm: office, trough: [0.05, 0.3], weekend: [0.1, 0.3] },
  'office, late': { rhythm: office, trough: [0.1, 0.3], weekend: [0.1, 0.3], late: 1 },
  'nightly job': { rhythm: job, trough: [0.1, 0.3] },
  'nightly job, late': { rhythm: job, trough: [0.1, 0.3], late: 1 },
  'two peaks': { rhythm: twoPeaks, trough: [0.1, 0.3], weekend: [0.5, 1] },
  flat: { rhythm: flat, trough: [0.9, 1] },
  'busy weekend': { rhythm: wave, trough: [0.2, 0.4], weekend: [1.3, 1.8] },
  'bursts, short': {
    rhythm: wave,
    trough: [0.3, 0.6],
    bursts: { everyDays: [2, 4], hours: [0.5, 2], factor: [1.3, 2] },
  },
  'bursts, long': { rhythm: flat, trough: [0.7, 1], bursts: { everyDays: [5, 9], hours: [4, 10], factor: [1.3, 1.8] } },
  'bursts, rare': {
    rhythm: wave,
    trough: [0.3, 0.6],
    bursts: { everyDays: [12, 20], hours: [2, 6], factor: [1.5, 2.5] },
  },
  growth: { rhythm: wave, trough: [0.2, 0.5], weekend: [0.6, 1], growth: [0.02, 0.07] },
  decline: { rhythm: wave, trough: [0.2, 0.5], weekend: [0.6, 1], growth: [-0.07, -0.02] },
  jump: { rhythm: wave, trough: [0.2, 0.5], jump: [1.2, 1.6] },
  drop: { rhythm: wave, trough: [0.2, 0.5], jump: [0.4, 0.7] },
  'month end': { rhythm: wave, trough: [0.2, 0.5], weekend: [0.4, 0.8], monthEnd: [1.3, 1.7] },
  restarts: { rhythm: wave, trough: [0.3, 0.6], restarts: true },
  'missing data': { rhythm: wave, trough: [0.2, 0.5], gaps: 0.12 },
  noise: { rhythm: wave, trough: [0.2, 0.5], noise: 0.15 },
  uneven: { rhythm: wave, trough: [0.3, 0.6], unevenness: [1.2, 1.8] },
  'limited elsewhere': { rhythm: wave, trough: [0.3, 0.6], limit: [0.8, 0.95] },
  'one replica': { rhythm: wave, trough: [0.1, 0.4], unevenness: [1, 1.4], isSingle: true },
};

/** A size that somebody guessed, and what the pipe has to do. */
export interface WorldPipe {
  readonly size: Size;
  readonly trace: Trace;
}

/**
 * A pipe of a world. `countedFromMs`: when the counted time begins.
 * @param seed an integer; the same one gives the same pipe.
 */
export function createPipe(
  world: BenchWorld,
  seed: number,
  time: { readonly startMs: number; readonly countedFromMs: number; readonly steps: number; readonly stepMs: number },
): WorldPipe {
  const { startMs, stepMs, steps } = time;
  let position = 0;
  const chance = () => {
    position += 1;
    return chanceAt(seed, position);
  };
  const draw = ([least, most]: Range = [1, 1]) => least + (most - least) * chance();

  const size = guessSize(chance(), chance(), world.isSingle === true);
  const unevenness = draw(world.unevenness);
  const busiest = capacityOf(size) / draw([1.1, 2.5]) / unevenness;
  const perMessage = draw([0.1, 5]);
  const usual = createUsual(world, { chance, draw });
  const event = createEvents(world, seed, draw);
  const trend = createTrend(world, time, { chance, draw });
  const limit = world.limit === undefined ? null : busiest * draw(world.limit);
  const memory = size.memoryGb * draw([0.2, 0.65]);
  const sample = (valueAt: (atMs: number) => number) =>
    Float32Array.from({ length: steps }, (_, step) => valueAt(startMs + step * stepMs));
  const mark = (isMarked: (atMs: number) => boolean) =>
    Uint8Array.from({ length: steps }, (_, step) => Number(isMarked(startMs + step * stepMs)));
  const swing = (stream: number, atMs: number) => swingAt(seed ^ stream, Math.floor(atMs / stepMs));
  const slow = (stream: number, atMs: number) => smooth(seed ^ stream, atMs / (6 * HOUR_MS));
  const gaps = world.gaps;
  const noise = world.noise;
  return {
    size,
    trace: {
      startMs,
      stepMs,
      arrivals: sample((atMs) => {
        const jitter = 1 + 0.05 * swing(1, atMs) + 0.07 * slow(2, atMs);
        return (busiest / perMessage) * usual(atMs) * event(atMs) * trend(atMs) * jitter;
      }),
      perMessage,
      memoryGb: sample((atMs) => memory * (1 + 0.15 * slow(3, atMs))),
      unevenness,
      downstream: limit === null ? null : sample(() => limit / perMessage),
      restarts: world.restarts ? mark((atMs) => chanceAt(seed ^ 4, Math.floor(atMs / stepMs)) < 0.003) : null,
      gaps: gaps === undefined ? null : mark((atMs) => chanceAt(seed ^ 5, Math.floor(atMs / (3 * HOUR_MS))) < gaps),
      noise: noise === undefined ? null : sample((atMs) => 1 + noise * swing(6, atMs)),
    },
  };
}

function guessSize(choiceOfCpu: number, choiceOfReplicas: number, isSingle: boolean): Size {
  const cpuMillicores = [250, 500, 1_000, 2_000][Math.floor(choiceOfCpu * 4)] ?? 1_000;
  const replicas = isSingle ? 1 : 2 + Math.floor(choiceOfReplicas * 7);
  return { replicas, cpuMillicores, memoryGb: (cpuMillicores * 4) / 1_000 };
}

interface Choices {
  readonly chance: () => number;
  readonly draw: (range?: Range) => number;
}

/** The load of the time of the week, 1 in the usual busiest hour of a weekday. */
function createUsual(
  { rhythm, trough, weekend, late = 0 }: BenchWorld,
  { chance, draw }: Choices,
): (atMs: number) => number {
  const busiestHour = 24 * chance();
  const choice = chance();
  const lateSeed = Math.floor(chance() * 2 ** 31);
  const least = draw(trough);
  const ofWeekend = draw(weekend);
  return (atMs) => {
    const day = Math.floor(atMs / DAY_MS);
    // 1970-01-01 was a Thursday.
    const isWeekend = (day + 3) % 7 >= 5;
    const hour = (atMs / HOUR_MS) % 24;
    const from = ((hour - busiestHour - late * chanceAt(lateSeed, day) + 36) % 24) - 12;
    return (least + (1 - least) * rhythm(from, choice)) * (isWeekend ? ofWeekend : 1);
  };
}

/** The factor of bursts: one at a random time of each slot of some days. */
function createEvents({ bursts }: BenchWorld, seed: number, draw: Choices['draw']): (atMs: number) => number {
  if (bursts === undefined) return () => 1;
  const slotMs = draw(bursts.everyDays) * DAY_MS;
  const between = ([least, most]: Range, position: number) => least + (most - least) * chanceAt(seed ^ 7, position);
  return (atMs) => {
    const slot = Math.floor(atMs / slotMs);
    const lengthMs = between(bursts.hours, 3 * slot) * HOUR_MS;
    const sinceMs = atMs - slot * slotMs - chanceAt(seed ^ 7, 3 * slot + 1) * (slotMs - lengthMs);
    return sinceMs >= 0 && sinceMs < lengthMs ? between(bursts.factor, 3 * slot + 2) : 1;
  };
}

/** What the weeks change. */
function createTrend(
  { growth, jump, monthEnd }: BenchWorld,
  { startMs, countedFromMs }: { readonly startMs: number; readonly countedFromMs: number },
  { chance, draw }: Choices,
): (atMs: number) => number {
  const weekly = growth === undefined ? 0 : draw(growth);
  const jumpMs = countedFromMs + Math.floor(21 * chance()) * DAY_MS + 9 * HOUR_MS;
  const jumpFactor = draw(jump);
  const monthFactor = draw(monthEnd);
  return (atMs) => {
    const weeks = (atMs - startMs) / WEEK_MS;
    const isMonthEnd = weeks % 4 >= 4 - 2 / 7;
    return (1 + weekly) ** weeks * (atMs >= jumpMs ? jumpFactor : 1) * (isMonthEnd ? monthFactor : 1);
  };
}

/** From -1 to 1, without jumps. */
function smooth(seed: number, position: number): number {
  const before = Math.floor(position);
  const share = position - before;
  return swingAt(seed, before) * (1 - share) + swingAt(seed, before + 1) * share;
}
