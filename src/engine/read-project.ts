import type { World } from '../cli/options/context.ts';
import type { ReadProgress } from '../model/event.ts';
import { hashConfiguration } from '../plan/policy/scope.ts';
import type { OpenedProject } from './open-project.ts';
import { type OpenJudge, readFleet } from './read-fleet.ts';

/** Reads the pipes of an opened project, and gives what is made of each, in their order. */
export type ReadPipes = <T>(opened: OpenedProject, openJudge: OpenJudge<T>) => Promise<readonly T[]>;

/**
 * Reads the selected pipes, and judges each meanwhile. The connection is used for the reader only, and stays open, unless
 * this throws, which is a mistake of ours or of `onProgress`.
 */
export async function readProject<T>(
  { connection, fleet, pipes, parallelism }: OpenedProject,
  openJudge: OpenJudge<T>,
  onProgress: (progress: ReadProgress) => void,
  { clock, interrupts }: World,
): Promise<readonly T[]> {
  const { createPipeReader } = await import('../api/index.ts');
  connection.expect(pipes.length);
  try {
    return await readFleet(pipes, createPipeReader(connection), {
      openJudge: async () => {
        // Each document names its configuration by it.
        hashConfiguration(fleet);
        return openJudge();
      },
      clock,
      parallelism,
      signal: interrupts.stop,
      onProgress,
    });
  } catch (error) {
    connection.close();
    throw error;
  }
}
