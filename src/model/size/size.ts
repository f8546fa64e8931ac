import type { ScalingKey } from '../field/field.ts';

/** The size of a pipe: per replica, and how many. */
export interface Size {
  readonly replicas: number;
  readonly cpuMillicores: number;
  readonly memoryGb: number;
}

/** The field of each part of a size. */
export const SIZE_FIELDS = {
  replicas: 'replicas',
  cpuMillicores: 'replicaCpuMillicores',
  memoryGb: 'replicaMemoryGb',
} as const satisfies Record<keyof Size, ScalingKey>;

export const SIZE_PARTS = Object.keys(SIZE_FIELDS) as readonly (keyof Size)[];

/** Millicores that all replicas may use. */
export function capacityOf({ replicas, cpuMillicores }: Pick<Size, 'replicas' | 'cpuMillicores'>): number {
  return replicas * cpuMillicores;
}

/** Whether two sizes are one. */
export function isSameSize(a: Size, b: Size): boolean {
  return a.replicas === b.replicas && a.cpuMillicores === b.cpuMillicores && a.memoryGb === b.memoryGb;
}
