import { flink } from './flink.ts';
import { hpa } from './hpa.ts';
import { krr } from './krr.ts';
import { oursDaily, oursWeekly } from './ours.ts';
import type { Rule } from './rule.ts';
import { vpa } from './vpa.ts';

export const OURS: readonly Rule[] = [oursWeekly, oursDaily];

/** The rules have the order of the table. */
export const RULES: readonly Rule[] = [vpa, krr, hpa, flink, ...OURS];
