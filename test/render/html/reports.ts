import type { Report } from '../../../src/model/report.ts';
import {
  cleanDrift,
  cleanPlan,
  cleanRun,
  failedPlan,
  hostileDrift,
  hostilePlan,
  hostileRun,
  refusedPlan,
  sampleDrift,
  samplePlan,
  sampleRun,
} from '../sample-reports.ts';

/** Reports of every kind by the name of their golden page. */
export const REPORTS: Readonly<Record<string, () => Report>> = {
  plan: samplePlan,
  'plan-clean': cleanPlan,
  'plan-refused': refusedPlan,
  'plan-failed': failedPlan,
  drift: sampleDrift,
  'drift-clean': cleanDrift,
  run: sampleRun,
  'run-clean': cleanRun,
};

export const HOSTILE: Readonly<Record<string, () => Report>> = {
  'plan-hostile': hostilePlan,
  'drift-hostile': hostileDrift,
  'run-hostile': hostileRun,
};
