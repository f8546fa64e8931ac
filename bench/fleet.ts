import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { renderConfig } from '../src/cli/commands/sandbox/write-config.ts';
import type { Pipe } from '../src/sandbox/fleet/pipe.ts';
import { generateFleet } from '../src/sandbox/index.ts';
import type { LoggedRequest } from '../src/sandbox/state/logs.ts';
import { writeFiles } from '../test/e2e/folder.ts';
import { type Switches, startService } from '../test/odd-service/start.ts';
import { type Command, end, start } from './processes.ts';

/** The built command. */
export const PIPEFORM = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

/** What the rows that name a parallelism give to both sides. */
export const PARALLELISM = 32;

/** A sandbox of its own process with generated pipes, and the configuration that says exactly what they are. */
export interface Fleet {
  readonly url: string;
  /** Where the configuration is. */
  readonly folder: string;
  /** The command, with the credentials, in the folder. */
  pipeform(...args: readonly string[]): Command;
  /** The path that each pipe is read at. */
  paths(): Promise<readonly string[]>;
  /** The pipes as they are. */
  pipes(): Promise<readonly Pipe[]>;
  /** What was asked of the API since `forget`. @throws Error when the sandbox no longer has all of it. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** Forgets the requests. */
  forget(): Promise<void>;
  /** Begins anew: the first state of the pipes, no requests, and a fresh window of the rate limit. */
  reset(): Promise<void>;
}

interface Summary {
  readonly id: string;
  readonly serviceId: string;
}

/** Credentials of the sandbox, as long as real ones: what looks for them in each answer takes as long as for a user. */
export const KEY = { id: 'N7q2VtPz0cRk', secret: 'x4Lw9Tz1mQbR7uYcK0sVhE3nJd8FgA5pWi2ZoXe6' } as const;
const ACCESS_TOKEN = 'Hq8sTn3bWc6yLf1kZr5vXd0mPj9gUe2a';

/** Serves a fleet of `size` pipes while `use` works with it. `options` of `pipeform sandbox`. */
export async function withFleet<Result>(
  scratch: string,
  size: number,
  options: readonly string[],
  use: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(scratch, `fleet-${size}-`));
  const sandbox = start({
    program: process.execPath,
    args: [
      ...[PIPEFORM, 'sandbox', '--port', '0', '--key-id', KEY.id, '--key-secret', KEY.secret],
      ...['--access-token', ACCESS_TOKEN, '--fleet', String(size), '--write-config', folder, ...options],
    ],
    cwd: scratch,
  });
  try {
    return await use(createFleet(folder, await addressOf(sandbox)));
  } finally {
    await end(sandbox);
  }
}

/** Works like `withFleet`, with a rate limit that no response announces: a service of this process. */
export async function withSilentLimit<Result>(
  scratch: string,
  size: number,
  switches: Partial<Switches>,
  use: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(scratch, `fleet-${size}-`));
  const fleet = generateFleet(size, 1);
  const sandbox = await startService({
    ...{ fleet, credentials: { keyId: KEY.id, keySecret: KEY.secret } },
    switches: { ...switches, rateLimitHint: 'none' },
  });
  try {
    await writeFiles(folder, Object.fromEntries(renderConfig(fleet, fleet.pipes, sandbox.url)));
    return await use(createFleet(folder, sandbox.url));
  } finally {
    await sandbox.close();
  }
}

function addressOf(sandbox: ReturnType<typeof start>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    sandbox.stderr?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-2_000);
    });
    sandbox.once('error', reject);
    sandbox.once('close', () => reject(new Error(`the sandbox ended before it listened: ${printed}`)));
    if (sandbox.stdout === null) return;
    createInterface({ input: sandbox.stdout }).on('line', (line) => {
      const address = /^Sandbox: (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

function createFleet(folder: string, url: string): Fleet {
  const control = async <Answer>(method: string, path: string): Promise<Answer> => {
    const answer = await fetch(`${url}/_sandbox/${path}`, { method });
    if (!answer.ok) throw new Error(`${method} /_sandbox/${path} was answered with ${answer.status}`);
    return (await answer.json()) as Answer;
  };
  const summaries = async () => (await control<{ pipes: readonly Summary[] }>('GET', 'pipes')).pipes;
  return {
    url,
    folder,
    pipeform: (...args) => ({
      program: process.execPath,
      args: [PIPEFORM, ...args],
      cwd: folder,
      env: { PIPEFORM_KEY_ID: KEY.id, PIPEFORM_KEY_SECRET: KEY.secret, PIPEFORM_ACCESS_TOKEN: ACCESS_TOKEN },
    }),
    async paths() {
      const { organization } = await control<{ organization: string }>('GET', 'health');
      const toPath = ({ id, serviceId }: Summary) =>
        `/v1/organizations/${organization}/services/${serviceId}/pipes/${id}`;
      return (await summaries()).map(toPath);
    },
    async pipes() {
      return Promise.all((await summaries()).map(({ id }) => control<Pipe>('GET', `pipes/${id}`)));
    },
    async requests() {
      const { requests, dropped } = await control<{ requests: LoggedRequest[]; dropped: number }>('GET', 'requests');
      if (dropped > 0) throw new Error(`the sandbox has forgotten ${dropped} requests: they cannot be counted`);
      return requests;
    },
    forget: () => control('DELETE', 'requests'),
    reset: () => control('POST', 'reset'),
  };
}
