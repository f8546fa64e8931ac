import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { fieldPath, SIZE_KEYS } from '../../model/field.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import { isUsualSize, USUAL_SIZES_HINT } from '../../model/usual-size.ts';
import { scalingAfter } from '../requests/build-requests.ts';

/**
 * A warning when an update makes CPU and memory an unusual pair, of which one is the live value or the edge of a band. A
 * pair that is written down whole has been warned of by `validate` already.
 */
export function warnOfSize(desired: DesiredPipe, changes: readonly Change[], live: LivePipe): readonly Diagnostic[] {
  const change = changes.find(({ path }) => SIZE_KEYS.some((key) => path === fieldPath('scaling', key)));
  if (change === undefined) return [];
  const { replicaCpuMillicores: cpu, replicaMemoryGb: memory } = scalingAfter(changes, live);
  if (cpu === null || memory === null || isUsualSize(cpu, memory)) return [];
  if (SIZE_KEYS.every((key) => typeof desired.scaling[key]?.value === 'number')) return [];
  return [
    diagnose(
      'warning',
      {
        code: 'unusual-size',
        summary: `Pipe ${desired.name} would have ${cpu} millicores and ${memory} GB, not the usual 4 GB per 1000 millicores.`,
        hint: USUAL_SIZES_HINT,
      },
      change.location,
    ),
  ];
}
