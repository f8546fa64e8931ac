import type { JsonObject } from '../../model/json/json.ts';
import type { Pipe, Settling } from '../fleet/pipe.ts';
import { type KeyRules, SCALING_RULES, SETTING_RULES, type WireNames } from './field-rules.ts';

export type PipeView = ReturnType<typeof createPipeView>;

/** Renders pipes as JSON text for reads. An unset key is null (a guess). */
export function createPipeView(names: WireNames) {
  // A settled pipe is rendered once, since most requests are reads.
  const atRest = new WeakMap<Pipe, string>();
  const showSettings = (pipe: Pipe) => names.toWire(fillUnset(pipe.settings, SETTING_RULES));
  return {
    /** @param now epoch milliseconds. */
    renderPipe(pipe: Pipe, now: number): string {
      const settling = pipe.settling !== undefined && now < pipe.settling.until ? pipe.settling : undefined;
      const kept = settling === undefined ? atRest.get(pipe) : undefined;
      if (kept !== undefined) return kept;
      const { id, serviceId, name, state, source, destination, fieldMappings, createdAt, updatedAt } = pipe;
      const text = JSON.stringify({
        ...{ id, serviceId, name, state: settling === undefined ? state : 'Modifying' },
        scaling: settling === undefined ? fillUnset(pipe.scaling, SCALING_RULES) : showSettling(settling, now),
        ...{ source, destination, fieldMappings, settings: showSettings(pipe), createdAt, updatedAt },
      });
      if (settling === undefined) atRest.set(pipe, text);
      return text;
    },
    renderSettings: (pipe: Pipe): string => JSON.stringify(showSettings(pipe)),
  };
}

function showSettling({ before, zerosUntil }: Settling, now: number): JsonObject {
  const zeros = now < zerosUntil ? { replicaCpuMillicores: 0, replicaMemoryGb: 0 } : {};
  return fillUnset({ ...before, ...zeros }, SCALING_RULES);
}

function fillUnset(set: JsonObject, rules: KeyRules): JsonObject {
  return { ...Object.fromEntries(Object.keys(rules).map((key) => [key, null])), ...set };
}
