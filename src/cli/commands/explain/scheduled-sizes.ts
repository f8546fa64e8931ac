import { isFieldPath, scalingKeyOf } from '../../../model/field/field.ts';
import { type DesiredPipe, type EffectiveValue, isScheduledField } from '../../../model/fleet.ts';
import type { PipeValuesDocument } from '../../../report/compose/compose-pipe-values.ts';

/** The value, or for a scheduled field the size of now and where it is written. */
export function showSize(value: EffectiveValue, desired: DesiredPipe): EffectiveValue {
  const { scaling, sizesNow } = desired;
  if (sizesNow === undefined || !isFieldPath(value.path)) return value;
  const key = scalingKeyOf(value.path);
  if (key === null || !isScheduledField(desired, value.path)) return value;
  const size = scaling[key];
  if (size === undefined || size.location === sizesNow.declared[key]?.location) return value;
  return { ...value, value: size.value, expression: null, location: size.location };
}

/** When the sizes hold, for a pipe with a schedule at a time. */
export function findSizesNow({ sizesNow }: DesiredPipe): Pick<PipeValuesDocument, 'sizes'> {
  if (sizesNow === undefined) return {};
  const { atMs, window, untilMs, timezone } = sizesNow;
  const until = untilMs === null ? null : new Date(untilMs).toISOString();
  const sizes = { at: new Date(atMs).toISOString(), window, until };
  return { sizes: timezone === 'UTC' ? sizes : { ...sizes, timezone } };
}
