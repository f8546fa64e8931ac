import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { kindOf, nextUpdatedAt, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import type { SandboxService } from '../service.ts';
import type { Switches } from '../switches.ts';
import { checkScaling, checkSettings, findProblem, findScalingProblem, ruleOf, SETTING_RULES } from './contract.ts';
import { ApiError } from './http.ts';
import { readNamed } from './view.ts';

/**
 * The pipe after a settings update (contract, part 4). Whether keys left out stay, and what null does, is the switches'.
 * @param body under the names that the API has for settings.
 * @param now epoch milliseconds.
 * @throws ApiError when the body is not acceptable; nothing has changed then.
 */
export function updateSettings(
  pipe: Pipe,
  body: JsonObject,
  { switches, names }: Pick<SandboxService, 'switches' | 'names'>,
  now: number,
): Pipe {
  checkSettings(pipe, body, switches, names);
  const kept = switches.put === 'merge' ? pipe.settings : {};
  const settings = assignValues(kept, readNamed(body, names), switches.null);
  return { ...pipe, settings, updatedAt: nextUpdatedAt(pipe, now) };
}

/**
 * The pipe after a scaling update. With asynchronous scaling the new values are there at once, and `settling` says until
 * when reads do not show them. A second update during that time starts it anew.
 * @param now epoch milliseconds.
 * @throws ApiError when the body is not acceptable; nothing has changed then.
 */
export function updateScaling(pipe: Pipe, body: JsonObject, switches: Switches, now: number): Pipe {
  checkScaling(pipe, body, switches);
  const { settling, ...settled } = pipe;
  const scaled: Pipe = {
    ...settled,
    scaling: assignValues(pipe.scaling, body, switches.null) as PipeScaling,
    updatedAt: nextUpdatedAt(pipe, now),
  };
  if (switches.scaling === 'sync') return scaled;
  const before = settling !== undefined && now < settling.until ? settling.before : pipe.scaling;
  // Only streaming pipes have cpu and memory to show as 0.
  const zerosMs = kindOf(pipe) === 'objectStorage' ? 0 : switches.settleMs / 2;
  return { ...scaled, settling: { before, zerosUntil: now + zerosMs, until: now + switches.settleMs } };
}

const SECTIONS = ['settings', 'scaling', 'state', 'name'];

/**
 * The pipe after an edit "by hand", as in the web console: `{settings?, scaling?, state?, name?}`, at once, whatever the
 * switches say. Null unsets a key. Setting keys outside the contract are taken as they come.
 * @throws ApiError 400 that names every part at fault; nothing has changed then.
 */
export function editByHand(pipe: Pipe, edit: JsonObject, now: number): Pipe {
  const { settings = {}, scaling = {}, state = pipe.state, name = pipe.name } = edit;
  const problems = [
    ...Object.keys(edit).map((key) => (SECTIONS.includes(key) ? undefined : `${key} cannot be edited`)),
    ...settingProblems(settings),
    ...scalingProblems(pipe, scaling),
    isText(state) ? undefined : 'state must be a text',
    isText(name) ? undefined : 'name must be a text',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ApiError('BAD_REQUEST', `${problems.join('; ')}.`);

  const { settling, ...settled } = pipe;
  return {
    ...settled,
    name: String(name),
    state: String(state),
    settings: assignValues(pipe.settings, settings as JsonObject, 'reset'),
    scaling: assignValues(pipe.scaling, scaling as JsonObject, 'reset') as PipeScaling,
    updatedAt: nextUpdatedAt(pipe, now),
  };
}

function settingProblems(settings: JsonValue): readonly (string | undefined)[] {
  if (!isJsonObject(settings)) return ['settings must be an object'];
  return Object.entries(settings).map(([key, value]) => {
    const rule = ruleOf(SETTING_RULES, key);
    return value === null || rule === undefined ? undefined : findProblem(key, value, rule);
  });
}

function scalingProblems(pipe: Pipe, scaling: JsonValue): readonly (string | undefined)[] {
  if (!isJsonObject(scaling)) return ['scaling must be an object'];
  return Object.entries(scaling).map(([key, value]) => findScalingProblem(kindOf(pipe), key, value));
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string' && value !== '';
}

/** `kept` with the values of `update` over it. Null unsets its key under `reset`, and is as good as left out otherwise. */
export function assignValues(
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
