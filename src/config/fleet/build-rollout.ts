import type { Rollout, WaveSize } from '../../model/rollout.ts';
import type { RolloutConfig } from '../schema/config.generated.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import { itemsOf, numberOf, textOf } from '../yaml/node.ts';
import { readShare } from './build-policy.ts';
import { readAmount, readPositiveDuration } from './quantity.ts';
import { findNode } from './values.ts';

const DEFAULT_INTERVAL_MS = 30_000;

/** The defaults of the limits are those of Argo Rollouts analyses, whose counting of verdicts this follows. */
export function buildRollout(rollout: RolloutConfig | undefined, report: Reporter): Rollout | null {
  if (rollout === undefined) return null;
  const waves = readWaves(rollout, report);
  return {
    waves: waves.length === 0 ? [{ share: 1 }] : waves,
    before: [...new Set(rollout.before)],
    after: [...new Set(rollout.after)],
    bakeMs: readAmount(findNode(rollout, 'bake'), 'milliseconds', '`rollout.bake`', report) ?? 0,
    intervalMs:
      readPositiveDuration(findNode(rollout, 'interval'), '`rollout.interval`', report) ?? DEFAULT_INTERVAL_MS,
    count: rollout.count ?? null,
    failureLimit: rollout.failureLimit ?? 0,
    inconclusiveLimit: rollout.inconclusiveLimit ?? 0,
    consecutiveErrorLimit: rollout.consecutiveErrorLimit ?? 4,
    onFailure: rollout.onFailure ?? 'stop',
  };
}

/** Waves count from the start, so each must end after the previous one; numbers and shares are compared separately. */
function readWaves(rollout: RolloutConfig, report: Reporter): readonly WaveSize[] {
  const waves: WaveSize[] = [];
  let mostPipes = 0;
  let largestShare = 0;
  for (const item of itemsOf(findNode(rollout, 'waves'))) {
    const pipes = numberOf(item);
    const size = pipes === undefined ? readShare(textOf(item)) : { pipes };
    if (size === null) continue;
    const grows = 'pipes' in size ? size.pipes > mostPipes && largestShare < 1 : size.share > largestShare;
    if (!grows) {
      report(item, {
        code: 'invalid-value',
        summary: `The wave ${describeFound(item)} does not end after the previous wave.`,
        detail: 'Waves are counted from the start: [1, 25%, 100%] is one pipe, then up to a quarter, then the rest.',
        hint: 'Write the waves in ascending order.',
      });
      continue;
    }
    waves.push(size);
    if ('pipes' in size) mostPipes = size.pipes;
    else largestShare = size.share;
  }
  return waves;
}
