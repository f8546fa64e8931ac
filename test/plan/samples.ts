import type { CheckFinding } from '../../src/model/check.ts';
import type { PipeResult, RequestFailure } from '../../src/model/client.ts';
import type { FailureKind } from '../../src/model/failure-kinds.ts';
import { CONTRACT, FIELDS, type ScalingKey } from '../../src/model/field/field.ts';
import type { DesiredPipe, DesiredScaling, DesiredSetting, Fleet, Policy } from '../../src/model/fleet.ts';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { knownSettings, type LivePipe, type LiveScaling, type LiveSettings } from '../../src/model/live-pipe.ts';
import type { Location } from '../../src/model/location.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { Change, Plan, PlannedPipe } from '../../src/model/plan.ts';
import type { Pricing } from '../../src/model/price.ts';
import type { Drift } from '../../src/model/report.ts';
import { type BaseState, createBaseState } from '../../src/plan/attribute-changes.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { type PlanFleetOptions, planFleet } from '../../src/plan/plan-fleet.ts';
import type { RemediationOptions } from '../../src/plan/policy/plan-policy.ts';
import { type Allowances, NO_ALLOWANCES, type PipeFindings } from '../../src/plan/policy/plan-policy.ts';
import { type Selection, WHOLE_FLEET } from '../../src/plan/policy/scope.ts';
import type { ReviewedUpdates } from '../../src/plan/saved/reviewed.ts';

export const NOW = new Date('2026-11-20T10:00:00.000Z');
export const TOOL = { name: 'pipeform', version: '0.1.0' } as const;
export const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
export const SERVICE_ID = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
/** Long before NOW: every write has settled. */
export const LONG_AGO = '2026-11-01T08:00:00Z';

const NO_POLICY: Policy = {
  maxChangedPipes: null,
  minPipes: 10,
  maxReplicaFactor: null,
  maxMonthlyIncrease: null,
  unmanaged: 'warn',
  ranges: [],
  freeze: [],
  scheduleGraceMs: 1_800_000,
  rules: [],
};

type Settings = Readonly<Record<string, DesiredSetting['value']>>;
type Scaling = Readonly<Partial<Record<ScalingKey, DesiredScaling['value']>>>;

export function place(line: number, column = 5): Location {
  return { file: 'pipes/orders.yaml', line, column, endLine: line, endColumn: column + 10 };
}

/** An id derived from the name. */
export function idOf(name: string): string {
  const digits = [...name].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join('');
  return `0b0c3a9e-2a64-4a4f-8a11-${digits.slice(-12).padStart(12, '0')}`;
}

export function desiredPipe(
  wanted: Partial<Omit<DesiredPipe, 'settings' | 'scaling'>> & { settings?: Settings; scaling?: Scaling } = {},
): DesiredPipe {
  const name = wanted.name ?? 'orders';
  const { settings = {}, scaling = {}, ...rest } = wanted;
  const keyed = <T>(section: 'settings' | 'scaling', values: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        const spec = CONTRACT.find(`${section}.${key}`);
        const order = spec === undefined ? FIELDS.length : FIELDS.indexOf(spec);
        return [key, { value, location: place(5 + order, 7) }];
      }),
    );
  return {
    name,
    service: 'analytics',
    serviceId: SERVICE_ID,
    id: idOf(name),
    liveName: null,
    source: null,
    ignore: [],
    protect: false,
    acknowledge: [],
    checks: [],
    location: place(3, 3),
    ...rest,
    settings: keyed('settings', settings),
    scaling: keyed('scaling', scaling as Readonly<Record<string, DesiredScaling['value']>>),
  };
}

/** Settings by key, or null when the service returned none. */
export type ShownSettings = LiveSettings | Readonly<Record<string, JsonValue>> | null;

export function liveSettings(shown: ShownSettings): LiveSettings {
  if (shown === null) return { status: 'absent' };
  const isTagged = ['known', 'absent', 'unusable'].some((status) => shown.status === status);
  return isTagged ? (shown as LiveSettings) : { status: 'known', values: shown as Readonly<Record<string, JsonValue>> };
}

/** The settings that a live pipe shows, by key; empty when they are unknown. */
export function valuesOf({ settings }: Pick<LivePipe, 'settings'>): Readonly<Record<string, JsonValue>> {
  return knownSettings(settings) ?? {};
}

/** Every setting and scaling value that is set, by its path. A service may show an unset one as null or not at all. */
export function setByPath({ settings, scaling }: Pick<LivePipe, 'settings' | 'scaling'>): JsonObject {
  const named = (section: string, values: object) =>
    Object.entries(values).map(([key, value]): [string, JsonValue] => [`${section}.${key}`, value]);
  const all = [...named('settings', valuesOf({ settings })), ...named('scaling', scaling)];
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The same after these changes. */
export function changedBy(changes: readonly Change[], live: LivePipe): JsonObject {
  const after = changes.filter((change) => change.after !== null).map((change) => [change.path, change.after] as const);
  const kept = Object.entries(setByPath(live)).filter(([key]) => !changes.some(({ path }) => path === key));
  return Object.fromEntries([...kept, ...after]);
}

/** A live pipe from test values. */
export type ShownPipe = Partial<Omit<LivePipe, 'scaling' | 'settings'>> & {
  scaling?: Partial<LiveScaling>;
  settings?: ShownSettings;
};

export function livePipe(shown: ShownPipe = {}): LivePipe {
  const name = shown.name ?? 'orders';
  return {
    id: idOf(name),
    serviceId: SERVICE_ID,
    name,
    state: 'Running',
    source: 'kafka',
    unreadable: [],
    createdAt: null,
    updatedAt: LONG_AGO,
    ...shown,
    settings: liveSettings(shown.settings ?? (shown.settings === null ? null : {})),
    scaling: {
      replicas: null,
      concurrency: null,
      replicaCpuMillicores: null,
      replicaMemoryGb: null,
      ...shown.scaling,
    },
  };
}

/** A core costs twenty cents an hour, a gigabyte one. */
export const PRICING: Pricing = { currency: 'USD', cpuHour: 0.2, memoryGbHour: 0.01, location: place(12, 1) };

/** The result of an alert with a declared definition. */
export function finding(about: Partial<CheckFinding> = {}): CheckFinding {
  const known = {
    name: 'lag-alert',
    alert: '65f4000000000000000000b1',
    status: 'in-sync',
    changes: [],
    reason: null,
  } as const;
  return { ...known, location: place(20), ...about };
}

export function answered(pipe: LivePipe): PipeResult {
  return { ok: true, pipe, attempts: 1 };
}

export function failure(kind: FailureKind, about: Partial<RequestFailure> = {}): RequestFailure {
  const path = `/v1/organizations/${ORGANIZATION}/services/${SERVICE_ID}/pipes/${idOf('orders')}`;
  return { kind, method: 'GET', path, status: null, message: '', requestId: null, attempts: 1, ...about };
}

export function fleetOf(pipes: readonly DesiredPipe[], policy: Partial<Policy> = {}): Fleet {
  return {
    environment: null,
    api: {
      url: 'http://127.0.0.1:4010',
      organization: ORGANIZATION,
      listing: false,
      rateLimit: null,
      parallelism: null,
    },
    observability: null,
    services: Object.fromEntries(pipes.map(({ service, serviceId }) => [service, serviceId])),
    pipes,
    policy: { ...NO_POLICY, ...policy },
    pricing: null,
    sizing: null,
    checks: new Map(),
    rollout: null,
    promotion: null,
    remediation: null,
  };
}

export interface Pair {
  readonly desired: DesiredPipe;
  readonly read: PipeResult;
  readonly readAtMs?: number;
  readonly findings?: PipeFindings;
}

export function pair(desired: DesiredPipe, live: LivePipe | RequestFailure): Pair {
  return { desired, read: 'scaling' in live ? answered(live) : { ok: false, failure: live } };
}

/** A pipe as it is declared and as it is live, with one name. */
export function pairOf(name: string, wanted: Parameters<typeof desiredPipe>[0] = {}, shown: ShownPipe = {}): Pair {
  return pair(desiredPipe({ name, ...wanted }), livePipe({ name, ...shown }));
}

/** So many pipes, `pipe-00` and on, whose threads go from 4 to 8. */
export function changingPipes(count: number): readonly Pair[] {
  return Array.from({ length: count }, (_, index) => {
    const wanted = { settings: { db_max_threads: 8 } };
    return pairOf(`pipe-${String(index).padStart(2, '0')}`, wanted, { settings: { db_max_threads: 4 } });
  });
}

export const BASE = { ref: 'main', commit: '0123456789abcdef0123456789abcdef01234567' } as const;

/** The desired pipes of the base commit. */
export function baseOf(pipes: readonly DesiredPipe[]): BaseState {
  return createBaseState(BASE, pipes);
}

export function selectionOf(wanted: Partial<Selection> = {}): Selection {
  return { ...WHOLE_FLEET, ...wanted };
}

export interface PlanRules extends Pick<PlanFleetOptions, 'listings' | 'sources' | 'evaluateRules'> {
  /** What else the fleet has. */
  readonly fleet?: Partial<Fleet>;
  readonly environment?: string | null;
  readonly policy?: Partial<Policy>;
  readonly pricing?: Pricing | null;
  readonly allowances?: Partial<Allowances>;
  readonly now?: Date;
  readonly base?: BaseState | null;
  readonly selection?: Partial<Selection>;
  readonly checks?: readonly CheckFinding[];
  readonly remediation?: RemediationOptions | null;
  readonly reviewed?: ReviewedUpdates | null;
}

/** The plan of a fleet with exactly these pipes. */
export function planOf(pairs: readonly Pair[], rules: PlanRules = {}): Plan {
  const allowances = { ...NO_ALLOWANCES, ...rules.allowances };
  const { base = null, now = NOW, checks = [], remediation = null, reviewed = null } = rules;
  const { listings = [], sources = new Map(), evaluateRules = null } = rules;
  const selection = selectionOf(rules.selection);
  const options = { now, tool: TOOL, allowances, base, selection, checks, remediation, reviewed };
  return planFleet(fleetOfPairs(pairs, rules), pairs, { ...options, listings, sources, evaluateRules });
}

/** The drift of a fleet with exactly these pipes. */
export function driftOf(
  pairs: readonly Pair[],
  rules: Pick<PlanRules, 'fleet' | 'environment' | 'pricing' | 'base' | 'now' | 'checks' | 'listings'> = {},
): Drift {
  const { base = null, now = NOW, checks = [], listings = [] } = rules;
  return findDrift(fleetOfPairs(pairs, rules), pairs, { now, tool: TOOL, base, checks, listings });
}

function fleetOfPairs(pairs: readonly Pair[], { environment = null, policy, pricing = null, fleet }: PlanRules): Fleet {
  const desired = pairs.map((pair) => pair.desired);
  return { ...fleetOf(desired, policy), environment, pricing, ...fleet };
}

/** The plan of one pipe. */
export function planOne(desired: DesiredPipe, live: LivePipe | RequestFailure, rules: PlanRules = {}): PlannedPipe {
  return onlyPipe(planOf([pair(desired, live)], rules));
}

/** The pipe of a plan or a run of one pipe. */
export function onlyPipe<Pipe>({ pipes }: { readonly pipes: readonly Pipe[] }): Pipe {
  const [pipe] = pipes;
  if (pipe === undefined || pipes.length > 1) throw new Error(`there are ${pipes.length} pipes`);
  return pipe;
}

/** The status of each pipe of a plan or a run, by name. */
export function statusesOf({
  pipes,
}: {
  readonly pipes: readonly { readonly name: string; readonly status: string }[];
}) {
  return Object.fromEntries(pipes.map(({ name, status }) => [name, status]));
}

/** The origin of each difference, by field. */
export function originsOf(pipe: PlannedPipe): Readonly<Record<string, Origin | null>> {
  return Object.fromEntries(pipe.changes.map(({ path, origin }) => [path, origin]));
}

/** The origins of the differences of a pipe against its base; null when the base does not have it. */
export function attributed(base: DesiredPipe | null, desired: DesiredPipe, live: LivePipe) {
  return originsOf(planOne(desired, live, { base: baseOf(base === null ? [] : [base]) }));
}

export function codes(diagnostics: readonly { readonly code: string }[]): readonly string[] {
  return diagnostics.map(({ code }) => code);
}
