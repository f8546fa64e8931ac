import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findClosedPort } from '../e2e/serve.ts';
import { type Server, startServer } from './server.ts';

export interface Tinyproxy extends Server {
  readonly port: number;
}

interface TinyproxyOptions {
  /** A folder for its configuration. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  /** The one port that it connects to. */
  readonly connectPort: number;
  readonly env: Readonly<Record<string, string>>;
}

const MOST_ATTEMPTS = 3;

/** Uses a port that was free a moment ago, because tinyproxy cannot choose one; retries if it is taken. */
export async function startTinyproxy(options: TinyproxyOptions): Promise<Tinyproxy> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findClosedPort();
    try {
      const server = await startOn(port, options);
      return { ...server, port };
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function startOn(port: number, { folder, user, password, connectPort, env }: TinyproxyOptions): Promise<Server> {
  const settings = join(folder, 'tinyproxy.conf');
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'LogLevel Info',
    `BasicAuth ${user} ${password}`,
    `ConnectPort ${connectPort}`,
  ];
  await writeFile(settings, `${lines.join('\n')}\n`);
  return startServer(['tinyproxy', '-d', '-c', settings], env, /Accepting connections/);
}
