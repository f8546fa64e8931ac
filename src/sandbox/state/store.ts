import type { FleetState, Pipe } from '../fleet/pipe.ts';
import { createMissingPipeError } from '../http.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { CommitCause } from './logs.ts';
import type { StateFolder } from './state-folder.ts';

export type PipeStore = ReturnType<typeof createPipeStore>;

/**
 * The pipes of the service, in memory and, with a state folder, on disk.
 * @param watch called after every commit; the cause of a reset is null.
 * @param folder without one, the state is in memory and a commit is immediate.
 */
export function createPipeStore(
  fleet: FleetState,
  watch: (before: Pipe, after: Pipe, cause: CommitCause | null) => void,
  folder?: StateFolder,
) {
  const committed = folder?.pipes ?? new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
  const pending = new Map<string, Pipe>();
  const append: StateFolder['append'] = folder?.append ?? (async (_, apply) => apply());

  function commit(pipe: Pipe, cause: CommitCause | null): void {
    const before = committed.get(pipe.id) ?? pipe;
    committed.set(pipe.id, pipe);
    forget(pipe);
    watch(before, pipe, cause);
  }

  function forget(pipe: Pipe): void {
    if (pending.get(pipe.id) === pipe) pending.delete(pipe.id);
  }

  return {
    fleet,
    /** The committed pipe, without a write that is not yet on disk. */
    find: (id: string) => committed.get(id),
    /** The committed pipes in the order of the fleet. */
    pipes: (): readonly Pipe[] => [...committed.values()],
    /**
     * Changes one pipe and resolves once the new version is committed. `change` gets the latest version, committed or pending,
     * and may throw to cancel.
     */
    async update(id: string, change: (pipe: Pipe) => Pipe, cause: CommitCause): Promise<Pipe> {
      const latest = pending.get(id) ?? committed.get(id);
      if (latest === undefined) throw createMissingPipeError();
      const next = change(latest);
      pending.set(id, next);
      try {
        await append({ pipe: next }, () => commit(next, cause));
      } catch (error) {
        forget(next);
        const text = `the state folder cannot be written: the update of pipe ${id} is not saved.`;
        throw new SandboxError(text, { cause: error });
      }
      return next;
    },
    /** Restores the initial fleet. */
    async reset(): Promise<void> {
      for (const pipe of fleet.pipes) pending.set(pipe.id, pipe);
      await append({ reset: true }, () => {
        for (const pipe of fleet.pipes) commit(pipe, null);
      });
    },
    close: async () => folder?.close(),
  };
}
