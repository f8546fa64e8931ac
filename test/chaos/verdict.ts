import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The result of a seed. */
export interface Verdict {
  readonly seed: number;
  /** Sentences; empty for a success. */
  readonly violations: readonly string[];
  /** What happened, to be counted. */
  readonly happened: readonly string[];
  /** The folder with the evidence; null for a success. */
  readonly kept: string | null;
  readonly durationMs: number;
}

/** Writes evidence into the folder of a run, one file for each key. Returns the folder. */
export async function keep(
  folder: string,
  violations: readonly string[],
  evidence: Readonly<Record<string, unknown>>,
): Promise<string> {
  const files = { violations: `${violations.join('\n')}\n`, ...evidence };
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(folder, `${name}.${typeof content === 'string' ? 'txt' : 'json'}`), text);
  }
  return folder;
}
