import type { JsonValue } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import type { CommitCause } from './logs.ts';

/** A committed change of one pipe, for the charts of the console. A type, since only those are JSON objects. */
type PipeChange = {
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  readonly by: CommitCause['by'];
  /** Not empty. */
  readonly fields: readonly ChangedField[];
};

/** `path` is such as `replicas` or `state`. An unset value is null. */
type ChangedField = {
  readonly path: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
};

/** Older changes of a pipe are dropped, so that a client that writes without end does not fill the memory. */
const PER_PIPE = 100;

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The latest changes of each pipe, oldest first. */
export function createChangeLog() {
  const byPipe = new Map<string, readonly PipeChange[]>();
  const of = (pipeId: string) => byPipe.get(pipeId) ?? [];
  return {
    of,
    /** A commit that changes no value is not a change. */
    add(before: Pipe, after: Pipe, by: CommitCause['by'], at: number): void {
      const fields = findChanges(before, after);
      if (fields.length > 0) byPipe.set(after.id, [...of(after.id), { at, by, fields }].slice(-PER_PIPE));
    },
    clear: () => byPipe.clear(),
  };
}

function findChanges(before: Pipe, after: Pipe): readonly ChangedField[] {
  const valuesOf = ({ name, state, scaling, settings }: Pipe) =>
    new Map<string, JsonValue>([...Object.entries({ name, state, ...scaling }), ...Object.entries(settings)]);
  const [old, next] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ path, from: old.get(path) ?? null, to: next.get(path) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
