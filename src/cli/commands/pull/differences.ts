import type { EditableConfiguration } from '../../../edit/edit-files.ts';
import type { EditReason } from '../../../edit/edit-yaml.ts';
import { EDIT_OBSTACLES, type PipeValues, setValues } from '../../../edit/set-values.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { fieldsOf } from '../../../model/field/field.ts';
import { type Fleet, isScheduledField } from '../../../model/fleet.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { Location } from '../../../model/location.ts';
import type { Change } from '../../../model/plan.ts';
import type { Drift, DriftPipe } from '../../../model/report.ts';
import { hasScheduledSize } from '../../../plan/attribute-changes.ts';
import { listSides } from '../../../report/view-model/change.ts';
import { createPulledPipe, type PulledChange, type PulledPipe } from './document.ts';
import { isDeclarable } from './live-values.ts';

export interface Difference {
  readonly pipe: DriftPipe;
  readonly change: Change;
  /** Live and declared, as text. */
  readonly sides: Readonly<Record<'before' | 'after', string>>;
  readonly side: PulledChange['side'];
  /** What takes over the live value, or why nothing can. */
  readonly taking: PipeValues | Obstacle;
}

interface Obstacle {
  readonly reason: EditReason | 'not-declarable' | 'scheduled';
  readonly location: Location;
}

/** Takes over each live value that differs, where the configuration allows it and the file can be edited. */
export async function takeLiveValues(found: readonly Difference[], fleet: Fleet, configuration: EditableConfiguration) {
  const wanted = found.flatMap(({ taking }) => ('values' in taking ? taking : []));
  const { edits, refused, mistake } = await setValues(wanted, fleet, configuration);
  const differences = found.map((one): Difference => {
    const obstacle = 'values' in one.taking ? refused.get(one.taking) : one.taking;
    return obstacle === undefined ? one : { ...one, side: 'by-hand', taking: obstacle };
  });
  return { differences, edits, mistake };
}

export function findDifferences(drift: Drift, fleet: Fleet): readonly Difference[] {
  const fields = fieldsOf(fleet.api);
  const desired = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  return drift.pipes.flatMap((pipe) => {
    const declared = desired.get(pipe.name);
    if (declared === undefined) return [];
    // A size of another time is not accepted as live: the schedule changes it soon.
    const changes = pipe.changes.filter((change) => !hasScheduledSize(change, declared));
    return changes.map((change): Difference => {
      const { path, before, location } = change;
      const [live = 'unset', expected = 'unset'] = listSides(drift, change)
        .slice(-2)
        .map(({ value }) => value ?? 'unset');
      const difference = { pipe, change, sides: { before: live, after: expected }, side: 'live' } as const;
      if (!isDeclarable(fields.find(path), before, fleet.policy.ranges)) {
        return { ...difference, taking: { reason: 'not-declarable', location } };
      }
      if (isScheduledField(declared, path)) return { ...difference, taking: { reason: 'scheduled', location } };
      return { ...difference, taking: { pipe: declared, values: new Map([[path, before]]) } };
    });
  });
}

const WHY: Readonly<Record<Obstacle['reason'], string>> = {
  ...EDIT_OBSTACLES,
  'not-declarable': 'the configuration does not allow the live value',
  scheduled: 'its schedule has several sizes, and the live value may be for any of them',
};

export function diagnoseByHand(
  { pipe, change, sides, side, taking }: Difference,
  severity: 'error' | 'warning',
): readonly Diagnostic[] {
  if (side !== 'by-hand' || !('reason' in taking)) return [];
  const { reason, location } = taking;
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

export function listPulledPipes(
  pipes: readonly DriftPipe[],
  differences: readonly Difference[],
): readonly PulledPipe[] {
  const byPipe = groupBy(differences, ({ pipe }) => pipe);
  return pipes.map((pipe) => {
    const changes = (byPipe.get(pipe) ?? []).map(({ change, side }) => {
      const { path, before, after, band, origin, location } = change;
      return { path, declared: band ?? after, live: before, origin, side, location };
    });
    return createPulledPipe(pipe, STATUSES[pipe.status], { changes });
  });
}
