import type { Report } from '../../src/model/report.ts';
import {
  blockedRun,
  driftOfAlerts,
  passedRun,
  recommendedPlan,
  rolledBackRun,
  unfollowedPlan,
  unhealthyRun,
} from './sample-guarded.ts';
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
} from './sample-reports.ts';

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

/** Guarded reports without a browser test of their own: the hostile ones cover what they add. */
export const GUARDED: Readonly<Record<string, () => Report>> = {
  'plan-recommended': recommendedPlan,
  'plan-unfollowed': unfollowedPlan,
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
