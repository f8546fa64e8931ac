import type { Origin } from '../../../model/plan.ts';
import { isUuid } from '../../../model/uuid.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { UsageError } from '../../options/value-types.ts';

export interface PullOptions extends GlobalOptions {
  /** A git ref to attribute differences against, or null. */
  readonly base: string | null;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
}

/** Add live pipes to the configuration. */
export interface NewPipesRequest {
  readonly of: 'new';
  /** In lower case, each once. */
  readonly ids: readonly string[];
  /** By its name in the configuration; null: the only one that it has. */
  readonly service: string | null;
  /** null: the root document. */
  readonly into: string | null;
  readonly presets: boolean;
  readonly dryRun: boolean;
}

/** Settle the differences of the pipes in the configuration. */
export interface RefreshRequest {
  readonly of: 'refresh';
  /** The side that wins for all of them; null: ask one by one at a terminal. */
  readonly accept: Side | null;
  readonly dryRun: boolean;
}

/** The value that stays: the declared one, or the live one. */
export type Side = 'git' | 'live';

/** The command's own options. */
export interface OwnOptions {
  readonly service: string | null;
  readonly into: string | null;
  readonly presets: boolean;
  readonly accept: Side | null;
  readonly dryRun: boolean;
}

/** Throws UsageError for options that cannot be used together. */
export function readPullRequest(
  options: PullOptions,
  own: OwnOptions,
  given: readonly string[],
): NewPipesRequest | RefreshRequest {
  const { service, accept, into, presets, dryRun } = own;
  if (given.length === 0) {
    const lonely = [service === null ? '' : '--service', into === null ? '' : '--into', presets ? '--presets' : ''];
    refuse(lonely, 'is for new pipes, and no id is given.', 'Name the ids of the live pipes, or leave the option out.');
    return { of: 'refresh', accept, dryRun };
  }
  const { base, target, exclude, shard } = options;
  refuse(
    [
      accept === null ? '' : '--accept',
      base === null ? '' : '--base',
      target.length === 0 ? '' : '--target',
      exclude.length === 0 ? '' : '--exclude',
      shard === null ? '' : '--shard',
    ],
    'is for pipes that are in the configuration, and cannot be used with ids.',
    'Leave it out, or leave out the ids.',
  );
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) {
    throw new UsageError(
      `${JSON.stringify(wrong)} is not the id of a pipe.`,
      'Ids are UUIDs, such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001.',
    );
  }
  return { of: 'new', ids, service, into, presets, dryRun };
}

function refuse(options: readonly string[], why: string, hint: string): void {
  const found = options.find((option) => option !== '');
  if (found !== undefined) throw new UsageError(`${found} ${why}`, hint);
}
