import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import {
  type FieldSpec,
  type FieldTable,
  isAllowed,
  isScalingKey,
  isSourceKind,
  keyOf,
  SOURCE_KINDS,
} from '../../../model/field/field.ts';
import { guessSettingPrefix } from '../../../model/field/setting-names.ts';
import type { Policy } from '../../../model/fleet.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { JsonValue } from '../../../model/json/json.ts';
import { knownSettings, type LivePipe } from '../../../model/live-pipe.ts';
import { DEFAULT_NAMING } from '../../../model/naming.ts';
import { count, shortList } from '../../../model/number.ts';
import { listWords } from '../../../model/text.ts';
import { knownScaling } from '../../../plan/diff/diff-scaling.ts';
import { shownSetting } from '../../../plan/diff/diff-settings.ts';
import type { LeftOut, LeftOutReason } from './document.ts';

/** The live values that a configuration may have, in the order of the table, and the others. */
interface Manageable {
  readonly values: ReadonlyMap<FieldSpec, number | boolean>;
  readonly leftOut: readonly LeftOut[];
}

/** Finds the values that are set, readable, for the kind of the pipe, and in the range of the deployment and the policy. */
export function findManageable(live: LivePipe, fields: FieldTable, ranges: Policy['ranges']): Manageable {
  const values = new Map<FieldSpec, number | boolean>();
  const leftOut: LeftOut[] = [];
  for (const spec of fields.rows) {
    const { path } = spec;
    const shown = shownValue(live, spec);
    if (live.unreadable.some((one) => one.path === path)) leftOut.push({ path, reason: 'unreadable' });
    else if (shown === null) continue;
    else if (!isForKind(spec, live.source)) leftOut.push({ path, reason: 'not-for-kind' });
    else if (!isDeclarable(spec, shown, ranges)) leftOut.push({ path, reason: 'out-of-range' });
    else values.set(spec, shown);
  }
  for (const [key, value] of Object.entries(knownSettings(live.settings) ?? {})) {
    const path = `settings.${key}` as const;
    if (value !== null && fields.find(path) === undefined) leftOut.push({ path, reason: 'not-in-contract' });
  }
  return { values, leftOut };
}

function shownValue(live: LivePipe, { section, key }: FieldSpec): JsonValue {
  if (section === 'scaling') return isScalingKey(key) ? knownScaling(live, key) : null;
  return shownSetting(knownSettings(live.settings) ?? {}, key);
}

/** A pipe of unknown kind has only the fields of every kind. */
function isForKind({ kinds }: FieldSpec, source: string | null): boolean {
  return source !== null && isSourceKind(source) ? kinds.includes(source) : kinds.length === SOURCE_KINDS.length;
}

/** Whether a configuration may have the value. null (unset) is always allowed. */
export function isDeclarable(
  spec: FieldSpec | undefined,
  value: JsonValue,
  ranges: Policy['ranges'],
): value is number | boolean | null {
  if (spec === undefined) return false;
  if (value === null) return true;
  if (!isAllowed(spec, value)) return false;
  if (typeof value === 'boolean') return true;
  // A larger integer may have lost digits when the response was parsed.
  if (spec.type === 'integer' && !Number.isSafeInteger(value)) return false;
  const range = ranges.find(({ path }) => path === spec.path);
  return range === undefined || (value >= range.min && value <= range.max);
}

const MAX_NAMED = 5;

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  'not-in-contract': 'not a field of the pipes API',
  'not-for-kind': 'not for a pipe of this kind',
  unreadable: 'a value of another type than expected',
  'out-of-range': 'outside the range that the configuration allows',
};

/** One note for all pipes with the same values left out. */
export function diagnoseLeftOut(
  pipes: readonly { readonly name: string; readonly leftOut: readonly LeftOut[] }[],
): readonly Diagnostic[] {
  const lacking = pipes.filter(({ leftOut }) => leftOut.length > 0);
  return [...groupBy(lacking, ({ leftOut }) => JSON.stringify(leftOut)).values()].map((alike) => {
    const { leftOut = [] } = alike[0] ?? {};
    const names = shortList(
      alike.map(({ name }) => name),
      MAX_NAMED,
    );
    const whose = alike.length === 1 ? `Pipe ${names}` : `${count(alike.length, 'pipe')} (${names})`;
    const paths = listWords(leftOut.map(({ path }) => path));
    return diagnose('note', {
      code: 'not-pulled',
      summary: `${whose}: ${paths} ${leftOut.length === 1 ? 'was' : 'were'} left out.`,
      detail: [...groupBy(leftOut, ({ reason }) => reason)]
        .map(([reason, values]) => `${listWords(values.map(({ path }) => path))}: ${REASONS[reason]}.`)
        .join('\n'),
      hint: describeHint(leftOut),
    });
  });
}

function describeHint(leftOut: readonly LeftOut[]): string {
  const unknown = leftOut.filter(({ reason }) => reason === 'not-in-contract');
  const prefix = guessSettingPrefix(unknown.map(({ path }) => keyOf(path)));
  const stays = 'Fields that are left out keep their live values and are not managed.';
  if (unknown.length === 0) return stays;
  if (prefix === null) return `${stays} Settings of the deployment can be managed once \`api.settings\` declares them.`;
  return `${stays} If this deployment uses ${prefix} in place of ${DEFAULT_NAMING.settingPrefix}, write api.naming: { settingPrefix: ${prefix} } and pull again.`;
}
