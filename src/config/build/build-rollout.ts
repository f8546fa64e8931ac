import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Rollout, WaveSize } from '../../model/rollout.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, itemsOf, numberOf, textOf } from '../yaml/node.ts';
import { readDuration, readPositiveDuration } from './quantity.ts';

const DEFAULT_INTERVAL_MS = 30_000;

/** The defaults of the analysis of Argo Rollouts, whose verdict counting this follows. */
const DEFAULT_LIMITS = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 4 } as const;

const WHOLE: WaveSize = { share: 1 };

interface BuiltRollout {
  /** null when none is written down. */
  readonly rollout: Rollout | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The rollout of a merged document, with what is left out filled in. */
export function buildRollout(node: ConfigNode | undefined): BuiltRollout {
  if (node?.kind !== 'map') return { rollout: null, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const names = (key: string) => [...new Set(itemsOf(childOf(node, key)).flatMap((item) => textOf(item) ?? []))];
  const limit = (key: keyof typeof DEFAULT_LIMITS) => numberOf(childOf(node, key)) ?? DEFAULT_LIMITS[key];
  const rollout: Rollout = {
    waves: readWaves(childOf(node, 'waves'), diagnostics),
    before: names('before'),
    after: names('after'),
    bakeMs: readDuration(childOf(node, 'bake'), 'bake', diagnostics) ?? 0,
    intervalMs: readPositiveDuration(childOf(node, 'interval'), 'interval', diagnostics) ?? DEFAULT_INTERVAL_MS,
    count: numberOf(childOf(node, 'count')) ?? null,
    failureLimit: limit('failureLimit'),
    inconclusiveLimit: limit('inconclusiveLimit'),
    consecutiveErrorLimit: limit('consecutiveErrorLimit'),
    onFailure: textOf(childOf(node, 'onFailure')) === 'rollback' ? 'rollback' : 'stop',
  };
  return { rollout, diagnostics };
}

/** Waves are counted from the start, so each must end after the one before it; numbers and shares are compared apart. */
function readWaves(node: ConfigNode | undefined, diagnostics: Diagnostic[]): readonly WaveSize[] {
  const waves: WaveSize[] = [];
  let [mostPipes, largestShare] = [0, 0];
  for (const item of itemsOf(node)) {
    const size = readSize(item);
    if (size === null) continue;
    const grows = 'pipes' in size ? size.pipes > mostPipes && largestShare < 1 : size.share > largestShare;
    if (grows) {
      waves.push(size);
      if ('pipes' in size) mostPipes = size.pipes;
      else largestShare = size.share;
      continue;
    }
    diagnostics.push(
      problemAt(item, {
        code: 'invalid-value',
        summary: `The wave ${describeFound(item)} does not end after the previous wave.`,
        detail: 'Waves are counted from the start: [1, 25%, 100%] is one pipe, then up to a quarter, then the rest.',
        hint: 'Write the waves in ascending order.',
      }),
    );
  }
  return waves.length === 0 ? [WHOLE] : waves;
}

function readSize(node: ConfigNode): WaveSize | null {
  const pipes = numberOf(node);
  if (pipes !== undefined) return { pipes };
  const percent = /^(\d+)%$/.exec(textOf(node) ?? '')?.[1];
  return percent === undefined ? null : { share: Number(percent) / 100 };
}
