import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Policy } from '../../model/fleet.ts';
import { type ConfigNode, childOf, numberOf, textOf } from '../yaml/node.ts';
import { buildRanges } from './build-ranges.ts';

/** Fleets of at most this many pipes are not held to `maxChangedPipes`: one change is a large share of a small fleet. */
const DEFAULT_MIN_PIPES = 10;

interface BuiltPolicy {
  readonly policy: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** The policy of a document that the schema accepts; a rule that is not written down does not hold. */
export function buildPolicy(node: ConfigNode | undefined): BuiltPolicy {
  const { ranges, diagnostics } = buildRanges(childOf(node, 'ranges'));
  return {
    policy: {
      maxChangedPipes: readLimit(childOf(node, 'maxChangedPipes')),
      minPipes: numberOf(childOf(node, 'minPipes')) ?? DEFAULT_MIN_PIPES,
      maxReplicaFactor: numberOf(childOf(node, 'maxReplicaFactor')) ?? null,
      ranges,
    },
    diagnostics,
  };
}

function readLimit(node: ConfigNode | undefined): Policy['maxChangedPipes'] {
  const count = numberOf(node);
  if (count !== undefined) return { count };
  const percent = /^(\d+)%$/.exec(textOf(node) ?? '')?.[1];
  return percent === undefined ? null : { share: Number(percent) / 100 };
}
