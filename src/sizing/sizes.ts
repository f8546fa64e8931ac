import type { Band } from '../model/fleet.ts';
import type { Prices } from '../model/price.ts';
import type { Size } from '../model/size/size.ts';
import type { SizingOptions } from '../model/size/sizing.ts';

const USUAL_MILLICORES = [125, 250, 500, 1_000, 2_000];
/** GB of memory that the usual sizes have for each millicore. */
const GB_PER_MILLICORE = 4 / 1_000;
/** What sums of floating-point numbers may be off by. */
const ROUNDING = 1e-9;

/** The price of a size for an hour. */
export function hourlyCost(size: Size, { cpuHour, memoryGbHour }: Prices): number {
  return size.replicas * ((size.cpuMillicores / 1_000) * cpuHour + size.memoryGb * memoryGbHour);
}

/**
 * The possible sizes with so much memory for each replica, cheapest first; among equals, those with the replicas of now, then those of
 * fewer replicas. Services may reject sizes that are neither usual nor those of now: those with memory that the limits cut are only left
 * where no other has enough. Where none has the memory, those with the most.
 */
export function listSizes(memoryGb: number, now: Size, options: SizingOptions): readonly Size[] {
  const { replicas, cpuMillicores: cpu, memoryGb: memory } = options.limits;
  const usual = USUAL_MILLICORES.map((size) => ({ cpuMillicores: size, memoryGb: size * GB_PER_MILLICORE }));
  const ofNow = { cpuMillicores: now.cpuMillicores, memoryGb: now.memoryGb };
  const uncut = [...usual, ofNow].filter((size) => size.cpuMillicores >= cpu.min && size.cpuMillicores <= cpu.max);
  const possible = uncut.map((size) => ({ ...size, memoryGb: clamp(size.memoryGb, memory) }));
  const shapes = possible.length > 0 ? possible : [{ cpuMillicores: cpu.min, memoryGb: clamp(memoryGb, memory) }];
  const most = Math.max(...shapes.map((shape) => shape.memoryGb));
  const enough = shapes.filter((shape) => shape.memoryGb >= Math.min(memoryGb, most) - ROUNDING);
  const accepted = enough.filter((shape) => uncut.some((size) => isAlike(size, shape)));
  const sizes = (accepted.length > 0 ? accepted : enough).flatMap((shape) =>
    Array.from({ length: replicas.max - replicas.min + 1 }, (_, more) => ({ replicas: replicas.min + more, ...shape })),
  );
  const rank = (size: Size) => ({ size, cost: hourlyCost(size, options), isNew: Number(!isAlike(size, now)) });
  return sizes
    .map(rank)
    .sort(
      (a, b) =>
        (Math.abs(a.cost - b.cost) > ROUNDING ? a.cost - b.cost : 0) ||
        a.size.memoryGb * a.size.replicas - b.size.memoryGb * b.size.replicas ||
        a.isNew - b.isNew ||
        a.size.replicas - b.size.replicas,
    )
    .map(({ size }) => size);
}

/** The value, or the nearest end of the band. */
export function clamp(value: number, { min, max }: Band): number {
  return Math.min(max, Math.max(min, value));
}

/** Whether replicas of both are the same. */
export function isAlike(a: Omit<Size, 'replicas'>, b: Omit<Size, 'replicas'>): boolean {
  return a.cpuMillicores === b.cpuMillicores && a.memoryGb === b.memoryGb;
}
