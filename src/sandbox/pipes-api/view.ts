import type { JsonObject, JsonValue } from '../../model/json.ts';
import { kindOf, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import type { Switches } from '../switches.ts';
import { type KeyRule, SCALING_RULES, SETTING_RULES, settingRulesOf } from './contract.ts';

type ViewSwitches = Pick<Switches, 'unset' | 'quantities' | 'extraSetting'>;

/** Renders pipes as JSON text the way a read shows them. A pipe at rest is rendered once and kept. */
export interface PipeView {
  /** @param now epoch milliseconds: decides whether a scaling update has settled. */
  renderPipe(pipe: Pipe, now: number): string;
  renderSettings(pipe: Pipe): string;
}

export function createPipeView(switches: ViewSwitches, names: WireNames): PipeView {
  const atRest = new WeakMap<Pipe, string>();
  return {
    renderPipe(pipe, now) {
      if (isSettling(pipe, now)) return JSON.stringify(showPipe(pipe, switches, names, now));
      const kept = atRest.get(pipe);
      if (kept !== undefined) return kept;
      const text = JSON.stringify(showPipe(pipe, switches, names, now));
      atRest.set(pipe, text);
      return text;
    },
    renderSettings: (pipe) => JSON.stringify(showSettings(pipe, switches, names)),
  };
}

/** Whether a scaling update of the pipe is still on its way at `now` (epoch milliseconds). */
function isSettling(pipe: Pipe, now: number): boolean {
  return pipe.settling !== undefined && now < pipe.settling.until;
}

function showPipe(pipe: Pipe, switches: ViewSwitches, names: WireNames, now: number): JsonObject {
  return {
    id: pipe.id,
    serviceId: pipe.serviceId,
    name: pipe.name,
    state: isSettling(pipe, now) ? 'Modifying' : pipe.state,
    scaling: showScaling(pipe, switches, now),
    source: pipe.source,
    destination: pipe.destination,
    fieldMappings: pipe.fieldMappings,
    settings: showSettings(pipe, switches, names),
    createdAt: pipe.createdAt,
    updatedAt: pipe.updatedAt,
  };
}

function showSettings(pipe: Pipe, switches: ViewSwitches, names: WireNames): JsonObject {
  return showNamed(fillUnset(pipe.settings, settingRulesOf(kindOf(pipe), switches.extraSetting), switches), names);
}

function showScaling(pipe: Pipe, switches: ViewSwitches, now: number): JsonObject {
  const kind = kindOf(pipe);
  // A default is what the service works with, and it works with the keys of the kind only.
  const rules =
    switches.unset === 'default'
      ? Object.fromEntries(
          Object.entries(SCALING_RULES).filter(([, rule]) => kind !== undefined && rule.kinds.includes(kind)),
        )
      : SCALING_RULES;
  const shown = fillUnset(visibleScaling(pipe, now), rules, switches);
  if (switches.quantities === 'number') return shown;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, toQuantity(key, value)]));
}

function visibleScaling(pipe: Pipe, now: number): PipeScaling {
  if (pipe.settling === undefined || now >= pipe.settling.until) return pipe.scaling;
  if (now >= pipe.settling.zerosUntil) return pipe.settling.before;
  return { ...pipe.settling.before, replicaCpuMillicores: 0, replicaMemoryGb: 0 };
}

function fillUnset(
  set: Readonly<Record<string, JsonValue>>,
  rules: Readonly<Record<string, KeyRule>>,
  switches: Pick<Switches, 'unset'>,
): JsonObject {
  if (switches.unset === 'absent') return set;
  const unset = Object.entries(rules).map(([key, rule]) => [key, switches.unset === 'null' ? null : rule.whenUnset]);
  return { ...Object.fromEntries(unset), ...set };
}

// Field notes: "500m" for cpu, "1Gi" for memory; half a GB is written in Mi.
function toQuantity(key: string, value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value;
  if (key === 'replicaCpuMillicores') return value === 0 ? '0' : `${value}m`;
  if (key !== 'replicaMemoryGb') return value;
  if (value === 0) return '0';
  const mebibytes = value * 1024;
  return Number.isInteger(value) || !Number.isInteger(mebibytes) ? `${value}Gi` : `${mebibytes}Mi`;
}

/** How the API calls a setting on the wire, and which setting a name on the wire is. State, faults and edits have the contract's names. */
export interface WireNames {
  /** The segment of the path before a pipe's id. */
  readonly resource: string;
  toWire(key: string): string;
  /** undefined for a name that this deployment has nothing under, although the contract has. */
  toContract(name: string): string | undefined;
}

const CONTRACT_PREFIX = 'db_';

export function createWireNames({ resource, settingPrefix }: Pick<Switches, 'resource' | 'settingPrefix'>): WireNames {
  if (settingPrefix === CONTRACT_PREFIX) return { resource, toWire: (key) => key, toContract: (name) => name };
  const renamed = Object.keys(SETTING_RULES).filter((key) => key.startsWith(CONTRACT_PREFIX));
  const wire = new Map(renamed.map((key) => [key, `${settingPrefix}${key.slice(CONTRACT_PREFIX.length)}`]));
  const contract = new Map([...wire].map(([key, name]) => [name, key]));
  return {
    resource,
    toWire: (key) => wire.get(key) ?? key,
    toContract: (name) => (wire.has(name) ? undefined : (contract.get(name) ?? name)),
  };
}

/** An update under the contract's names, without what this deployment has nothing under. */
export function readNamed(body: JsonObject, { toContract }: WireNames): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
      const key = toContract(name);
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

/** Settings as the API shows them. */
export function showNamed(settings: JsonObject, { toWire }: WireNames): JsonObject {
  return Object.fromEntries(Object.entries(settings).map(([key, value]): [string, JsonValue] => [toWire(key), value]));
}
