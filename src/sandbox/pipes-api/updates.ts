import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { kindOf, nextUpdatedAt, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import { ApiError, refuseProblems } from '../http.ts';
import type { Switches } from '../switches.ts';
import {
  findProblem,
  findScalingProblem,
  findSettingProblem,
  HIDDEN_RANGES,
  readNamed,
  ruleOf,
  settingRulesOf,
  type WireNames,
  widen,
} from './contract.ts';

/**
 * Returns the pipe after a settings update (contract, part 4). A key outside the contract is valid only if the pipe already has
 * it (a guess).
 * @param body has the deployment's names.
 * @param now epoch milliseconds.
 * @throws ApiError 400 that names every invalid key.
 */
export function updateSettings(pipe: Pipe, body: JsonObject, switches: Switches, names: WireNames, now: number): Pipe {
  const rules = settingRulesOf(kindOf(pipe), switches);
  refuseProblems(
    Object.entries(body).map(([name, value]) => {
      const key = names.toContract(name);
      if (key === undefined) return `${name} is not a setting`;
      const rule = ruleOf(rules, key);
      if (rule === undefined) return Object.hasOwn(pipe.settings, key) ? undefined : `${name} is not a setting`;
      if (value === null) return findNullProblem(name, value, switches);
      const hidden = switches.bounds === 'hidden' ? HIDDEN_RANGES[key] : undefined;
      const enforced = switches.ranges === 'wide' ? widen(rule) : rule;
      return findProblem(name, value, hidden === undefined ? enforced : { ...enforced, range: hidden });
    }),
  );
  const kept = switches.put === 'merge' ? pipe.settings : {};
  const settings = assignValues(kept, readNamed(body, names), switches.null);
  return { ...pipe, settings, updatedAt: nextUpdatedAt(pipe, now) };
}

function findNullProblem(key: string, value: JsonValue, switches: Switches): string | undefined {
  return value === null && switches.null === 'reject' ? `${key} must not be null` : undefined;
}

/**
 * Returns the pipe after a scaling update, with `settling` when scaling is asynchronous. A second update restarts the settling.
 * @param now epoch milliseconds.
 * @throws ApiError 400 that names every invalid key.
 */
export function updateScaling(pipe: Pipe, body: JsonObject, switches: Switches, now: number): Pipe {
  const kind = kindOf(pipe);
  if (kind === 'postgres') throw new ApiError('BAD_REQUEST', 'postgres pipes cannot be scaled.');
  refuseProblems(
    Object.entries(body).map(
      ([key, value]) => findScalingProblem(kind, key, value, switches.ranges) ?? findNullProblem(key, value, switches),
    ),
  );
  const { settling, ...settled } = pipe;
  const scaled: Pipe = {
    ...settled,
    scaling: assignValues(pipe.scaling, body, switches.null) as PipeScaling,
    updatedAt: nextUpdatedAt(pipe, now),
  };
  if (switches.scaling === 'sync') return scaled;
  const before = settling !== undefined && now < settling.until ? settling.before : pipe.scaling;
  // Only streaming pipes have cpu and memory to show as 0.
  const zerosMs = kind === 'objectStorage' ? 0 : switches.settleMs / 2;
  return { ...scaled, settling: { before, zerosUntil: now + zerosMs, until: now + switches.settleMs } };
}

const EDITABLE = ['settings', 'scaling', 'state', 'name'];

/**
 * Returns the pipe after an edit in the web console: `{settings?, scaling?, state?, name?}`. The switches do not apply: null
 * unsets a key, scaling does not settle, and settings outside the contract are valid.
 * @throws ApiError 400 that names every problem.
 */
export function editByHand(pipe: Pipe, edit: JsonObject, now: number): Pipe {
  const { settings = {}, scaling = {}, state = pipe.state, name = pipe.name } = edit;
  refuseProblems([
    ...Object.keys(edit).map((key) => (EDITABLE.includes(key) ? undefined : `${key} cannot be edited`)),
    ...findProblems('settings', settings, findSettingProblem),
    ...findProblems('scaling', scaling, (key, value) => findScalingProblem(kindOf(pipe), key, value)),
    isText(state) ? undefined : 'state must be a text',
    isText(name) ? undefined : 'name must be a text',
  ]);
  const { settling: _, ...settled } = pipe;
  return {
    ...settled,
    name: String(name),
    state: String(state),
    settings: assignValues(pipe.settings, settings as JsonObject, 'reset'),
    scaling: assignValues(pipe.scaling, scaling as JsonObject, 'reset') as PipeScaling,
    updatedAt: nextUpdatedAt(pipe, now),
  };
}

function findProblems(
  section: string,
  values: JsonValue,
  find: (key: string, value: JsonValue) => string | undefined,
): readonly (string | undefined)[] {
  if (!isJsonObject(values)) return [`${section} must be an object`];
  return Object.entries(values).map(([key, value]) => find(key, value));
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string' && value !== '';
}

/** Null unsets a key under `reset` and is ignored otherwise. */
function assignValues(
  kept: Readonly<Record<string, JsonValue>>,
  update: JsonObject,
  onNull: Switches['null'],
): Readonly<Record<string, JsonValue>> {
  const values = new Map(Object.entries(kept));
  for (const [key, value] of Object.entries(update)) {
    if (value !== null) values.set(key, value);
    else if (onNull === 'reset') values.delete(key);
  }
  return Object.fromEntries(values);
}
