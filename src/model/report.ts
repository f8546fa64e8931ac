import type { Drift } from './drift.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

/** A document that is saved, shown in any format, joined with others and published. */
export type Report = Plan | Drift | Run;

export type ReportPipe = Report['pipes'][number];
