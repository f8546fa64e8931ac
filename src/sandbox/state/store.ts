import { type FleetState, nextUpdatedAt, type Pipe } from '../fleet/pipe.ts';
import { createMissingPipeError } from '../http.ts';
import type { CommitCause } from './logs.ts';

export type PipeStore = ReturnType<typeof createPipeStore>;

/**
 * The pipes of the service.
 * @param now the time of an update, in epoch milliseconds.
 * @param watch called after every commit.
 */
export function createPipeStore(
  fleet: FleetState,
  now: () => number,
  watch: (before: Pipe, after: Pipe, cause: CommitCause) => void,
) {
  const committed = new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
  return {
    fleet,
    find: (id: string) => committed.get(id),
    /** The pipes in the order of the fleet. */
    pipes: (): readonly Pipe[] => [...committed.values()],
    /** Commits the new version of a pipe. `change` may throw to cancel. */
    update(id: string, change: (pipe: Pipe) => Pipe, cause: CommitCause): Pipe {
      const before = committed.get(id);
      if (before === undefined) throw createMissingPipeError();
      const after = { ...change(before), updatedAt: nextUpdatedAt(before, now()) };
      committed.set(id, after);
      watch(before, after, cause);
      return after;
    },
    /** Restores the initial fleet. */
    reset(): void {
      for (const pipe of fleet.pipes) committed.set(pipe.id, pipe);
    },
  };
}
