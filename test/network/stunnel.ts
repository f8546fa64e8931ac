import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate } from './certificates.ts';
import { startServer } from './server.ts';

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
  const { log } = await startServer(['stunnel', settings], {}, /Accepting new connections/);
  const bound = [...log().matchAll(/Service \[([^\]]+)\].* bound to \S+:(\d+)/g)];
  return Object.fromEntries(bound.map(([, name, port]) => [name, Number(port)])) as Record<Name, number>;
}
