import { HEAD, pipeId } from '../config/memory-files.ts';
import { loadAt, pipesOf } from './repository.ts';

/** A root document that includes every file under `pipes`. */
export const ROOT = `${HEAD}include: ["pipes/**/*.yaml"]\n`;

export const pipe = (name: string, id: number, threads = 1) =>
  `pipes:\n  ${name}: { service: analytics, id: ${pipeId(id)}, settings: { db_max_threads: ${threads} } }\n`;

/** The value of one setting at a commit, by name of the pipe. */
export async function threadsAt(...args: Parameters<typeof loadAt>): Promise<Readonly<Record<string, unknown>>> {
  const load = await loadAt(...args);
  pipesOf(load);
  const pipes = load.ok ? load.pipes : [];
  return Object.fromEntries(pipes.map(({ name, settings }) => [name, settings.db_max_threads?.value]));
}
