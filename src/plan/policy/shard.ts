import { createHash } from 'node:crypto';
import type { Shard } from '../../model/plan.ts';

/**
 * Whether a pipe belongs to a shard. The id alone decides, so that a pipe stays where it is when others come and go, or
 * when it is given another name; SHA-256 spreads ids evenly whatever they look like.
 */
export function isInShard(id: string, { index, total }: Shard): boolean {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) % total === index - 1;
}
