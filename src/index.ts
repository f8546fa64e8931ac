/**
 * Pipeform as a library: the commands as typed functions that print nothing. `loadFleet` reads a configuration; `plan`, `apply`
 * and `drift` match the commands; `renderReport` formats their results. Problems that a user or a service can cause are
 * diagnostics and statuses of the results; exceptions are mistakes of the calling program.
 *
 * `formatFieldValue`, `formatDuration` and `formatBytes` format single values as the reports do.
 *
 * For programs with their own ports: `planFleet`, `findDrift`, `reviewPlan` and `mergeReports` are synchronous and pure;
 * `applyPlan` uses only the ports that it is given.
 *
 * @packageDocumentation
 */

export { applyPlan } from './apply/apply-plan.ts';
export {
  type ApplyPlanOptions,
  type ApplyPorts,
  type FindNotPromoted,
  type Guards,
  NO_GUARDS,
  type RunJournal,
} from './apply/ports.ts';
export type { FileContent, FileSystem } from './config/resolve/file-system.ts';
export type { GlobSearch, TreeEntry } from './config/resolve/glob-files.ts';
export type { Variables } from './config/resolve/interpolate.ts';
export { apply, drift, type LoadedFleet, loadFleet, plan } from './engine/library.ts';
export { ListenerError } from './engine/listener.ts';
export type {
  AllowanceOptions,
  ApplyOptions,
  Credentials,
  DriftOptions,
  LoadFleetOptions,
  ObserveOptions,
  OwnClock,
  PlanOptions,
  ProjectFleet,
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
export type {
  FailureCause,
  FailureKind,
  ListResult,
  PipeAddress,
  PipeReader,
  PipeResult,
  PipeWriter,
  RateLimitWait,
  ReadResult,
  RequestAttempt,
  RequestFailure,
  WriteOptions,
  WriteResponse,
  WriteResult,
} from './model/client.ts';
export type { Clock } from './model/clock.ts';
export type { Diagnostic, Severity } from './model/diagnostic.ts';
export type { DiagnosticCode } from './model/diagnostic-codes.ts';
export type {
  DeclaredSetting,
  Field,
  FieldPath,
  FieldSection,
  FieldUnit,
  ScalingKey,
  SourceKind,
} from './model/field/field.ts';
export { formatBytes, formatDuration } from './model/field/units.ts';
export type {
  Acknowledgement,
  ApiAddress,
  Band,
  DesiredPipe,
  DesiredScaling,
  DesiredSetting,
  FieldRange,
  Fleet,
  Freeze,
  Policy,
  Promotion,
  Remediation,
  Rule,
  RuleException,
} from './model/fleet.ts';
export type {
  EndEntry,
  Finding,
  ForgottenEntry,
  HeadEntry,
  IntentEntry,
  JournalEntry,
  JournalFailure,
  JournalStatus,
  OutcomeEntry,
  PipeEntry,
  ResultEntry,
  SettledEntry,
} from './model/journal.ts';
export { addDigest } from './model/json/document.ts';
export type { JsonObject, JsonValue } from './model/json/json.ts';
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
export type {
  Alert,
  AlertResult,
  Granularity,
  ObservabilityReader,
  SeriesQuery,
  SeriesResult,
  SeriesRow,
  SeriesSpec,
} from './model/observability/reader.ts';
export {
  type AcknowledgedChange,
  type ApiPlace,
  type Base,
  type Capacity,
  type CapacityTotals,
  type Change,
  type ChangeLimit,
  type Coverage,
  hasWork,
  type Origin,
  type Override,
  type Plan,
  type PlanBasis,
  type PlannedPipe,
  type PlannedRequest,
  type PlanStatus,
  type PlanSummary,
  type Scope,
  type ServicePipe,
  type Shard,
  type ToolVersion,
} from './model/plan.ts';
export type { RuleOutcome } from './model/policy-test.ts';
export type { Recommendation, ReplicaTarget, TargetHistory } from './model/recommendation.ts';
export type { Drift, DriftPipe, DriftStatus, DriftSummary } from './model/report.ts';
export { type Report, type ReportFormat, type ReportPipe, type ReportState, stateOf } from './model/report.ts';
export type {
  GateKey,
  GateMoment,
  GateRecord,
  Rollout,
  RolloutRecord,
  WaveRecord,
  WaveSize,
  WaveVerdict,
} from './model/rollout.ts';
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
export { type BaseState, createBaseState } from './plan/attribute-changes.ts';
export type { ServiceListing } from './plan/coverage.ts';
export { type FindDriftOptions, findDrift } from './plan/find-drift.ts';
export { type PipeRead, type PlanFleetOptions, planFleet } from './plan/plan-fleet.ts';
export type { ActiveFreeze, FindFreeze } from './plan/policy/freeze.ts';
export { type Allowances, NO_ALLOWANCES, type PipeFindings } from './plan/policy/policy.ts';
export type { SourcePipe, SourcePipes } from './plan/policy/promotion.ts';
export type { RemediationOptions } from './plan/policy/remediation.ts';
export type { AskRules, RuleContext, RuledPipe, RuleFinding } from './plan/policy/rules.ts';
export { type Selection, WHOLE_FLEET } from './plan/policy/scope.ts';
export type { TargetHistories } from './plan/recommend-replicas.ts';
export { type Merged, mergeReports, type NamedReport } from './plan/saved/merge-reports.ts';
export { type ReadReport, readReport } from './plan/saved/read-report.ts';
export type { ReviewedPipe } from './plan/saved/review-pipe.ts';
export { type Review, type ReviewedPlan, type ReviewOptions, reviewPlan } from './plan/saved/review-plan.ts';
export { listReviewed, type ReviewedUpdates } from './plan/saved/reviewed.ts';
export {
  type ReportRendering,
  renderDiagnostics,
  renderReport,
  type TextOptions,
} from './report/render-report.ts';
export { formatFieldValue } from './report/view-model/change.ts';
