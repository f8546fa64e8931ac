import type { Report } from '../../src/model/report.ts';
import { alertedPlan, driftOfAlerts } from './sample-checks.ts';
import {
  cleanDrift,
  cleanPlan,
  cleanRun,
  failedPlan,
  hostileDrift,
  hostilePlan,
  hostileRun,
  pricedPlan,
  refusedPlan,
  sampleDrift,
  samplePlan,
  sampleRun,
} from './sample-reports.ts';
import { blockedRun, passedRun, rolledBackRun, unhealthyRun } from './sample-runs.ts';

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
  'run-rolled-back': rolledBackRun,
};

/** Reports without a browser test of their own: the others cover what they add. */
export const GUARDED: Readonly<Record<string, () => Report>> = {
  'plan-alerted': alertedPlan,
  'plan-priced': pricedPlan,
  'drift-alerts': driftOfAlerts,
  'run-passed': passedRun,
  'run-blocked': blockedRun,
  'run-unhealthy': unhealthyRun,
};

export const HOSTILE: Readonly<Record<string, () => Report>> = {
  'plan-hostile': hostilePlan,
  'drift-hostile': hostileDrift,
  'run-hostile': hostileRun,
};
