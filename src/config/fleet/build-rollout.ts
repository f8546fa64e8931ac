import type { Rollout, WaveSize } from '../../model/rollout.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, itemsOf, numberOf, textOf, textsIn } from '../yaml/node.ts';
import { readShare } from './build-policy.ts';
import { readAmount, readPositiveDuration } from './quantity.ts';

const DEFAULT_INTERVAL_MS = 30_000;

/** The defaults of Argo Rollouts analyses, whose counting of verdicts this follows. */
const DEFAULT_LIMITS = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 4 } as const;

export function buildRollout(node: ConfigNode | undefined, report: Reporter): Rollout | null {
  if (node?.kind !== 'map') return null;
  const limit = (key: keyof typeof DEFAULT_LIMITS) => numberOf(childOf(node, key)) ?? DEFAULT_LIMITS[key];
  const waves = readWaves(childOf(node, 'waves'), report);
  return {
    waves: waves.length === 0 ? [{ share: 1 }] : waves,
    before: [...new Set(textsIn(node, 'before'))],
    after: [...new Set(textsIn(node, 'after'))],
    bakeMs: readAmount(childOf(node, 'bake'), 'milliseconds', '`rollout.bake`', report) ?? 0,
    intervalMs: readPositiveDuration(childOf(node, 'interval'), '`rollout.interval`', report) ?? DEFAULT_INTERVAL_MS,
    count: numberOf(childOf(node, 'count')) ?? null,
    failureLimit: limit('failureLimit'),
    inconclusiveLimit: limit('inconclusiveLimit'),
    consecutiveErrorLimit: limit('consecutiveErrorLimit'),
    onFailure: textOf(childOf(node, 'onFailure')) === 'rollback' ? 'rollback' : 'stop',
  };
}

/** Waves count from the start, so each must end after the previous one; numbers and shares are compared separately. */
function readWaves(node: ConfigNode | undefined, report: Reporter): readonly WaveSize[] {
  const waves: WaveSize[] = [];
  let mostPipes = 0;
  let largestShare = 0;
  for (const item of itemsOf(node)) {
    const pipes = numberOf(item);
    const size = pipes === undefined ? readShare(item) : { pipes };
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
