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
export type { RunEvent } from './model/event.ts';
export type { FieldPath, FieldSpec, ScalingKey, SourceKind } from './model/field.ts';
export type * from './model/fleet.ts';
export type { LivePipe, LiveScaling } from './model/live-pipe.ts';
export type { Location, Sources } from './model/location.ts';
export type * from './model/plan.ts';
export type * from './model/run.ts';
export type { PipeRead, PlanOptions } from './plan/plan-fleet.ts';
export { planFleet } from './plan/plan-fleet.ts';
