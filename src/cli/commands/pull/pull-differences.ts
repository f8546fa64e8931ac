import type { EditReason } from '../../../edit/edit-yaml.ts';
import type { Layout } from '../../../edit/layout.ts';
import { type FileOperation, type LiveValue, placeLiveValue } from '../../../edit/live-value.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { DriftPipe } from '../../../model/drift.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Location } from '../../../model/location.ts';
import type { Change } from '../../../model/plan.ts';
import { sayDeclared } from '../../../report/view-model/change-words.ts';
import { formatFieldValue } from '../../../report/view-model/field-value.ts';
import type { PulledChange, PulledPipe } from './pull-document.ts';
import { editFiles } from './pull-edits.ts';
import { isDeclarable } from './pull-live-values.ts';

/** A field that is live otherwise than declared, and whose favour it is settled in. */
export interface Difference {
  readonly pipe: DriftPipe;
  readonly change: Change;
  readonly value: LiveValue;
  /** What would take the live value over. */
  readonly operation: FileOperation;
  readonly side: PulledChange['side'];
  /** Why it is to be settled by hand, and where that stands; null when it can be edited. */
  readonly obstacle: Obstacle | null;
}

interface Obstacle {
  readonly reason: EditReason | 'not-declarable';
  readonly location: Location;
}

/** Every difference that counts, in live's favour where that can be edited. */
export function findDifferences(pipes: readonly DriftPipe[], fleet: Fleet, layout: Layout): readonly Difference[] {
  const desired = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const found = pipes.flatMap((pipe) =>
    pipe.changes.map((change) => {
      const { path, before, band, location } = change;
      const isPossible = isDeclarable(path, before, fleet.policy.ranges);
      const target = (path === 'scaling.replicas' ? desired.get(pipe.name)?.scaling.replicas?.target : null) ?? null;
      const value: LiveValue = { pipe: pipe.name, path, live: isPossible ? before : null, band, target };
      const obstacle: Obstacle | null = isPossible ? null : { reason: 'not-declarable', location };
      return { pipe, change, value, operation: placeLiveValue(value, layout), obstacle };
    }),
  );
  const editable = found.filter(({ obstacle }) => obstacle === null).map(({ operation }) => operation);
  const refused = new Map(editFiles(layout.files, editable).refused.map((one) => [one.operation, one]));
  return found.map((difference) => {
    const obstacle = difference.obstacle ?? refused.get(difference.operation) ?? null;
    return { ...difference, obstacle, side: obstacle === null ? 'live' : 'by-hand' };
  });
}

const WHY: Readonly<Record<Obstacle['reason'], string>> = {
  'not-declarable': 'the live value is none that the configuration may have',
  alias: 'an alias stands there',
  anchor: 'an anchor stands there, which aliases may refer to',
  'merge-key': 'a merge key stands there',
  variable: 'it comes from a variable',
  tag: 'it has a tag',
  comments: 'its comments would be lost',
  'not-a-map': 'something else than a map stands there',
  syntax: 'the file cannot be edited',
  'read-back': 'the file cannot be edited safely',
};

/** What a person is to do about a difference that cannot be edited. */
export function tellByHand(
  { pipe, change, obstacle }: Difference,
  severity: 'error' | 'warning',
): readonly Diagnostic[] {
  if (obstacle === null) return [];
  const live = formatFieldValue(change.path, change.before);
  return [
    diagnose(
      severity,
      {
        code: 'edit-by-hand',
        summary: `${change.path} of pipe ${pipe.name} is not edited: ${WHY[obstacle.reason]}.`,
        detail: `Live it is ${live}, declared ${sayDeclared(change)}.`,
        hint:
          obstacle.reason === 'not-declarable'
            ? 'Apply to put the declared value back, or acknowledge the difference.'
            : 'Change it by hand, or apply to put the declared value back.',
      },
      obstacle.location,
    ),
  ];
}

/** The pipes for the document. */
export function describePipes(pipes: readonly DriftPipe[], differences: readonly Difference[]): readonly PulledPipe[] {
  const byKey = new Map(differences.map((one) => [keyOf(one.pipe.name, one.change.path), one]));
  return pipes.map((pipe) => {
    const { name, service, serviceId, id, liveName, source, status } = pipe;
    const own = pipe.changes.flatMap(({ path }) => byKey.get(keyOf(name, path)) ?? []);
    const changes = own.map(describeChange);
    return { name, service, serviceId, id, liveName, source, status: statusOf(status), changes, leftOut: [] };
  });
}

/** Tells one field of one pipe from all others. */
export function keyOf(pipe: string, path: string): string {
  return `${pipe} ${path}`;
}

function statusOf(status: DriftPipe['status']): PulledPipe['status'] {
  if (status === 'error') return 'error';
  return status === 'drifted' ? 'differs' : 'in-sync';
}

function describeChange({ change, side }: Difference): PulledChange {
  const { path, before, after, band, origin, location } = change;
  return { path, declared: band ?? after, live: before, origin, side, location };
}
