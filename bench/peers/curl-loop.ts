import { fileURLToPath } from 'node:url';
import { type Fleet, KEY } from '../fleet.ts';
import { ask, run } from '../processes.ts';

/** The loop of `xargs -P 32`, `curl` and `jq` that a person would write: `curl-loop.sh`. */
export interface CurlLoop {
  readonly version: string;
  /** Wall time in milliseconds. @throws Error when it finds a difference. */
  compare(fleet: Fleet, wanted: string): Promise<number>;
}

const SCRIPT = fileURLToPath(new URL('curl-loop.sh', import.meta.url));

/** Null where one of the programs is not installed. */
export async function findCurlLoop(folder: string): Promise<CurlLoop | null> {
  const curl = await ask('curl', ['--version'], folder);
  const jq = await ask('jq', ['--version'], folder);
  const xargs = await ask('xargs', ['true'], folder);
  if (curl === null || jq === null || xargs === null) return null;
  return {
    version: `${curl.split(' ', 2).join(' ')}, ${jq.trim()}`,
    async compare(fleet, wanted) {
      const { wallMs, stdout } = await run({
        program: 'sh',
        args: [SCRIPT, fleet.url, wanted],
        cwd: fleet.folder,
        env: { KEY: `${KEY.id}:${KEY.secret}` },
      });
      if (stdout !== '') throw new Error(`the curl loop found differences: ${stdout}`);
      return wallMs;
    },
  };
}
