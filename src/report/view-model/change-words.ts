import type { Change } from '../../model/plan.ts';
import { formatFieldValue } from './field-value.ts';

/** `250m to 1000m`: the band that the configuration allows; null when it asks for one value. */
export function sayBand({ path, band }: Pick<Change, 'path' | 'band'>): string | null {
  return band === null ? null : `${formatFieldValue(path, band.min)} to ${formatFieldValue(path, band.max)}`;
}

/** `edge of the band 2 to 6`, `inside the band 2 to 6`: where in its band the value is; null when one value is asked for. */
export function sayPlaceInBand(change: Pick<Change, 'path' | 'after' | 'band'>): string | null {
  const { after, band } = change;
  if (band === null) return null;
  return `${after === band.min || after === band.max ? 'edge of' : 'inside'} the band ${sayBand(change)}`;
}

/** What the configuration says of a field: the value, or the whole band of which a plan would take an edge. */
export function sayDeclared(change: Pick<Change, 'path' | 'after' | 'band'>): string {
  return sayBand(change) ?? formatFieldValue(change.path, change.after);
}

/** `live 9, declared 2 to 6`: a difference that nobody is about to end. */
export function sayDifference(change: Change): string {
  return `live ${formatFieldValue(change.path, change.before)}, declared ${sayDeclared(change)}`;
}

/** A field without its section, as short lines name it: `db_max_threads`. */
export function shortFieldName({ path }: Pick<Change, 'path'>): string {
  return path.slice(path.indexOf('.') + 1);
}
