import type { FieldSpec, FieldTable } from '../../model/field/field.ts';
import type { Remediation } from '../../model/fleet.ts';
import { createGlobTest } from '../../model/glob.ts';
import { findMissing, type Reporter } from '../validate/problem.ts';
import { entryLocation, type MapEntry } from '../yaml/node.ts';
import { readPositiveDuration } from './quantity.ts';
import { findEntry, findNode, type Sections } from './values.ts';

/** null without one, and for an invalid one (reported). */
export function buildRemediation(sections: Sections, fields: FieldTable, report: Reporter): Remediation | null {
  const { remediation } = sections;
  const entry = findEntry(sections, 'remediation');
  if (entry === undefined) return null;
  reportMissing(entry, '`remediation`', ['fields', 'maxPipes'], report);
  const most = findEntry(remediation, 'maxPipes');
  const { maxPipes: count, fields: patterns = [] } = remediation ?? {};
  const perPipe = buildPerPipe(remediation, report);
  if (most === undefined || count === undefined) return null;
  const matching = patterns.flatMap((pattern) => matchFields(pattern, fields));
  return {
    fields: [...new Set(matching)].map(({ path }) => path),
    maxPipes: { count, location: entryLocation(most) },
    perPipe,
  };
}

function buildPerPipe(remediation: Sections['remediation'], report: Reporter): Remediation['perPipe'] {
  const entry = findEntry(remediation, 'perPipe');
  if (entry === undefined) return null;
  reportMissing(entry, '`remediation.perPipe`', ['times', 'per'], report);
  const { perPipe } = remediation ?? {};
  const perMs = readPositiveDuration(findNode(perPipe, 'per'), '`remediation.perPipe.per`', report);
  if (perPipe?.times === undefined || perMs === null) return null;
  return { times: perPipe.times, perMs, location: entryLocation(entry) };
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
