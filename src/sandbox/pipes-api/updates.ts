import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { kindOf, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import { ApiError, refuseProblems } from '../http.ts';
import {
  findProblem,
  findScalingProblem,
  findSettingProblem,
  readNamed,
  ruleOf,
  SCALING_RULES,
  SETTING_RULES,
  type WireNames,
} from './field-rules.ts';

/** What the two writes of the contract make of a pipe. */
export interface PipeUpdates {
  readonly settings: typeof updateSettings;
  readonly scaling: typeof updateScaling;
}

/**
 * Returns the pipe after a settings update (contract, part 4): keys that the body omits stay (field notes, seen), and null unsets
 * a key (a guess). A key outside the rules is valid only if the pipe already has it (a guess).
 * @param body has the deployment's names.
 * @throws ApiError 400 that names every invalid key.
 */
export function updateSettings(pipe: Pipe, body: JsonObject, names: WireNames, rules = SETTING_RULES): Pipe {
  refuseProblems(
    Object.entries(body).map(([name, value]) => {
      const key = names.toContract(name);
      const rule = key === undefined ? undefined : ruleOf(rules, key);
      if (rule !== undefined) return value === null ? undefined : findProblem(name, value, rule);
      return key !== undefined && Object.hasOwn(pipe.settings, key) ? undefined : `${name} is not a setting`;
    }),
  );
  const settings = assignValues(pipe.settings, readNamed(body, names));
  return { ...pipe, settings };
}

/**
 * Returns the pipe after a scaling update, with `settling` unless it shows at once. A second update restarts the settling.
 * @param now epoch milliseconds.
 * @throws ApiError 400 that names every invalid key.
 */
export function updateScaling(
  pipe: Pipe,
  body: JsonObject,
  settleMs: number,
  now: number,
  rules = SCALING_RULES,
): Pipe {
  const kind = kindOf(pipe);
  if (kind === 'postgres') throw new ApiError('BAD_REQUEST', 'postgres pipes cannot be scaled.');
  refuseProblems(Object.entries(body).map(([key, value]) => findScalingProblem(kind, key, value, rules)));
  const { settling, ...settled } = pipe;
  const scaled: Pipe = { ...settled, scaling: assignValues(pipe.scaling, body) as PipeScaling };
  if (settleMs === 0) return scaled;
  const before = settling !== undefined && now < settling.until ? settling.before : pipe.scaling;
  // Only streaming pipes have cpu and memory to show as 0.
  const zerosMs = kind === 'objectStorage' ? 0 : settleMs / 2;
  return { ...scaled, settling: { before, zerosUntil: now + zerosMs, until: now + settleMs } };
}

const EDITABLE = ['settings', 'scaling', 'state', 'name'];

/**
 * Returns the pipe after an edit in the web console: `{settings?, scaling?, state?, name?}`. Scaling does not
 * settle, and settings outside the contract are valid.
 * @throws ApiError 400 that names every problem.
 */
export function editByHand(pipe: Pipe, edit: JsonObject): Pipe {
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
    settings: assignValues(pipe.settings, settings as JsonObject),
    scaling: assignValues(pipe.scaling, scaling as JsonObject) as PipeScaling,
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

/** Null unsets a key. */
function assignValues(
  kept: Readonly<Record<string, JsonValue>>,
  update: JsonObject,
): Readonly<Record<string, JsonValue>> {
  const values = { ...kept, ...update };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
