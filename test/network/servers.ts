import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Running, startProgram } from '../e2e/process.ts';
import { findClosedPort } from '../e2e/serve.ts';
import type { Certificate } from './certificates.ts';

type Environment = Readonly<Record<string, string>>;

/** Starts a server of the machine; resolves once its log holds the pattern, rejects with the log when it ends without. */
async function startServer(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Environment,
  isReady: RegExp,
): Promise<Running> {
  const server = startProgram(program, args, { cwd, env });
  await Promise.any([server.says(isReady), server.complains(isReady)]).catch(({ errors: [error] }: AggregateError) => {
    throw error;
  });
  return server;
}

function logOf(server: Running): string {
  const { stdout, stderr } = server.output();
  return stderr + stdout;
}

/** TLS on one side, the plain service on the other. */
interface TlsService {
  /** Where it listens, on a port that the system chooses. */
  readonly host: '127.0.0.1' | '::1';
  readonly certificate: Certificate;
  /** The port of 127.0.0.1 where the plain service is. */
  readonly port: number;
}

/** Starts one stunnel for all of them; returns the port of each. */
export async function startStunnel<Name extends string>(
  folder: string,
  services: Readonly<Record<Name, TlsService>>,
): Promise<Readonly<Record<Name, number>>> {
  const settings = join(folder, `${Object.keys(services).join('-')}.conf`);
  const sections = Object.entries<TlsService>(services).map(([name, { host, certificate, port }]) => [
    `[${name}]`,
    `accept = ${host}:0`,
    `connect = 127.0.0.1:${port}`,
    `cert = ${certificate.certificate}`,
    `key = ${certificate.key}`,
  ]);
  const common = ['foreground = yes', 'pid =', 'syslog = no', 'debug = info'];
  await writeFile(settings, `${[...common, ...sections.flat()].join('\n')}\n`);
  const server = await startServer(['stunnel', settings], folder, {}, /Accepting new connections/);
  const bound = [...logOf(server).matchAll(/Service \[([^\]]+)\].* bound to \S+:(\d+)/g)];
  return Object.fromEntries(bound.map(([, name, port]) => [name, Number(port)])) as Record<Name, number>;
}

export interface Tinyproxy {
  readonly port: number;
  /** All that it has logged. */
  log(): string;
}

interface TinyproxyOptions {
  /** A folder for its configuration. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  /** The one port that it connects to. */
  readonly connectPort: number;
  readonly env: Environment;
}

const MOST_ATTEMPTS = 3;

/** Uses a port that was free a moment ago, because tinyproxy cannot choose one; retries if it is taken. */
export async function startTinyproxy(options: TinyproxyOptions, attempt = 1): Promise<Tinyproxy> {
  const { folder, user, password, connectPort, env } = options;
  const port = await findClosedPort();
  const settings = join(folder, 'tinyproxy.conf');
  const access = [`BasicAuth ${user} ${password}`, `ConnectPort ${connectPort}`];
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'LogLevel Info', ...access];
  await writeFile(settings, `${lines.join('\n')}\n`);
  try {
    const server = await startServer(['tinyproxy', '-d', '-c', settings], folder, env, /Accepting connections/);
    return { port, log: () => logOf(server) };
  } catch (error) {
    if (attempt === MOST_ATTEMPTS) throw error;
    return startTinyproxy(options, attempt + 1);
  }
}
