import type { NewPipe } from '../../../edit/new-pipes.ts';
import type { ReadResult } from '../../../model/client.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import {
  FIELDS,
  type FieldSpec,
  findField,
  formatField,
  isScalingKey,
  isSourceKind,
  parseField,
  SOURCE_KINDS,
} from '../../../model/field.ts';
import type { Policy } from '../../../model/fleet.ts';
import type { JsonValue } from '../../../model/json.ts';
import { knownSettings, type LivePipe } from '../../../model/live-pipe.ts';
import { DEFAULT_NAMING, guessSettingPrefix } from '../../../model/naming.ts';
import { formatNumber } from '../../../model/number.ts';
import { listWords } from '../../../model/text.ts';
import { knownScaling } from '../../../plan/diff/diff-scaling.ts';
import { shownSetting } from '../../../plan/diff/diff-settings.ts';
import { count } from '../../../report/view-model/count.ts';
import { FEW, type LeftOut, type LeftOutReason, SHOWN_OF_MANY } from './document.ts';

/** A pipe that was read and is to come into the configuration. */
export interface ReadPipe {
  readonly pipe: NewPipe;
  readonly serviceId: string;
  readonly live: LivePipe;
  readonly read: ReadResult;
  readonly leftOut: readonly LeftOut[];
}

/** The live values of a pipe that a configuration may have, in the order of the field table, and the values left out. */
interface Manageable {
  readonly values: ReadonlyMap<FieldSpec, number | boolean>;
  readonly leftOut: readonly LeftOut[];
}

/** Values of the contract that are set, readable, for the kind, and within the range of the contract and of the policy. */
export function findManageable(live: LivePipe, ranges: Policy['ranges']): Manageable {
  const values = new Map<FieldSpec, number | boolean>();
  const leftOut: LeftOut[] = [];
  const unreadable = new Set(live.unreadable.map(({ path }) => path));
  for (const spec of FIELDS) {
    const path = formatField(spec);
    const shown = shownValue(live, spec);
    if (unreadable.has(path)) leftOut.push({ path, reason: 'unreadable' });
    else if (shown === null) continue;
    else if (!isForKind(spec, live.source)) leftOut.push({ path, reason: 'not-for-kind' });
    else if (!isDeclarable(spec, shown, ranges)) leftOut.push({ path, reason: 'out-of-range' });
    else values.set(spec, shown);
  }
  for (const [key, value] of Object.entries(knownSettings(live.settings) ?? {})) {
    const field = { section: 'settings', key } as const;
    if (value !== null && findField(field) === undefined) {
      leftOut.push({ path: formatField(field), reason: 'not-in-contract' });
    }
  }
  return { values, leftOut };
}

function shownValue(live: LivePipe, { section, key }: FieldSpec): JsonValue {
  if (section === 'scaling') return isScalingKey(key) ? knownScaling(live, key) : null;
  return shownSetting(knownSettings(live.settings) ?? {}, key);
}

/** For a pipe of unknown kind, only what applies to every kind. */
function isForKind({ kinds }: FieldSpec, source: string | null): boolean {
  return source !== null && isSourceKind(source) ? kinds.includes(source) : kinds.length === SOURCE_KINDS.length;
}

/** Whether a configuration may ask for a live value of a field; null, which is "unset", it always may. */
export function isDeclarable(
  spec: FieldSpec | undefined,
  value: JsonValue,
  ranges: Policy['ranges'],
): value is number | boolean | null {
  if (spec === undefined) return false;
  if (value === null) return true;
  if (spec.type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' || (spec.type === 'integer' && !Number.isSafeInteger(value))) return false;
  const range = ranges.get(formatField(spec));
  const [least, most] = [range?.min ?? spec.minimum ?? value, range?.max ?? spec.maximum ?? value];
  return value >= least && value <= most;
}

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  'not-in-contract': 'not a field of the contract',
  'not-for-kind': 'not for a pipe of this kind',
  unreadable: 'not of the type in the contract',
  'out-of-range': 'outside the range that a configuration may have',
};

/** The values that were left out of new pipes, and why: one note for all pipes with the same values left out. */
export function describeLeftOut(found: readonly ReadPipe[]): readonly Diagnostic[] {
  const alike = new Map<string, ReadPipe[]>();
  for (const one of found) {
    if (one.leftOut.length === 0) continue;
    const what = JSON.stringify(one.leftOut.map(({ path, reason }) => [path, reason]));
    const pipes = alike.get(what);
    if (pipes === undefined) alike.set(what, [one]);
    else pipes.push(one);
  }
  return [...alike.values()].map((pipes) =>
    leftOutOf(
      pipes.map(({ pipe }) => pipe.name),
      pipes[0]?.leftOut ?? [],
    ),
  );
}

function leftOutOf(names: readonly string[], leftOut: readonly LeftOut[]): Diagnostic {
  const whose = names.length === 1 ? `pipe ${names[0]}` : `${count(names.length, 'pipe')} (${listFew(names)})`;
  const summary = `Of ${whose}, ${listWords(leftOut.map(({ path }) => path))} ${leftOut.length === 1 ? 'was' : 'were'} left out.`;
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  const detail = reasons.map((reason) => `${listPaths(leftOut, reason)}: ${REASONS[reason]}.`).join('\n');
  return diagnose('note', { code: 'value-left-out', summary, detail, hint: hintFor(leftOut) });
}

function hintFor(leftOut: readonly LeftOut[]): string {
  const unknown = leftOut.filter(({ reason }) => reason === 'not-in-contract');
  const prefix = guessSettingPrefix(unknown.map(({ path }) => parseField(path).key));
  const stays = 'Values that are left out keep their live value and are not managed.';
  if (prefix === null) return stays;
  return `${stays} If this deployment uses ${prefix} in place of ${DEFAULT_NAMING.settingPrefix}, write api.naming: { settingPrefix: ${prefix} } and pull again.`;
}

function listFew(names: readonly string[]): string {
  const some = names.length > FEW ? names.slice(0, SHOWN_OF_MANY) : names;
  const more = names.length - some.length;
  return listWords(more === 0 ? some : [...some, `${formatNumber(more)} more`]);
}

function listPaths(leftOut: readonly LeftOut[], reason: LeftOutReason): string {
  return listWords(leftOut.filter((one) => one.reason === reason).map(({ path }) => path));
}
