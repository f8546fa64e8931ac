import { isFieldPath, isScalingKey, parseField } from '../../../model/field/field.ts';
import type { DesiredPipe, EffectiveValue } from '../../../model/fleet.ts';
import type { PipeValuesDocument } from '../../../report/compose/compose-pipe-values.ts';

/** The value, or for a scheduled field the size of now and where it is written. */
export function showSize(value: EffectiveValue, { scaling, schedule = [], sizesNow }: DesiredPipe): EffectiveValue {
  if (sizesNow === undefined || !isFieldPath(value.path)) return value;
  const { key } = parseField(value.path);
  const size =
    isScalingKey(key) && schedule.some((window) => Object.hasOwn(window.scaling, key)) ? scaling[key] : undefined;
  if (size === undefined || size.location === sizesNow.declared[key as keyof typeof scaling]?.location) return value;
  const band = size.value;
  const shown = typeof band === 'object' && band !== null ? { min: band.min, max: band.max } : band;
  return { ...value, value: shown, expression: null, location: size.location };
}

/** When the sizes hold, for a pipe with a schedule at a time. */
export function describeSizesNow({ sizesNow }: DesiredPipe): Pick<PipeValuesDocument, 'sizes'> {
  if (sizesNow === undefined) return {};
  const { atMs, window, untilMs } = sizesNow;
  const until = untilMs === null ? null : new Date(untilMs).toISOString();
  return { sizes: { at: new Date(atMs).toISOString(), window, until } };
}
