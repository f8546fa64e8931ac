// Generated from schema/config.schema.json by `npm run generate`. Do not edit.

export interface Config {
  readonly version?: 1;
  readonly api?: ApiConfig;
  readonly observability?: ObservabilityConfig;
  readonly services?: Readonly<Record<string, string>> | null;
  readonly include?: readonly string[];
  readonly presets?: Readonly<Record<string, PresetConfig>> | null;
  readonly pipes?: Readonly<Record<string, PipeConfig>> | null;
  readonly policy?: PolicyConfig | null;
  readonly pricing?: PricingConfig;
  readonly sizing?: SizingConfig;
  readonly checks?: Readonly<Record<string, CheckConfig>> | null;
  readonly rollout?: RolloutConfig;
  readonly remediation?: RemediationConfig;
  readonly environments?: Readonly<Record<string, EnvironmentConfig | null>> | null;
}

export interface ApiConfig {
  readonly url?: string;
  readonly organization?: string;
  readonly naming?: { readonly resource?: string; readonly settingPrefix?: string } | null;
  readonly ranges?: Readonly<Record<string, RangeOfMillisecondsConfig | RangeConfig | RangeOfBytesConfig | RangeOfGigabytesConfig>> | null;
  readonly settings?: Readonly<Record<string, DeclaredSettingConfig>> | null;
  readonly settingsWhenUnset?: 'returned' | 'absent';
  readonly rateLimit?: { readonly requests?: number; readonly per?: string };
  readonly listing?: boolean;
  readonly parallelism?: number;
}

export interface RangeOfMillisecondsConfig {
  readonly min?: number | string;
  readonly max?: number | string;
}

export interface RangeConfig {
  readonly min?: number;
  readonly max?: number;
}

export interface RangeOfBytesConfig {
  readonly min?: number | string;
  readonly max?: number | string;
}

export interface RangeOfGigabytesConfig {
  readonly min?: number;
  readonly max?: number;
}

export interface DeclaredSettingConfig {
  readonly type?: 'boolean' | 'integer' | 'number';
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly unit?: 'milliseconds' | 'bytes';
  readonly sources?: readonly ('kafka' | 'objectStorage' | 'kinesis' | 'postgres')[];
  readonly carry?: boolean;
  readonly description?: string;
}

export interface ObservabilityConfig {
  readonly url?: string;
  readonly seriesReturnType?: 'column' | 'ratio';
}

export interface PresetConfig {
  readonly service?: string;
  readonly source?: 'kafka' | 'objectStorage' | 'kinesis' | 'postgres';
  readonly settings?: Readonly<Record<string, unknown>> | null;
  readonly scaling?: Readonly<Record<string, unknown>> | null;
  readonly ignore?: readonly string[];
  readonly protect?: boolean;
  readonly acknowledge?: readonly AcknowledgeItem[];
  readonly checks?: readonly string[];
}

export interface AcknowledgeItem {
  readonly path?: string;
  readonly reason?: string;
  readonly until?: string;
}

export interface PipeConfig {
  readonly service?: string;
  readonly id?: string;
  readonly name?: string;
  readonly preset?: string | readonly string[];
  readonly source?: 'kafka' | 'objectStorage' | 'kinesis' | 'postgres';
  readonly settings?: Readonly<Record<string, unknown>> | null;
  readonly scaling?: Readonly<Record<string, unknown>> | null;
  readonly ignore?: readonly string[];
  readonly protect?: boolean;
  readonly acknowledge?: readonly AcknowledgeItem[];
  readonly checks?: readonly string[];
}

export interface PolicyConfig {
  readonly maxChangedPipes?: number | string;
  readonly minPipes?: number;
  readonly unmanaged?: 'ignore' | 'warn' | 'refuse';
  readonly maxReplicaFactor?: number;
  readonly maxMonthlyIncrease?: number;
  readonly freeze?: readonly FreezeItem[];
  readonly rules?: readonly RulesItem[];
  readonly ranges?: Readonly<Record<string, RangeOfMillisecondsConfig | RangeConfig | RangeOfBytesConfig | RangeOfGigabytesConfig>> | null;
  readonly scheduleGrace?: string;
}

export interface FreezeItem {
  readonly from?: string;
  readonly until?: string;
  readonly days?: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | string)[];
  readonly hours?: string;
  readonly timezone?: string;
  readonly reason?: string;
  readonly allow?: readonly 'schedule'[];
}

export interface RulesItem {
  readonly name?: string;
  readonly when?: string;
  readonly level?: 'warn' | 'refuse';
  readonly message?: string;
  readonly except?: readonly ({ readonly pipe?: string; readonly until?: string; readonly reason?: string })[];
}

export interface PricingConfig {
  readonly currency?: string;
  readonly cpuHour?: number;
  readonly memoryGbHour?: number;
}

export interface SizingConfig {
  readonly series?: { readonly cpu?: SizingSeriesConfig; readonly memory?: SizingSeriesConfig; readonly rate?: SizingSeriesConfig; readonly lag?: SizingSeriesConfig; readonly capacity?: SizingSeriesConfig };
  readonly history?: string;
  readonly headroom?: string;
  readonly timezone?: string;
}

export interface SizingSeriesConfig {
  readonly sourceId?: string;
  readonly aggFn?: string;
  readonly where?: string;
  readonly whereLanguage?: string;
  readonly field?: string;
  readonly metricName?: string;
  readonly metricDataType?: string;
  readonly level?: number;
  readonly groupBy?: readonly string[];
}

export interface CheckConfig {
  readonly series?: { readonly sourceId?: string; readonly aggFn?: string; readonly where?: string; readonly whereLanguage?: string; readonly field?: string; readonly metricName?: string; readonly metricDataType?: string; readonly level?: number; readonly groupBy?: readonly string[] };
  readonly window?: string;
  readonly granularity?: '30s' | '1m' | '5m' | '10m' | '15m' | '30m' | '1h' | '2h' | '6h' | '12h' | '1d' | '2d' | '7d' | '30d' | 'auto';
  readonly reduce?: 'min' | 'max' | 'avg' | 'sum' | 'last';
  readonly pass?: string;
  readonly absent?: number;
  readonly unit?: string;
  readonly alert?: string;
  readonly state?: string;
  readonly definition?: { readonly threshold?: number; readonly thresholdMax?: number; readonly thresholdType?: string; readonly interval?: string };
}

export interface RolloutConfig {
  readonly waves?: readonly (number | string)[];
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly bake?: string;
  readonly interval?: string;
  readonly count?: number;
  readonly failureLimit?: number;
  readonly inconclusiveLimit?: number;
  readonly consecutiveErrorLimit?: number;
  readonly onFailure?: 'stop' | 'rollback';
}

export interface RemediationConfig {
  readonly fields?: readonly string[];
  readonly maxPipes?: number;
  readonly perPipe?: { readonly times?: number; readonly per?: string };
}

export interface EnvironmentConfig {
  readonly version?: 1;
  readonly api?: EnvironmentApiConfig;
  readonly observability?: ObservabilityConfig;
  readonly services?: Readonly<Record<string, string>> | null;
  readonly presets?: Readonly<Record<string, PresetConfig>> | null;
  readonly pipes?: Readonly<Record<string, PipeConfig>> | null;
  readonly policy?: PolicyConfig | null;
  readonly pricing?: PricingConfig;
  readonly sizing?: SizingConfig;
  readonly checks?: Readonly<Record<string, CheckConfig>> | null;
  readonly rollout?: RolloutConfig;
  readonly remediation?: RemediationConfig;
  readonly promotion?: PromotionConfig;
}

export interface EnvironmentApiConfig {
  readonly url?: string;
  readonly organization?: string;
  readonly naming?: { readonly resource?: string; readonly settingPrefix?: string } | null;
  readonly settingsWhenUnset?: 'returned' | 'absent';
  readonly rateLimit?: { readonly requests?: number; readonly per?: string };
  readonly listing?: boolean;
  readonly parallelism?: number;
}

export interface PromotionConfig {
  readonly from?: string;
  readonly soak?: string;
  readonly except?: readonly string[];
  readonly missing?: 'refuse' | 'warn' | 'allow';
}

export interface ScheduleItem {
  readonly from?: string;
  readonly until?: string;
  readonly days?: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | string)[];
  readonly hours?: string;
  readonly timezone?: string;
  readonly replicas?: number | { readonly min?: number; readonly max?: number } | null;
  readonly concurrency?: number | { readonly min?: number; readonly max?: number } | null;
  readonly replicaCpuMillicores?: number | { readonly min?: number; readonly max?: number } | null;
  readonly replicaMemoryGb?: number | { readonly min?: number; readonly max?: number } | null;
}
