import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PullDocument } from '../../src/cli/commands/pull/document.ts';
import type { Drift } from '../../src/model/report.ts';
import type { Pipe } from '../../src/sandbox/index.ts';
import { fleet, openWorkspace, readDocument } from '../e2e/harness.ts';

/** The address in `HEAD`, in place of that of the service. */
const ADDRESS = 'http://127.0.0.1:4010';

interface Pulled {
  readonly document: PullDocument;
  readonly summaries: readonly string[];
  /** The files that were written, by name. */
  readonly written: Readonly<Record<string, string>>;
  /** All of them as one text. */
  readonly text: string;
}

/** A folder with these files and a service with these pipes. The texts have the address of `HEAD`. */
export async function openPull(files: Readonly<Record<string, string>>, pipes: readonly Pipe[]) {
  const { folder, run, sandbox, write } = await openWorkspace({ document: {}, fleet: { ...fleet, pipes } });
  const local = Object.entries(files).map(([name, text]) => [name, text.replace(ADDRESS, sandbox.url)] as const);
  await write(Object.fromEntries(local));
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).replace(sandbox.url, ADDRESS);
  return {
    run,
    sandbox,
    async pull(line: string): Promise<Pulled> {
      const document = readDocument<PullDocument>((await run(`pull ${line} --format json`)).stdout);
      const names = document.files.filter(({ status }) => status === 'written').map(({ file }) => file);
      const written = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
      return {
        document,
        summaries: document.diagnostics.map(({ summary }) => summary),
        written: Object.fromEntries(written),
        text: written.map(([, text]) => text).join(''),
      };
    },
    /** `options`: such as the environment. */
    drift: async (options = '') => readDocument<Drift>((await run(`drift ${options} --format json`)).stdout),
  };
}
