import { type Diagnostic, diagnose, diagnoseCode } from '../../model/diagnostic.ts';
import { compareFields, type Field, formatField, isScalingKey, parseField } from '../../model/field.ts';
import { type DesiredPipe, type DesiredScaling, type DesiredSetting, type Fleet, isBand } from '../../model/fleet.ts';
import { equalJson, type JsonValue } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { addressOf } from '../../model/pipe-address.ts';
import type { Base, Change, Origin } from '../../model/plan.ts';
import { showField } from '../diff/snapshot.ts';

/** What was desired at the base commit. A pipe is known again by its id, so that one that was given a new name is the same. */
export interface BaseState {
  readonly base: Base;
  readonly pipes: ReadonlyMap<string, DesiredPipe>;
}

/** The state at a commit, from the pipes that were desired then: those of a fleet that was loaded from its files. */
export function createBaseState(base: Base, pipes: readonly DesiredPipe[]): BaseState {
  return { base, pipes: new Map(pipes.map((pipe) => [addressOf(pipe), pipe])) };
}

export function findBasePipe(state: BaseState, desired: DesiredPipe): DesiredPipe | null {
  return state.pipes.get(addressOf(desired)) ?? null;
}

/**
 * Where each difference comes from. `adopt`: nobody managed the field at the base. `drift`: the configuration asks for what
 * it asked for then, so it moved live. `config`: live is still what was asked for then. `conflict`: both moved. A value that
 * moves inside its band is moved by the band's target: whatever it was, nobody went behind git's back, so it is `config`.
 */
export function attributeChanges(
  changes: readonly Change[],
  desired: DesiredPipe,
  base: DesiredPipe | null,
): readonly Change[] {
  return changes.map((change) => ({ ...change, origin: findOrigin(change, desired, base) }));
}

function findOrigin({ path, before }: Change, desired: DesiredPipe, base: DesiredPipe | null): Origin {
  const field = parseField(path);
  const was = base === null ? undefined : findDesired(base, field);
  if (was === undefined) return 'adopt';
  const wanted = findDesired(desired, field);
  if (wanted !== undefined && isInside(wanted, before)) return 'config';
  if (equalJson(asJson(was), asJson(wanted))) return 'drift';
  return satisfies(was, before) ? 'config' : 'conflict';
}

export type DesiredValue = DesiredSetting['value'] | DesiredScaling['value'];

/** What the configuration asks for in a field, or undefined when it does not manage it. */
export function findDesired(desired: DesiredPipe, { section, key }: Field): DesiredValue | undefined {
  if (section === 'settings') {
    return Object.hasOwn(desired.settings, key) ? desired.settings[key]?.value : undefined;
  }
  return isScalingKey(key) ? desired.scaling[key]?.value : undefined;
}

/** Whether a value is what was asked for: the same, or inside the band. */
function satisfies(wanted: DesiredValue, value: JsonValue): boolean {
  return isInside(wanted, value) || equalJson(asJson(wanted), value);
}

function isInside(wanted: DesiredValue, value: JsonValue): boolean {
  if (typeof wanted !== 'object' || !isBand(wanted)) return false;
  return typeof value === 'number' && value >= wanted.min && value <= wanted.max;
}

/** A band of one value asks for that value. */
function asJson(value: DesiredValue | undefined): JsonValue {
  if (typeof value !== 'object' || !isBand(value)) return value ?? null;
  return value.min === value.max ? value.min : { min: value.min, max: value.max };
}

/** The fields that the base managed and the configuration does not any more: their live values stay as they are. */
export function noteNoLongerManaged(
  desired: DesiredPipe,
  base: DesiredPipe | null,
  live: LivePipe,
): readonly Diagnostic[] {
  if (base === null) return [];
  return (['settings', 'scaling'] as const)
    .flatMap((section) => Object.keys(base[section]).map((key): Field => ({ section, key })))
    .filter((field) => findDesired(desired, field) === undefined)
    .sort(compareFields)
    .map((field) => {
      const path = formatField(field);
      const summary = `${path} of pipe ${desired.name} is no longer managed; its live value ${formatLive(field, live)} stays.`;
      const hint = 'Write it down again to keep managing it, with null to unset it.';
      return diagnose('note', { code: 'no-longer-managed', summary, hint }, desired.location);
    });
}

function formatLive(field: Field, live: LivePipe): string {
  const value = showField(live, field);
  if (value === undefined) return field.section === 'settings' ? '(not shown)' : '(not readable)';
  return value === null ? '(unset)' : JSON.stringify(value);
}

/** The pipes that the base managed and the configuration does not any more: nothing of them is read or written. */
export function notePipesNoLongerManaged(fleet: Fleet, state: BaseState | null): readonly Diagnostic[] {
  if (state === null) return [];
  const { base, pipes } = state;
  const managed = new Set(fleet.pipes.map(addressOf));
  return [...pipes.values()]
    .filter((pipe) => !managed.has(addressOf(pipe)))
    .map((pipe) =>
      diagnose('note', {
        code: 'no-longer-managed',
        summary: `Pipe ${pipe.name} is no longer in the configuration; it stays as it is live.`,
        detail: `At ${base.ref} it was the pipe ${pipe.id} of service ${pipe.service}.`,
      }),
    );
}

/** Whether differences of an origin are wanted: `wanted` null stands for all. */
export function isWantedOrigin(origin: Origin | null, wanted: readonly Origin[] | null): boolean {
  return wanted === null || (origin !== null && wanted.includes(origin));
}

/** What differs for another reason than the one that was asked for (`--only-origin`). */
export function noteOtherOrigins(desired: DesiredPipe, others: readonly Change[]): readonly Diagnostic[] {
  if (others.length === 0) return [];
  const list = others.map(({ path, origin }) => `${path} (${origin})`).join(', ');
  const summary = `Pipe ${desired.name} has other differences, too; --only-origin skips them: ${list}.`;
  return [diagnoseCode('other-origin', summary, null, 'note', desired.location)];
}
