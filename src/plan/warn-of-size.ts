import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { fieldPath, SIZE_KEYS } from '../model/field.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { Change } from '../model/plan.ts';
import { scalingAfter } from './build-requests.ts';

/** Usual sizes keep 4 GB per 1000 millicores (field notes: a guess, so never more than a warning). */
const MILLICORES_PER_GB = 250;

/**
 * A warning when an update makes CPU and memory an unusual pair, of which one is the live value or the edge of a band. A
 * pair that is written down whole has been warned of by `validate` already.
 */
export function warnOfSize(desired: DesiredPipe, changes: readonly Change[], live: LivePipe): readonly Diagnostic[] {
  const change = changes.find(({ path }) => SIZE_KEYS.some((key) => path === fieldPath('scaling', key)));
  const { replicaCpuMillicores: cpu, replicaMemoryGb: memory } = scalingAfter(changes, live);
  if (change === undefined || cpu === null || memory === null || cpu === memory * MILLICORES_PER_GB) return [];
  if (SIZE_KEYS.every((key) => typeof desired.scaling[key]?.value === 'number')) return [];
  return [
    diagnose(
      'warning',
      {
        code: 'unusual-size',
        summary: `Pipe ${desired.name} would have ${cpu} millicores and ${memory} GB, not the usual 4 GB per 1000 millicores.`,
        hint: 'The service may refuse it; usual are 125/0.5, 250/1, 500/2, 1000/4 and 2000/8.',
      },
      change.location,
    ),
  ];
}
