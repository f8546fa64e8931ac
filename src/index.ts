/**
 * Pipeform as a library: the same core that the commands use, typed, and without printing.
 *
 * @packageDocumentation
 */
export type { ApplyOptions } from './apply/apply-plan.ts';
export { applyPlan } from './apply/apply-plan.ts';
export type { ApplyPorts } from './apply/ports.ts';
export type { LoadOptions, LoadResult } from './config/load-fleet.ts';
export { loadFleet } from './config/load-fleet.ts';
export { createNodeFiles } from './config/node-files.ts';
export type * from './model/client.ts';
export type { Clock } from './model/clock.ts';
export type { Diagnostic, Severity } from './model/diagnostic.ts';
export type { DiagnosticCode } from './model/diagnostic-codes.ts';
export type * from './model/drift.ts';
export type { RunEvent } from './model/event.ts';
export type { FieldPath, FieldSpec, ScalingKey, SourceKind } from './model/field.ts';
export type * from './model/fleet.ts';
export type { LivePipe, LiveScaling } from './model/live-pipe.ts';
export type { Location, Sources } from './model/location.ts';
export type * from './model/plan.ts';
export type { Report } from './model/report.ts';
export type * from './model/run.ts';
export type { BaseState } from './plan/attribute.ts';
export { createBaseState } from './plan/attribute.ts';
export type { DriftOptions } from './plan/find-drift.ts';
export { findDrift } from './plan/find-drift.ts';
export type { Merged, NamedReport } from './plan/merge-reports.ts';
export { mergeReports } from './plan/merge-reports.ts';
export type { PipeRead, PlanOptions } from './plan/plan-fleet.ts';
export { planFleet } from './plan/plan-fleet.ts';
export type { Allowances } from './plan/policy.ts';
export type { ReadReport } from './plan/read-report.ts';
export { readReport } from './plan/read-report.ts';
export type { Review, ReviewedPlan, ReviewOptions } from './plan/review-plan.ts';
export { reviewPlan } from './plan/review-plan.ts';
export type { Selection } from './plan/scope.ts';
export { seal } from './plan/seal.ts';
