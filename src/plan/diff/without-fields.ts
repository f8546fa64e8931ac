import { type FieldPath, fieldPath } from '../../model/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';

/** The desired pipe as if the fields were not managed. */
export function withoutFields(desired: DesiredPipe, paths: ReadonlySet<FieldPath>): DesiredPipe {
  const settings = Object.entries(desired.settings).filter(([key]) => !paths.has(fieldPath('settings', key)));
  const scaling = Object.entries(desired.scaling).filter(([key]) => !paths.has(fieldPath('scaling', key)));
  return { ...desired, settings: Object.fromEntries(settings), scaling: Object.fromEntries(scaling) };
}
