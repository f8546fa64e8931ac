import type { JsonObject, JsonValue } from '../../model/json/json.ts';
import { kindOf, type Pipe, type Settling } from '../fleet/pipe.ts';
import type { Switches } from '../switches.ts';
import { type KeyRule, SCALING_RULES, settingRulesOf, type WireNames } from './contract.ts';

type ViewSwitches = Pick<Switches, 'unset' | 'quantities' | 'extraSetting'>;

export type PipeView = ReturnType<typeof createPipeView>;

/** Renders pipes as JSON text for reads. */
export function createPipeView(switches: ViewSwitches, names: WireNames) {
  // A settled pipe is rendered once, since most requests are reads.
  const atRest = new WeakMap<Pipe, string>();
  const showSettings = (pipe: Pipe) =>
    names.toWire(fillUnset(pipe.settings, settingRulesOf(kindOf(pipe), switches), switches));
  return {
    /** @param now epoch milliseconds. */
    renderPipe(pipe: Pipe, now: number): string {
      const settling = pipe.settling !== undefined && now < pipe.settling.until ? pipe.settling : undefined;
      const kept = settling === undefined ? atRest.get(pipe) : undefined;
      if (kept !== undefined) return kept;
      const { id, serviceId, name, state, source, destination, fieldMappings, createdAt, updatedAt } = pipe;
      const text = JSON.stringify({
        ...{ id, serviceId, name, state: settling === undefined ? state : 'Modifying' },
        scaling: showScaling(pipe, settling, switches, now),
        ...{ source, destination, fieldMappings, settings: showSettings(pipe), createdAt, updatedAt },
      });
      if (settling === undefined) atRest.set(pipe, text);
      return text;
    },
    renderSettings: (pipe: Pipe): string => JSON.stringify(showSettings(pipe)),
  };
}

function showScaling(pipe: Pipe, settling: Settling | undefined, switches: ViewSwitches, now: number): JsonObject {
  const kind = kindOf(pipe);
  const zeros =
    settling !== undefined && now < settling.zerosUntil ? { replicaCpuMillicores: 0, replicaMemoryGb: 0 } : {};
  const visible = { ...(settling?.before ?? pipe.scaling), ...zeros };
  // Only keys of the kind of pipe have a default.
  const rules = Object.entries(SCALING_RULES).filter(
    ([, rule]) => switches.unset !== 'default' || (kind !== undefined && rule.kinds.includes(kind)),
  );
  const shown = fillUnset(visible, Object.fromEntries(rules), switches);
  if (switches.quantities === 'number') return shown;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, toQuantity(key, value)]));
}

function fillUnset(
  set: Readonly<Record<string, JsonValue>>,
  rules: Readonly<Record<string, KeyRule>>,
  { unset }: Pick<Switches, 'unset'>,
): JsonObject {
  if (unset === 'absent') return set;
  const filled = Object.entries(rules).map(([key, { whenUnset }]) => [key, unset === 'null' ? null : whenUnset]);
  return { ...Object.fromEntries(filled), ...set };
}

// Field notes: "500m" for cpu, "1Gi" for memory, and Mi for fractions of a GB.
function toQuantity(key: string, value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value;
  if (key === 'replicaCpuMillicores') return value === 0 ? '0' : `${value}m`;
  if (key !== 'replicaMemoryGb') return value;
  if (value === 0) return '0';
  const mebibytes = value * 1024;
  return Number.isInteger(value) || !Number.isInteger(mebibytes) ? `${value}Gi` : `${mebibytes}Mi`;
}
