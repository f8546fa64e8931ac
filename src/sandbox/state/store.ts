import type { FleetState, Pipe } from '../fleet/pipe.ts';
import { ApiError } from '../pipes-api/http.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { CommitCause } from './logs.ts';
import type { StateFolder } from './state-folder.ts';

/** The pipes as the service holds them, in memory and, with a state folder, on disk. */
export interface PipeStore {
  readonly fleet: FleetState;
  /** The committed pipe; a write that is not yet on disk does not show. */
  find(id: string): Pipe | undefined;
  /** The committed pipes in the order of the fleet. */
  pipes(): readonly Pipe[];
  /**
   * Changes one pipe. `change` gets the latest version, written or on its way to disk, and may throw to leave it as it is.
   * Resolves with the new version once it is committed.
   */
  update(id: string, change: (pipe: Pipe) => Pipe, cause: CommitCause): Promise<Pipe>;
  /** Puts every pipe back to how the fleet began. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Is told every commit: the pipe as it was, as it is from here on, and why; a reset has no cause. */
export type Watch = (before: Pipe, after: Pipe, cause: CommitCause | null) => void;

/** @param folder without one, the state lives in memory and a commit is immediate. */
export function createPipeStore(fleet: FleetState, watch: Watch, folder?: StateFolder): PipeStore {
  const committed = new Map((folder?.pipes ?? fleet.pipes).map((pipe) => [pipe.id, pipe]));
  const onTheWay = new Map<string, Pipe>();

  function commit(pipe: Pipe, cause: CommitCause | null): void {
    const before = committed.get(pipe.id) ?? pipe;
    committed.set(pipe.id, pipe);
    watch(before, pipe, cause);
  }

  function settle(pipe: Pipe, cause: CommitCause | null): void {
    commit(pipe, cause);
    if (onTheWay.get(pipe.id) === pipe) onTheWay.delete(pipe.id);
  }

  return {
    fleet,
    find: (id) => committed.get(id),
    pipes: () => [...committed.values()],
    async update(id, change, cause) {
      const latest = onTheWay.get(id) ?? committed.get(id);
      if (latest === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
      const next = change(latest);
      if (folder === undefined) {
        commit(next, cause);
        return next;
      }
      onTheWay.set(id, next);
      await folder
        .writePipe(next, () => settle(next, cause))
        .catch((cause: unknown) => {
          if (onTheWay.get(id) === next) onTheWay.delete(id);
          throw new SandboxError(`the state folder cannot be written: the update of pipe ${id} is not saved.`, {
            cause,
          });
        });
      return next;
    },
    async reset() {
      if (folder === undefined) {
        for (const pipe of fleet.pipes) commit(pipe, null);
        return;
      }
      for (const pipe of fleet.pipes) onTheWay.set(pipe.id, pipe);
      await folder.writeReset(() => {
        for (const pipe of fleet.pipes) settle(pipe, null);
      });
    },
    close: async () => folder?.close(),
  };
}
