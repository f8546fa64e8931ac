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

/** Pipes that are to come into the configuration. */
export interface AskNew {
  readonly of: 'new';
  /** In lower case, each once. */
  readonly ids: readonly string[];
  /** By its name in the configuration; null: the only one that it has. */
  readonly service: string | null;
  /** null: the root document. */
  readonly into: string | null;
  readonly presets: 'wanted' | 'left-out';
  readonly writing: Writing;
}

/** Differences of the pipes in the configuration that are to be settled. */
export interface AskRefresh {
  readonly of: 'refresh';
  /** For all of them; null: one by one, where there is somebody to ask. */
  readonly accept: Side | null;
  readonly writing: Writing;
}

/** Whose value stays: the declared one, or the live one. */
export type Side = 'git' | 'live';

/** `left-out` with --dry-run. */
export type Writing = 'wanted' | 'left-out';

/** The command's own options. */
export interface OwnOptions {
  readonly service: string | null;
  readonly into: string | null;
  readonly presets: boolean;
  readonly accept: Side | null;
  readonly dryRun: boolean;
}

/** Throws UsageError for options that cannot be used together. */
export function readPullAsk(options: PullOptions, own: OwnOptions, given: readonly string[]): AskNew | AskRefresh {
  const { service, accept, into, presets, dryRun } = own;
  const writing = dryRun ? 'left-out' : 'wanted';
  if (given.length === 0) {
    const lonely = [service === null ? '' : '--service', into === null ? '' : '--into', presets ? '--presets' : ''];
    refuse(lonely, 'is for new pipes, and no id is named.', 'Name the ids of the live pipes, or leave the option out.');
    return { of: 'refresh', accept, writing };
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
    'is for pipes that are in the configuration, and does not go with ids.',
    'Leave it out, or leave out the ids.',
  );
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) {
    throw new UsageError(
      `${JSON.stringify(wrong)} is not the id of a pipe.`,
      'Ids are uuids, such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001.',
    );
  }
  return { of: 'new', ids, service, into, presets: presets ? 'wanted' : 'left-out', writing };
}

function refuse(options: readonly string[], why: string, hint: string): void {
  const found = options.find((option) => option !== '');
  if (found !== undefined) throw new UsageError(`${found} ${why}`, hint);
}
