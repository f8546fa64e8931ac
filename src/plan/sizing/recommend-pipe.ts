import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type DesiredPipe, isBand } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Recommendation, TargetHistory } from '../../model/recommendation.ts';
import { knownScaling } from '../diff/diff-scaling.ts';
import { recommendReplicas } from './recommend-replicas.ts';

/** What the targets of bands are measured by: the history of each check, by its name. */
export type TargetHistories = ReadonlyMap<string, TargetHistory>;

/** What replicas are recommended by. */
export interface Recommending {
  readonly histories: TargetHistories;
  /** By how much one apply may multiply or divide replicas; null when no policy says. */
  readonly maxFactor: number | null;
}

/** What the target of the pipe's replicas asks for; null without `--recommend`, or without a target. */
export function recommendPipe(
  { scaling: { replicas } }: DesiredPipe,
  live: LivePipe,
  recommending: Recommending | null,
): Recommendation | null {
  if (recommending === null || replicas?.target === undefined || !isBand(replicas.value)) return null;
  const { target } = replicas;
  const history = recommending.histories.get(target.check) ?? { ok: false, reason: `${target.check} was not asked` };
  return recommendReplicas(knownScaling(live, 'replicas'), replicas.value, target, history, recommending.maxFactor);
}

/** A warning when nothing can be recommended, so that replicas that stay are not taken for replicas that are right. */
export function warnOfTarget(desired: DesiredPipe, recommendation: Recommendation | null): readonly Diagnostic[] {
  if (recommendation === null || recommendation.replicas !== null) return [];
  const { check, verdict, reason } = recommendation;
  const couldAsk = verdict !== 'error';
  return [
    diagnose(
      'warning',
      {
        code: couldAsk ? 'target-without-data' : 'target-not-asked',
        summary: couldAsk
          ? `${check} does not say how many replicas pipe ${desired.name} needs; its target changes nothing.`
          : `${check} could not be asked how many replicas pipe ${desired.name} needs; its target changes nothing.`,
        detail: reason,
        hint: couldAsk
          ? `See \`pipeform series ${check}\` for what it measures, and plan again when it has data.`
          : 'Plan again when the observability API answers.',
      },
      desired.scaling.replicas?.location,
    ),
  ];
}
