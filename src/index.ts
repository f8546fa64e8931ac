/**
 * Pipeform as a library: the commands as typed functions that print nothing. `loadFleet` reads a configuration; `plan`, `apply`,
 * `drift` and `rollback` match the commands; `renderReport` formats their results. Problems that a user or a service can cause
 * are diagnostics and statuses of the results; exceptions are mistakes of the calling program.
 *
 * @packageDocumentation
 */

export type { Variables } from './config/resolve/interpolate.ts';
export { apply, drift, type LoadedFleet, loadFleet, plan, rollback } from './engine/library.ts';
export { ListenerError } from './engine/listener.ts';
export type {
  AllowanceOptions,
  ApplyOptions,
  Credentials,
  DriftOptions,
  LoadFleetOptions,
  ObserveOptions,
  PlanOptions,
  ProjectFleet,
  RollbackOptions,
  ServiceOptions,
} from './engine/options.ts';
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
export type { FailureCause, RateLimitWait, RequestAttempt, RequestFailure } from './model/client.ts';
export type { Diagnostic, Severity } from './model/diagnostic.ts';
export type { DiagnosticCode } from './model/diagnostic-codes.ts';
export type { FailureKind, RunStop, TransportFailure } from './model/failure-kinds.ts';
export type {
  DeclaredSetting,
  FieldPath,
  FieldSection,
  FieldUnit,
  ScalingKey,
  SourceKind,
} from './model/field/field.ts';
export type {
  Acknowledgement,
  ApiAddress,
  Band,
  DesiredPipe,
  DesiredScaling,
  DesiredSetting,
  EndedSize,
  FieldRange,
  Fleet,
  Freeze,
  Policy,
  Promotion,
  Remediation,
  Rule,
  RuleException,
  ScheduledSize,
  SizesNow,
  SizesOfWeek,
} from './model/fleet.ts';
export type { JsonObject, JsonValue } from './model/json/json.ts';
export type { Location, Sources } from './model/location.ts';
export type { Naming } from './model/naming.ts';
export type { Granularity, SeriesReturnType, SeriesSpec } from './model/observability/reader.ts';
export type { Origin } from './model/origin.ts';
export type {
  AcknowledgedChange,
  ApiPlace,
  Base,
  Capacity,
  CapacityTotals,
  Change,
  ChangeLimit,
  Cost,
  CostTotals,
  Coverage,
  LiveValues,
  Override,
  Plan,
  PlannedPipe,
  PlannedRequest,
  PlanStatus,
  PlanSummary,
  ProjectPlace,
  ProjectRepository,
  ScheduledPipe,
  ScheduleTime,
  Scope,
  ServicePipe,
  ToolVersion,
} from './model/plan.ts';
export type { Pricing } from './model/price.ts';
export {
  type Drift,
  type DriftPipe,
  type DriftStatus,
  type DriftSummary,
  type Report,
  type ReportState,
  stateOf,
} from './model/report.ts';
export type { Result } from './model/result.ts';
export type { GateRecord, Rollout, RolloutRecord, WaveRecord, WaveSize, WaveVerdict } from './model/rollout.ts';
export type {
  EventDetails,
  Interruption,
  ReadProgress,
  RequestOutcome,
  RequestRecord,
  Run,
  RunEvent,
  RunPipe,
  RunStatus,
  RunSummary,
  RunTrigger,
} from './model/run.ts';
export type { Shard } from './model/shard.ts';
export type { Sizing, SizingSeries, SizingSeriesName } from './model/size/sizing-series.ts';
export type { WeeklyWindow } from './model/weekly-window.ts';
export type { ReportFormat } from './report/format.ts';
export { type ReportRendering, renderDiagnostics, renderReport, type TextOptions } from './report/render-report.ts';
