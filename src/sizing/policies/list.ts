import { flink } from './flink.ts';
import { hpa } from './hpa.ts';
import { krr } from './krr.ts';
import { oursFixed, oursWindows } from './ours.ts';
import type { Policy } from './policy.ts';
import { vpa } from './vpa.ts';

/** The rules of others that are compared, in the order of the table. */
export const OTHERS: readonly Policy[] = [vpa, krr, hpa, flink];

/** Ours, below them. A decision takes longer than one of the others: it replays the past with many sizes. */
export const OURS: readonly Policy[] = [oursFixed, oursWindows];
