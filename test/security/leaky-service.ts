import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLatch } from '../e2e/gate.ts';
import { serve } from '../e2e/serve.ts';

export const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
export const SERVICE = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
export const SOURCE_ID = '65f4000000000000000000a1';
export const ALERT_ID = '65f4000000000000000000b2';

/** The pipes of the fleet, each of which leaks a secret in its own way. */
export const PIPES = ['orders', 'names', 'settings', 'refusal', 'page', 'redirect', 'stranger'] as const;

export function pipeIdOf(name: (typeof PIPES)[number]): string {
  return `0b0c3a9e-2a64-4a4f-8a11-${String(PIPES.indexOf(name)).padStart(12, '0')}`;
}

interface LeakyService {
  readonly url: string;
  /** The received headers, to check that the credentials were sent. */
  readonly seen: Set<string>;
  /** Holds the next write: resolves `reached` when it arrives, and responds after `let`. */
  hold(): { readonly reached: Promise<void>; let(): void };
}

/** Which service knows which secrets: both APIs know both credentials, and publish targets only their own. */
export interface KnownSecrets {
  readonly credentials: readonly Canary[];
  readonly github: readonly Canary[];
  readonly webhook: readonly Canary[];
}

/** Serves every API that Pipeform uses, and echoes the secrets wherever a response can contain text. */
export async function startLeakyService(
  { credentials, github, webhook }: KnownSecrets,
  inside: (place: string) => string,
) {
  const seen = new Set<string>();
  const echoAll = (canaries: readonly Canary[]) => canaries.flatMap(({ value }) => echoesOf(value)).join(' ');
  const echo = echoAll(credentials);
  const [settings, scaling] = [{ db_max_threads: 4 }, { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 }];
  let held: { reached: ReturnType<typeof createLatch>; free: ReturnType<typeof createLatch> } | null = null;

  const good = () => ({
    id: pipeIdOf('orders'),
    serviceId: SERVICE,
    name: 'orders',
    state: 'Running',
    settings,
    scaling,
    ...secretPlaces(inside),
  });
  const pipes: Readonly<Record<string, (response: ServerResponse) => void>> = {
    orders: (response) => send(response, 200, { status: 200, requestId: echo, result: good() }),
    names: (response) =>
      send(response, 200, { result: { ...good(), id: pipeIdOf('names'), name: echo, state: echo, updatedAt: echo } }),
    settings: (response) =>
      send(response, 200, {
        result: { ...good(), id: pipeIdOf('settings'), settings: { ...settings, note: [{ echo }], [echo]: 1 } },
      }),
    refusal: (response) => send(response, 400, { error: `${'x'.repeat(280)} ${echo}`, result: good() }),
    page: (response) =>
      void response
        .writeHead(404)
        .end(`<html><title>${'x'.repeat(190)}${credentials[0]?.value} ${echo}</title></html>`),
    redirect: (response) =>
      void response
        .writeHead(302, { location: `https://${credentials[1]?.value}.example.com/?${credentials[0]?.value}` })
        .end(),
    stranger: (response) => send(response, 200, { result: { ...good(), id: echo, serviceId: echo } }),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const value of Object.values(request.headers)) seen.add(String(value));
    const body = await text(request);
    const own = request.url?.startsWith('/hook/') ? webhook : request.url?.startsWith('/api/v3') ? github : credentials;
    response.setHeader('x-request-id', Buffer.from(own[0]?.value ?? '').toString('latin1'));
    const path = request.url ?? '';
    if (path.startsWith('/api/v2/charts')) return send(response, 200, { data: rowsOf(body, echo) });
    if (path.startsWith('/api/v2/alerts')) return send(response, 200, { data: alertOf(echo) });
    if (!path.startsWith('/v1/')) {
      return send(response, 422, { message: echoAll(own), errors: [echoAll(own)], [echoAll(own)]: 1 });
    }
    if (request.method !== 'GET') {
      held?.reached.open();
      await held?.free.passed;
      Object.assign(path.endsWith('/settings') ? settings : scaling, JSON.parse(body));
      return send(response, 200, { requestId: echo, result: path.endsWith('/settings') ? settings : good() });
    }
    const name = PIPES.find((candidate) => path.endsWith(pipeIdOf(candidate))) ?? 'refusal';
    return pipes[name]?.(response);
  };
  const url = await serve((request, response) => void answer(request, response));
  return {
    url,
    seen,
    hold() {
      const latches = { reached: createLatch(), free: createLatch() };
      held = latches;
      return {
        reached: latches.reached.passed,
        let: () => {
          held = null;
          latches.free.open();
        },
      };
    },
  } satisfies LeakyService;
}

/** Every field of a source and destination in the contract (pipes API, part 2), each with a canary. */
function secretPlaces(inside: (place: string) => string): object {
  const fill = (section: string, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, inside(`${section}.${key}`)]));
  return {
    source: {
      kafka: {
        ...fill('kafka', ['brokers', 'topics', 'consumerGroup', 'iamRole', 'caCertificate', 'authentication']),
        schemaRegistry: fill('schemaRegistry', ['url', 'authentication', 'caCertificate']),
        reversePrivateEndpointIds: [inside('reversePrivateEndpointIds')],
      },
      objectStorage: fill('objectStorage', ['url', 'queueUrl', 'connectionString', 'path', 'azureContainerName']),
      kinesis: fill('kinesis', ['streamName', 'region', 'iamRole']),
      postgres: {
        ...fill('postgres', ['host', 'database', 'password']),
        settings: fill('postgres', ['publicationName']),
      },
    },
    destination: {
      ...fill('destination', ['database', 'table']),
      columns: [{ name: inside('column'), type: inside('type') }],
    },
    fieldMappings: [{ sourceField: inside('sourceField'), destinationField: inside('destinationField') }],
  };
}

function rowsOf(body: string, echo: string): object[] {
  const { startTime } = JSON.parse(body) as { startTime: number };
  return [{ ts_bucket: startTime, group: [echo], 'series_0.data': 1, [echo]: echo }];
}

function alertOf(echo: string): object {
  const texts = ['name', 'message', 'interval', 'thresholdType', 'source', 'dashboard', 'tileId', 'note', 'createdAt'];
  return {
    ...Object.fromEntries(texts.map((key) => [key, echo])),
    ...{ id: ALERT_ID, state: echo, updatedAt: echo, channel: { type: echo, webhookId: echo }, silenced: { by: echo } },
    executionErrors: [{ message: echo }, { [echo]: 1 }, echo],
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The forms in which a service may echo a secret. */
export function echoesOf(secret: string): readonly string[] {
  const bytes = (before: string) => Buffer.from(`${before}${secret}`);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    ...['', ':', 'id', 'key-1:'].map((before) => bytes(before).toString('base64')),
    bytes('x').toString('base64url'),
  ];
}

/** A unique secret. Both of its ends are searched for, so that half of it is found too. */
export interface Canary {
  readonly place: string;
  readonly value: string;
}

const END_LENGTH = 12;

export function plantCanary(place: string, middle = ''): Canary {
  const [start, end] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')];
  return { place, value: `${start}${middle}${end}` };
}

/** The texts that reveal a canary: both ends, plain and in base64 at any offset. */
function tracesOf({ value }: Canary): readonly string[] {
  const ends = [value.slice(0, END_LENGTH), value.slice(-END_LENGTH)];
  return ends.flatMap((end) => [end, ...[0, 1, 2].map((before) => base64Core(end, before))]);
}

/** The characters of the base64 of a text that do not depend on the text around it. */
function base64Core(text: string, before: number): string {
  const padded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    .toString('base64')
    .replace(/=+$/, '');
  return padded.slice([0, 2, 3][before], -2);
}

/** The places of the canaries that a text reveals. */
export function findCanaries(text: string, canaries: readonly Canary[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries
    .filter((canary) => tracesOf(canary).some((trace, index) => (index % 4 === 0 ? lower : text).includes(trace)))
    .map(({ place }) => place);
}

/** Every file below a folder, by its path in it. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}
