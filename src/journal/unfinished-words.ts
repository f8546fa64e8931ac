import type { Finding } from '../model/journal.ts';
import type { Run } from '../model/run.ts';

/** What a run was about when it was cut off: its updates, or putting back what it had written. */
export type CutIn = 'update' | 'rollback';

/**
 * What is known of a pipe that a run left open. `unread`: it was not read. `not-configured`: it cannot be read, since the
 * configuration does not have it any more. `hidden`: it does not show yet what it has.
 */
export type OpenOutcome = Finding | 'unread' | 'not-configured' | 'hidden';

/** Each after the name of a pipe. */
export const FINDING_WORDS: Readonly<Record<OpenOutcome, string>> = {
  updated: 'was updated since',
  written: 'shows what the run wrote',
  'not-written': 'shows what was there before the run',
  'partly-written': 'shows a part of what the run wrote',
  other: 'shows values that are neither what the run wrote nor what was there before',
  'not-configured': 'is not in the configuration any more, so it was not read',
  unread: 'was not read',
  hidden: 'does not show yet what it has',
};

/** What the run was about when it was cut off. */
export function sayCutOff(id: string, cutIn: CutIn): string {
  return cutIn === 'rollback'
    ? `The run ${id} was cut off while it put back what it had written.`
    : `The run ${id} was cut off before it ended.`;
}

/** How to end what is told of pipes that no run can read. */
export function adviseForgetting({ id }: Pick<Run, 'id'>): string {
  return (
    'This is reported until every open pipe was read. Put the pipe back into the configuration, ' +
    `or run \`pipeform runs forget ${id}\` if it does not matter.`
  );
}

/** Who was going back goes on going back: an apply would write again what was judged bad. */
export function adviseOn({ id, environment }: Pick<Run, 'id' | 'environment'>, cutIn: CutIn): string {
  const where = environment === null ? '' : ` -e ${environment}`;
  const back = `\`pipeform rollback ${id}${where}\``;
  return cutIn === 'rollback'
    ? `${back} puts back the rest; apply would write again what the configuration asks for.`
    : `Apply goes on from what is live; ${back} puts back what the run wrote.`;
}
