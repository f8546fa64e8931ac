import { isJsonObject, type JsonObject, type JsonValue } from '../../src/model/json/json.ts';
import type { Operation } from '../../src/sandbox/faults/fault-plan.ts';
import { type FleetState, kindOf, type Pipe, type PipeScaling } from '../../src/sandbox/fleet/pipe.ts';
import { ApiError, refuseProblems } from '../../src/sandbox/http.ts';
import {
  type KeyRule,
  type KeyRules,
  readNamed,
  SCALING_RULES,
  SETTING_RULES,
  type WireNames,
} from '../../src/sandbox/pipes-api/field-rules.ts';
import type { PipeUpdates } from '../../src/sandbox/pipes-api/updates.ts';
import type { SandboxService } from '../../src/sandbox/service.ts';
import { assignValues, type UpdateOddities } from './assign-values.ts';
import { ODD_FAULT_KINDS } from './odd-fault-kinds.ts';

/** What services may do where the contract is silent. */
export interface Oddities extends UpdateOddities {
  /** How an unset key is read. */
  readonly unset: 'null' | 'absent' | 'default';
  /** How cpu and memory are written. */
  readonly quantities: 'number' | 'kubernetes';
  /** What a 429 has: `Retry-After`, `X-RateLimit-Reset`, or nothing. */
  readonly rateLimitHint: 'seconds' | 'reset' | 'none';
  /** `hidden`: a narrower range than the published one. */
  readonly bounds: 'published' | 'hidden';
  /** `wide`: values above the published ranges are accepted. */
  readonly ranges: 'published' | 'wide';
  /** `shown`: object-storage pipes have a thirteenth setting. */
  readonly extraSetting: 'none' | 'shown';
  /** As the sandbox has them, or silenced for an hour. */
  readonly alerts: 'fresh' | 'silenced';
}

/** The sandbox as a person starts it. */
export const DEFAULT_ODDITIES: Oddities = {
  put: 'merge',
  null: 'reset',
  unset: 'null',
  quantities: 'number',
  rateLimitHint: 'seconds',
  bounds: 'published',
  ranges: 'published',
  extraSetting: 'none',
  alerts: 'fresh',
};

const MIB = 1024 ** 2;

/** Field notes, seen: one live service enforces a narrower range than the published one. */
export const HIDDEN_RANGES: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  object_storage_max_insert_bytes: [500 * MIB, 10 * 1024 * MIB],
};

/** Field notes, seen: a thirteenth setting, boolean, on one kind of pipe. Its name is invented. */
const EXTRA_SETTING = 'object_storage_skip_empty_files';
const EXTRA_RULE: KeyRule = { type: 'boolean', kinds: ['objectStorage'], whenUnset: false };

/** The fleet in a service that behaves in these ways. The extra setting is true at first, so that tests notice a client that drops it. */
export function adaptFleet(fleet: FleetState, { extraSetting }: Oddities): FleetState {
  if (extraSetting === 'none') return fleet;
  const pipes = fleet.pipes.map((pipe) =>
    kindOf(pipe) === 'objectStorage' ? { ...pipe, settings: { [EXTRA_SETTING]: true, ...pipe.settings } } : pipe,
  );
  return { ...fleet, pipes };
}

/** The service with all kinds of faults, behaving in these ways. */
export function adaptService(service: SandboxService, odd: Oddities): SandboxService {
  const isPlain = Object.entries(DEFAULT_ODDITIES).every(([name, value]) => odd[name as keyof Oddities] === value);
  return {
    ...service,
    faultKinds: { ...service.faultKinds, ...ODD_FAULT_KINDS },
    updates: adaptUpdates(service.updates, odd),
    reshape: isPlain ? service.reshape : createReshaping(service.names, odd),
    pipesAccess: adaptAccess(service.pipesAccess, odd),
  };
}

function adaptUpdates(updates: PipeUpdates, odd: Oddities): PipeUpdates {
  return {
    settings(pipe, body, names) {
      rejectNulls(body, odd);
      const extra = hasExtra(pipe, odd) ? { [EXTRA_SETTING]: EXTRA_RULE } : {};
      const next = updates.settings(pipe, body, names, adaptRules({ ...SETTING_RULES, ...extra }, odd));
      return { ...next, settings: assignValues(pipe.settings, readNamed(body, names), odd) };
    },
    scaling(pipe, body, settleMs, now) {
      rejectNulls(body, odd);
      const next = updates.scaling(pipe, body, settleMs, now, adaptRules(SCALING_RULES, odd));
      return { ...next, scaling: assignValues(pipe.scaling, body, { ...odd, put: 'merge' }) as PipeScaling };
    },
  };
}

function hasExtra(pipe: Pick<Pipe, 'source'>, { extraSetting }: Oddities): boolean {
  return extraSetting === 'shown' && Object.hasOwn(pipe.source, 'objectStorage');
}

function adaptRules(rules: KeyRules, { bounds, ranges }: Oddities): KeyRules {
  const entries = Object.entries(rules).map(([key, rule]) => {
    if (rule.range === undefined) return [key, rule] as const;
    const range = ranges === 'wide' ? ([rule.range[0], Number.POSITIVE_INFINITY] as const) : rule.range;
    return [key, { ...rule, range: (bounds === 'hidden' ? HIDDEN_RANGES[key] : undefined) ?? range }] as const;
  });
  return Object.fromEntries(entries);
}

function pick<Value>(values: Readonly<Record<string, Value>>, isWanted: (key: string) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isWanted(key)));
}

function rejectNulls(body: JsonObject, odd: Oddities): void {
  if (odd.null !== 'reject') return;
  refuseProblems(Object.entries(body).map(([key, value]) => (value === null ? `${key} must not be null` : undefined)));
}

function adaptAccess(
  access: SandboxService['pipesAccess'],
  { rateLimitHint }: Oddities,
): SandboxService['pipesAccess'] {
  if (rateLimitHint === 'seconds') return access;
  return {
    ...access,
    admit(authorization, now) {
      try {
        access.admit(authorization, now);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
        const seconds = error.headers['retry-after'] ?? '';
        throw new ApiError(
          error.code,
          error.message,
          rateLimitHint === 'reset' ? { 'x-ratelimit-reset': seconds } : {},
        );
      }
    },
  };
}

/** Changes results as services may write them. */
function createReshaping(names: WireNames, odd: Oddities): SandboxService['reshape'] {
  const reshapeSettings = (settings: JsonObject) =>
    reshapeUnset(
      settings,
      odd,
      (name) => ({ ...SETTING_RULES, [EXTRA_SETTING]: EXTRA_RULE })[names.toContract(name) ?? ''],
    );
  const reshapePipe = (pipe: JsonObject): JsonObject => {
    const { source, settings, scaling } = pipe;
    // The summary of a pipe has none of these.
    if (!isJsonObject(source) || !isJsonObject(settings) || !isJsonObject(scaling)) return pipe;
    const extra = hasExtra({ source }, odd) ? { [EXTRA_SETTING]: null } : {};
    const scalingRules = pick(
      SCALING_RULES,
      (key) => SCALING_RULES[key]?.kinds.some((kind) => Object.hasOwn(source, kind)) ?? false,
    );
    return {
      ...pipe,
      settings: reshapeSettings({ ...extra, ...settings }),
      scaling: reshapeQuantities(
        reshapeUnset(scaling, odd, (key) => scalingRules[key]),
        odd,
      ),
    };
  };
  const reshapings: Readonly<Record<Operation, (result: JsonObject) => JsonValue>> = {
    get: reshapePipe,
    patch: reshapePipe,
    put: reshapeSettings,
    list: (pipes) => (pipes as unknown as readonly JsonObject[]).map(reshapePipe),
    series: (rows) => rows,
    alert: (alert) => reshapeAlert(alert, odd),
  };
  return (operation, result) => JSON.stringify(reshapings[operation](JSON.parse(result)));
}

function reshapeUnset(
  values: JsonObject,
  { unset }: Oddities,
  ruleOf: (key: string) => KeyRule | undefined,
): JsonObject {
  if (unset === 'null') return values;
  const shown = Object.entries(values).flatMap(([key, value]) => {
    if (value !== null) return [[key, value] as const];
    const rule = unset === 'default' ? ruleOf(key) : undefined;
    return rule === undefined ? [] : [[key, rule.whenUnset] as const];
  });
  return Object.fromEntries(shown);
}

// Field notes: "500m" for cpu, "1Gi" for memory, and Mi for fractions of a GB.
function reshapeQuantities(scaling: JsonObject, { quantities }: Oddities): JsonObject {
  if (quantities === 'number') return scaling;
  const write = (key: string, value: JsonValue): JsonValue => {
    if (typeof value !== 'number' || !['replicaCpuMillicores', 'replicaMemoryGb'].includes(key)) return value;
    if (value === 0) return '0';
    if (key === 'replicaCpuMillicores') return `${value}m`;
    const mebibytes = value * 1024;
    return Number.isInteger(value) || !Number.isInteger(mebibytes) ? `${value}Gi` : `${mebibytes}Mi`;
  };
  return Object.fromEntries(Object.entries(scaling).map(([key, value]) => [key, write(key, value)]));
}

const HOUR_MS = 3_600_000;

function reshapeAlert(alert: JsonObject, { alerts }: Oddities): JsonObject {
  if (alerts === 'fresh') return alert;
  const at = String(alert.updatedAt);
  const until = new Date(Date.parse(at) + HOUR_MS).toISOString();
  return { ...alert, silenced: { by: 'sandbox', at, until }, note: 'silenced by a test' };
}
