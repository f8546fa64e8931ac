import type { FieldSpec, FieldTable } from '../../model/field/field.ts';
import type { Remediation } from '../../model/fleet.ts';
import { createGlobTest } from '../../model/glob.ts';
import { findMissing, type Reporter } from '../validate/problem.ts';
import { childOf, entryOf, itemsOf, type MapEntry, numberOf, textsIn } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { readPositiveDuration } from './quantity.ts';

/** Each is compared with every field. A deployment has fewer fields. */
export const MAX_PATTERNS = 200;

/** null without one, and for an invalid one (reported). */
export function buildRemediation(
  entry: MapEntry | undefined,
  fields: FieldTable,
  report: Reporter,
): Remediation | null {
  if (entry === undefined) return null;
  reportMissing(entry, '`remediation`', ['fields', 'maxPipes'], report);
  const most = entryOf(entry.value, 'maxPipes');
  const count = numberOf(most?.value);
  const perPipe = buildPerPipe(entryOf(entry.value, 'perPipe'), report);
  if (most === undefined || count === undefined) return null;
  const patterns = entryOf(entry.value, 'fields');
  if (patterns !== undefined && itemsOf(patterns.value).length > MAX_PATTERNS) {
    const summary = `\`remediation.fields\` has more than ${MAX_PATTERNS} patterns.`;
    report(patterns, { code: 'invalid-value', summary, hint: 'Combine some of them with `*`.' });
    return null;
  }
  const matching = textsIn(entry.value, 'fields').flatMap((pattern) => matchFields(pattern, fields));
  return {
    fields: [...new Set(matching)].map(({ path }) => path),
    maxPipes: { count, location: locate(spanBetween(most, most.value)) },
    perPipe,
  };
}

function buildPerPipe(entry: MapEntry | undefined, report: Reporter): Remediation['perPipe'] {
  if (entry === undefined) return null;
  reportMissing(entry, '`remediation.perPipe`', ['times', 'per'], report);
  const times = numberOf(childOf(entry.value, 'times'));
  const perMs = readPositiveDuration(childOf(entry.value, 'per'), '`remediation.perPipe.per`', report);
  if (times === undefined || perMs === null) return null;
  return { times, perMs, location: locate(spanBetween(entry, entry.value)) };
}

/** The schema requires no key, since an environment may write one of them over those of the root document. */
export function reportMissing(entry: MapEntry, name: string, keys: readonly string[], report: Reporter): void {
  if (entry.value.kind !== 'map') return;
  const missing = findMissing(entry.value, keys).map((key) => `\`${key}\``);
  if (missing.length > 0) report(entry, { code: 'missing-key', summary: `${name} needs ${missing.join(', ')}.` });
}

/** The fields that a pattern such as `settings.*` names. */
export function matchFields(pattern: string, fields: FieldTable): readonly FieldSpec[] {
  const isNamed = createGlobTest(pattern);
  return fields.rows.filter((spec) => isNamed(spec.path));
}
