import type { EditReason } from '../../../edit/edit-yaml.ts';
import type { Layout } from '../../../edit/layout.ts';
import { type FileOperation, type LiveValue, placeLiveValue } from '../../../edit/live-value.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { fieldsOf } from '../../../model/field/field.ts';
import { type Fleet, isScheduledField } from '../../../model/fleet.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { Location } from '../../../model/location.ts';
import type { Change } from '../../../model/plan.ts';
import type { Drift, DriftPipe } from '../../../model/report.ts';
import { hasScheduledSize } from '../../../plan/attribute-changes.ts';
import { listSides } from '../../../report/view-model/change.ts';
import { describePipe, type PulledChange, type PulledPipe } from './document.ts';
import { editFiles } from './edit-files.ts';
import { isDeclarable } from './live-values.ts';

export interface Difference {
  readonly pipe: DriftPipe;
  readonly change: Change;
  /** Live and declared, as text. */
  readonly sides: Readonly<Record<'before' | 'after', string>>;
  readonly value: LiveValue;
  /** The edit that writes the live value. */
  readonly operation: FileOperation;
  readonly side: PulledChange['side'];
  /** Why the file cannot be edited, or null. */
  readonly obstacle: Obstacle | null;
}

interface Obstacle {
  readonly reason: EditReason | 'not-declarable' | 'scheduled';
  readonly location: Location;
}

/** Lists the differences. The live side wins where the file can be edited. */
export function findDifferences(drift: Drift, fleet: Fleet, layout: Layout): readonly Difference[] {
  const fields = fieldsOf(fleet.api);
  const desired = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const found = drift.pipes.flatMap((pipe) =>
    // A size of another time is not accepted as live: the schedule changes it soon.
    pipe.changes
      .filter((change) => {
        const declared = desired.get(pipe.name);
        return declared === undefined || !hasScheduledSize(change, declared);
      })
      .map((change) => {
        const { path, before, band, location } = change;
        const isPossible = isDeclarable(fields.find(path), before, fleet.policy.ranges);
        const value: LiveValue = { pipe: pipe.name, path, live: isPossible ? before : null, band };
        const isScheduled = isScheduledField(desired.get(pipe.name) ?? {}, path);
        const reason = isPossible ? (isScheduled ? 'scheduled' : null) : 'not-declarable';
        const obstacle: Obstacle | null = reason === null ? null : { reason, location };
        const [live = 'unset', declared = 'unset'] = listSides(drift, change)
          .slice(-2)
          .map(({ value }) => value ?? 'unset');
        const sides = { before: live, after: declared };
        return { pipe, change, sides, value, operation: placeLiveValue(value, layout, fields), obstacle };
      }),
  );
  const editable = found.filter(({ obstacle }) => obstacle === null).map(({ operation }) => operation);
  const refused = new Map(editFiles(layout.files, editable).refused.map((one) => [one.operation, one]));
  return found.map((difference) => {
    const obstacle = difference.obstacle ?? refused.get(difference.operation) ?? null;
    return { ...difference, obstacle, side: obstacle === null ? 'live' : 'by-hand' };
  });
}

/** Why the file is not edited, after a colon. */
export const WHY: Readonly<Record<Obstacle['reason'], string>> = {
  'not-declarable': 'the configuration does not allow the live value',
  scheduled: 'its schedule has several sizes, and the live value may be for any of them',
  alias: 'an alias is in its place',
  anchor: 'it has an anchor, which aliases may refer to',
  'merge-key': 'it comes from a merge key',
  variable: 'it comes from a variable',
  tag: 'it has a tag',
  comments: 'its comments would be lost',
  'not-a-map': 'a value that is not a map is in its place',
  syntax: 'the file cannot be edited',
  'read-back': 'the file cannot be edited safely',
};

export function describeByHand(
  { pipe, change, sides, obstacle }: Difference,
  severity: 'error' | 'warning',
): readonly Diagnostic[] {
  if (obstacle === null) return [];
  const { reason, location } = obstacle;
  const { before: live, after: declared } = sides;
  const words = {
    code: 'edit-by-hand',
    summary: `${change.path} of pipe ${pipe.name} is not edited: ${WHY[reason]}.`,
    detail: `The live value is ${live}, the declared value ${declared}.`,
    hint:
      reason === 'not-declarable'
        ? 'Apply to restore the declared value, or acknowledge the difference.'
        : 'Change it by hand, or apply to restore the declared value.',
  } as const;
  return [diagnose(severity, words, location)];
}

const STATUSES: Readonly<Record<DriftPipe['status'], PulledPipe['status']>> = {
  error: 'error',
  gone: 'error',
  drifted: 'differs',
  late: 'in-sync',
  acknowledged: 'in-sync',
  'in-sync': 'in-sync',
};

export function describePipes(pipes: readonly DriftPipe[], differences: readonly Difference[]): readonly PulledPipe[] {
  const byPipe = groupBy(differences, ({ pipe }) => pipe);
  return pipes.map((pipe) => {
    const changes = (byPipe.get(pipe) ?? []).map(({ change, side }) => {
      const { path, before, after, band, origin, location } = change;
      return { path, declared: band ?? after, live: before, origin, side, location };
    });
    return describePipe(pipe, STATUSES[pipe.status], { changes });
  });
}
