import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { kindOf, nextUpdatedAt, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import { Refusal } from './answer.ts';
import { assignValues } from './assign-values.ts';
import { findProblem, findScalingProblem, ruleOf } from './checks.ts';
import { SETTING_RULES } from './contract.ts';

const SECTIONS = ['settings', 'scaling', 'state', 'name'];

/**
 * The pipe after an edit "by hand", as in the web console: `{settings?, scaling?, state?, name?}`, at once, whatever the
 * switches say. Null unsets a key. Setting keys outside the contract are taken as they come.
 * @throws Refusal 400 that names every part at fault; nothing has changed then.
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
  if (problems.length > 0) throw new Refusal('BAD_REQUEST', `${problems.join('; ')}.`);

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
