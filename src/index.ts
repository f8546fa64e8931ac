/**
 * Pipeform as a library: what the commands do, typed, and without printing. `loadFleet` reads a configuration; `plan`,
 * `apply` and `drift` do what the commands of these names do; `renderReport` makes text of what they give. What a user or a
 * service can cause is in their results, as diagnostics and statuses; what is thrown is a mistake of the program.
 *
 * Below them lies the core, for programs with ports of their own: `planFleet`, `findDrift`, `reviewPlan` and
 * `mergeReports` are synchronous and pure; `applyPlan` does everything through the ports that it is given.
 *
 * @packageDocumentation
 */

export type { ApplyOptions as ApplyPlanOptions } from './apply/apply-plan.ts';
export { applyPlan } from './apply/apply-plan.ts';
export type { ApplyPorts, RunJournal } from './apply/ports.ts';
export { type Guards, NO_GUARDS } from './apply/rollout/guards.ts';
export type { FileContent, FileSystem } from './config/resolve/file-system.ts';
export { type ApplyOptions, apply } from './library/apply.ts';
export { type DriftOptions, drift } from './library/drift.ts';
export { ListenerError } from './library/listener.ts';
export { type LoadedFleet, type LoadFleetOptions, loadFleet } from './library/load-fleet.ts';
export { type PlanOptions, plan } from './library/plan.ts';
export { type ReportRendering, renderDiagnostics, renderReport, type TextOptions } from './library/render-report.ts';
export type {
  Allowed,
  Credentials,
  ObserveOptions,
  OwnClock,
  ProjectFleet,
  ServiceOptions,
  Variables,
} from './library/service-options.ts';
export type {
  AlertCheck,
  AlertDefinition,
  Check,
  CheckFinding,
  CheckResult,
  Comparator,
  Condition,
  DefinitionChange,
  GroupResult,
  Reduction,
  SeriesCheck,
  Verdict,
} from './model/check.ts';
export type {
  FailureKind,
  PipeAddress,
  PipeReader,
  PipeWriter,
  ReadResult,
  RequestAttempt,
  RequestFailure,
  WriteAnswer,
  WriteResult,
} from './model/client.ts';
export type { Clock } from './model/clock.ts';
export type { Diagnostic, Severity } from './model/diagnostic.ts';
export type { DiagnosticCode } from './model/diagnostic-codes.ts';
export type { Drift, DriftPipe, DriftStatus, DriftSummary } from './model/drift.ts';
export type { ReadProgress, RunEvent } from './model/event.ts';
export type { FieldPath, FieldSection, ScalingKey, SourceKind } from './model/field.ts';
export type {
  Acknowledgement,
  ApiAddress,
  Band,
  DesiredPipe,
  DesiredScaling,
  DesiredSetting,
  FieldRange,
  Fleet,
  Policy,
} from './model/fleet.ts';
export type {
  EndEntry,
  Finding,
  ForgottenEntry,
  HeadEntry,
  IntentEntry,
  JournalEntry,
  JournalStatus,
  JournalTrouble,
  OutcomeEntry,
  PipeEntry,
  ResultEntry,
  SettledEntry,
} from './model/journal.ts';
export type { JsonObject, JsonValue } from './model/json.ts';
export type {
  KnownSettings,
  LivePipe,
  LiveScaling,
  LiveScalingValue,
  LiveSettings,
  UnknownSettings,
  UnreadableValue,
} from './model/live-pipe.ts';
export type { Location, Sources } from './model/location.ts';
export type { Naming } from './model/naming.ts';
export type { Alert, AlertResult, ObservabilityReader, SeriesResult } from './model/observability.ts';
export {
  type AcknowledgedChange,
  type ApiPlace,
  type Base,
  type Capacity,
  type CapacityTotals,
  type Change,
  type ChangeLimit,
  hasWork,
  type Origin,
  type Plan,
  type PlanBasis,
  type PlannedPipe,
  type PlannedRequest,
  type PlanStatus,
  type PlanSummary,
  type Scope,
  type Shard,
  type ToolVersion,
} from './model/plan.ts';
export type { Recommendation, ReplicaTarget, TargetHistory } from './model/recommendation.ts';
export { type Report, type ReportPipe, type ReportState, stateOf } from './model/report.ts';
export type {
  GateMoment,
  GateRecord,
  Rollout,
  RolloutRecord,
  WaveRecord,
  WaveSize,
  WaveVerdict,
} from './model/rollout.ts';
export type {
  Interruption,
  RequestOutcome,
  RequestRecord,
  Run,
  RunPipe,
  RunStatus,
  RunSummary,
} from './model/run.ts';
export type { Granularity, SeriesQuery, SeriesRow, SeriesSpec } from './model/series.ts';
export type { DriftOptions as FindDriftOptions } from './plan/find-drift.ts';
export { findDrift } from './plan/find-drift.ts';
export { type BaseState, createBaseState } from './plan/origin/attribute.ts';
export type { PlanOptions as PlanFleetOptions } from './plan/plan-fleet.ts';
export { type PipeRead, planFleet } from './plan/plan-fleet.ts';
export { type Allowances, NO_ALLOWANCES } from './plan/policy/policy.ts';
export { type Selection, WHOLE_FLEET } from './plan/policy/scope.ts';
export { type Merged, mergeReports, type NamedReport } from './plan/saved/merge-reports.ts';
export { type ReadReport, readReport } from './plan/saved/read-report.ts';
export type { ReviewedPipe } from './plan/saved/review-pipe.ts';
export { type Review, type ReviewedPlan, type ReviewOptions, reviewPlan } from './plan/saved/review-plan.ts';
export { seal } from './plan/saved/seal.ts';
export type { TargetHistories } from './plan/sizing/recommend-pipe.ts';
