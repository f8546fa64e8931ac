import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { describeSystemError } from '../../../engine/describe-system-error.ts';
import { describeForeignText } from '../../../model/foreign-text.ts';
import { isUuid } from '../../../model/pipe-address.ts';
import { readInput, readInputStream } from '../../../platform/read-input.ts';
import { checkPlanOptions, type PullOptions } from '../../options/command-options.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import { UsageError } from '../../options/value-types.ts';
import { pullNewPipes } from './new-pipes.ts';
import { refreshPipes } from './refresh.ts';

/** Writes live values into the configuration: new pipes by their ids or, without ids, differences. Throws UsageError. */
export async function runPull(invocation: Invocation<PullOptions>): Promise<number> {
  const { ownOptions, args, options } = invocation;
  checkPlanOptions(ownOptions);
  const isRefresh = args.length === 0 && !ownOptions.all && ownOptions.from === null;
  if (isRefresh) {
    refuse(
      { '--service': ownOptions.service !== null, '--into': ownOptions.into !== null, '--presets': ownOptions.presets },
      'is for new pipes, but no id is given.',
      'Name the ids of the live pipes, pass --from or --all, or omit the option.',
    );
    return refreshPipes(invocation);
  }
  refuse(
    {
      '--accept': ownOptions.accept !== null,
      '--base': ownOptions.base !== null,
      '--target': options.target.length > 0,
      '--exclude': options.exclude.length > 0,
      '--shard': options.shard !== null,
    },
    'is for pipes that are in the configuration, and cannot be used with ids.',
    'Leave it out, or leave out the ids.',
  );
  if (ownOptions.all) {
    refuse(
      { 'An id': args.length > 0, '--from': ownOptions.from !== null },
      'cannot be used with --all, which takes every pipe of the service.',
      'Leave out one of the two.',
    );
  }
  const named = args.map((word) => parseId(word, ''));
  const ids = ownOptions.from === null ? named : [...named, ...(await readIds(ownOptions.from, invocation))];
  return pullNewPipes(ownOptions.all ? null : [...new Set(ids)], invocation);
}

/** The ids of 200,000 pipes. */
const MAX_BYTES = 8 * 1024 ** 2;

/** The ids of a file, or of stdin for `-`: one a line; empty lines and lines that begin with `#` are skipped. */
async function readIds(file: string, { workspace, context }: Session): Promise<readonly string[]> {
  const name = file === '-' ? 'stdin' : file;
  const { stop } = context.interrupts;
  const read =
    file === '-'
      ? readInputStream(addAbortSignal(stop, context.stdin), MAX_BYTES)
      : readInput(resolve(workspace.cwd, file), MAX_BYTES);
  const bytes = await read.catch((error: unknown) => {
    const why = stop.aborted ? 'Interrupted.' : (describeSystemError(error) ?? '');
    throw new UsageError(`${name} cannot be read. ${why}`.trimEnd(), 'Name a text file of ids, or - for stdin.');
  });
  const foreign = describeForeignText(bytes.toString());
  if (foreign !== null) throw new UsageError(`${name} ${foreign.is}.`, foreign.cure);
  const lines = bytes
    .toString()
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ id: line.trim(), place: `${name}:${index + 1}: ` }));
  const ids = lines.filter(({ id }) => id !== '' && !id.startsWith('#'));
  if (ids.length === 0) throw new UsageError(`${name} has no ids.`, 'Write one id per line.');
  return ids.map(({ id, place }) => parseId(id, place));
}

/** @param place begins the message. */
function parseId(text: string, place: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new UsageError(
    `${place}${JSON.stringify(text)} is not the id of a pipe.`,
    'Ids are UUIDs, such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001.',
  );
}

function refuse(given: Readonly<Record<string, boolean>>, why: string, hint: string): void {
  const found = Object.keys(given).find((option) => given[option]);
  if (found !== undefined) throw new UsageError(`${found} ${why}`, hint);
}
