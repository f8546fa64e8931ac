import type { JsonObject } from '../../model/json.ts';
import { kindOf, nextUpdatedAt, type Pipe, type PipeScaling } from '../fleet/pipe.ts';
import type { Service } from '../service.ts';
import type { Switches } from '../switches.ts';
import { assignValues } from './assign-values.ts';
import { checkScaling, checkSettings } from './checks.ts';
import { readNamed } from './naming.ts';

/**
 * The pipe after a settings update (contract, part 4). Whether keys left out stay, and what null does, is the switches'.
 * @param body under the names that the API has for settings.
 * @param now epoch milliseconds.
 * @throws Refusal when the body is not acceptable; nothing has changed then.
 */
export function updateSettings(
  pipe: Pipe,
  body: JsonObject,
  { switches, names }: Pick<Service, 'switches' | 'names'>,
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
 * @throws Refusal when the body is not acceptable; nothing has changed then.
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
