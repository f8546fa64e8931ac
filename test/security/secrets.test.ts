import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { makeFolder } from '../e2e/folder.ts';
import { createLatch, type Latch } from '../e2e/gate.ts';
import { type Ended, runHere, startCommand } from '../e2e/process.ts';
import { serve } from '../e2e/serve.ts';
import { inCi } from '../effort.ts';
import { ENCODINGS } from '../model/encodings.ts';

const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
const SERVICE = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
const SOURCE_ID = '65f4000000000000000000a1';
const ALERT_ID = '65f4000000000000000000b2';

/** The pipes of the fleet, each of which leaks a secret in its own way. */
const PIPES = ['orders', 'names', 'settings', 'refusal', 'page', 'redirect', 'stranger'] as const;

function pipeIdOf(name: (typeof PIPES)[number]): string {
  return `0b0c3a9e-2a64-4a4f-8a11-${String(PIPES.indexOf(name)).padStart(12, '0')}`;
}

interface LeakyService {
  readonly url: string;
  /** The received headers, to check that the credentials were sent. */
  readonly seen: Set<string>;
  /** Holds the next write: opens `reached` when it arrives, and responds once `free` is open. */
  hold(): { readonly reached: Latch; readonly free: Latch };
}

/** Which service knows which secrets: both APIs know both credentials, and publish targets only their own. */
interface KnownSecrets {
  readonly credentials: readonly Canary[];
  readonly github: readonly Canary[];
  readonly webhook: readonly Canary[];
}

/** Serves every API that Pipeform uses, and echoes the secrets wherever a response can contain text. */
async function startLeakyService({ credentials, github, webhook }: KnownSecrets, inside: (place: string) => string) {
  const seen = new Set<string>();
  const echoAll = (canaries: readonly Canary[]) => canaries.flatMap(({ value }) => echoesOf(value)).join(' ');
  const echo = echoAll(credentials);
  const [settings, scaling] = [{ db_max_threads: 4 }, { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 }];
  let held: ReturnType<LeakyService['hold']> | null = null;

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
      if (path.includes(pipeIdOf('names'))) return send(response, 500, { [echo]: echo });
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
      held = { reached: createLatch(), free: createLatch() };
      return held;
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
function echoesOf(secret: string): readonly string[] {
  const bytes = (before: string) => Buffer.from(`${before}${secret}`);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    ENCODINGS['HTML with decimal numbers'](secret),
    ...['', ':', 'id', 'key-1:'].map((before) => bytes(before).toString('base64')),
    bytes('x').toString('base64url'),
  ];
}

/** A unique secret. Both of its ends are searched for, so that half of it is found too. */
interface Canary {
  readonly place: string;
  readonly value: string;
}

const END_LENGTH = 12;

function plantCanary(place: string, middle = ''): Canary {
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
function findCanaries(text: string, canaries: readonly Canary[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries
    .filter((canary) => tracesOf(canary).some((trace, index) => (index % 4 === 0 ? lower : text).includes(trace)))
    .map(({ place }) => place);
}

/**
 * The command lines for each command. They run in order in one folder, so that one can show what another saved. A new
 * command needs one more line.
 */
const LINES: Readonly<Record<string, readonly string[]>> = {
  init: ['init started --yes'],
  validate: ['validate -c userinfo.yaml'],
  fmt: ['fmt -c userinfo.yaml --check', 'fmt -c pulled.yaml'],
  pull: [
    `pull ${pipeIdOf('names')} ${pipeIdOf('settings')} --service analytics -c pulled.yaml --log-level debug`,
    'pull -c pulled.yaml --log-level debug --format json',
    'pull -c pulled.yaml --accept live',
  ],
  plan: ['plan --log-level debug --out plan.json', 'plan --base nowhere --log-level debug --format json'],
  drift: ['drift --log-level debug --out drift.json --metrics drift.prom --history history.jsonl'],
  show: ['show plan.json --format html', 'show drift.json --format markdown'],
  apply: ['apply --auto-approve --format json --log-level debug --out run.json --history history.jsonl'],
  runs: ['runs show latest'],
  rollback: ['rollback latest --auto-approve --log-level debug'],
  merge: ['merge run.json --format json'],
  publish: [
    'publish drift.json --to webhook --log-level debug',
    'publish drift.json --to webhook --on transition --history history.jsonl --log-level debug',
    'publish plan.json --to github-pr --number 7 --log-level debug',
  ],
  history: ['history history.jsonl --log-level debug', 'history history.jsonl --format html'],
  check: ['check --log-level debug'],
  series: ['series lag --log-level debug --format csv'],
  alert: ['alert alert --log-level debug'],
  recommend: ['recommend --log-level debug', 'recommend --format html'],
  sandbox: [],
  schema: ['schema'],
  completion: [
    'completion bash',
    'completion bash -- plan --target or',
    'completion fish -- -c userinfo.yaml check la',
  ],
  help: ['help plan'],
  explain: ['explain db_max_threads'],
  doctor: ['doctor', 'doctor --format json --log-level debug'],
};

/** Run again with the credentials in files. */
const MOUNTED_LINES = [
  'plan --log-level debug',
  'drift --format json --log-level debug',
  'apply --auto-approve --log-level debug',
  'check --log-level debug',
];
const MOUNTED = {
  ...{ PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '', PIPEFORM_ACCESS_TOKEN: '' },
  ...{ PIPEFORM_KEY_ID_FILE: 'key-id', PIPEFORM_KEY_SECRET_FILE: 'key-secret', PIPEFORM_ACCESS_TOKEN_FILE: 'token' },
};

const KEY_SECRET = plantCanary('key secret', '/+ "&<ü%');
const TOKEN = plantCanary('access token', '/+==&%');
const ELSEWHERE = ['GITHUB_TOKEN', 'PIPEFORM_WEBHOOK_SECRET', 'AWS_SECRET_ACCESS_KEY', 'DATABASE_PASSWORD'].map(
  (name) => plantCanary(name),
);
const USERINFO = ['HTTPS_PROXY', 'ALL_PROXY', 'git remote', 'api.url', 'observability.url'].map((place) =>
  plantCanary(place),
);
const HOOK = plantCanary('PIPEFORM_WEBHOOK_URL');

const userinfo = (place: string) => `robot:${USERINFO.find((canary) => canary.place === place)?.value}@`;

inCi('no command writes a secret anywhere, regardless of what the service echoes', { timeout: 120_000 }, async () => {
  const inside: Canary[] = [];
  const service = await startLeakyService(
    { credentials: [KEY_SECRET, TOKEN], github: ELSEWHERE.slice(0, 1), webhook: [HOOK, ...ELSEWHERE.slice(1, 2)] },
    (place) => {
      const known = inside.find((canary) => canary.place === place);
      const canary = known ?? plantCanary(place);
      if (known === undefined) inside.push(canary);
      return canary.value;
    },
  );
  const folder = await openFolder(service.url);
  const env = {
    ...{ PIPEFORM_KEY_ID: 'key-1', PIPEFORM_KEY_SECRET: KEY_SECRET.value, PIPEFORM_ACCESS_TOKEN: TOKEN.value },
    ...Object.fromEntries(ELSEWHERE.map(({ place, value }) => [place, value])),
    HTTPS_PROXY: `http://${userinfo('HTTPS_PROXY')}127.0.0.1:9`,
    ALL_PROXY: `http://${userinfo('ALL_PROXY')}127.0.0.1:9`,
    PIPEFORM_WEBHOOK_URL: `${service.url}/hook/${HOOK.value}?key=${HOOK.value}`,
    ...{ GITHUB_API_URL: `${service.url}/api/v3`, GITHUB_REPOSITORY: 'acme/fleet' },
  };
  const inputs = await readFiles(folder);
  const written: { readonly what: string; readonly text: string }[] = [];
  const keep = (what: string, { stdout, stderr }: Ended) => written.push({ what, text: `${stdout}\n${stderr}` });
  const run = async (line: string, more: Readonly<Record<string, string>> = {}) => {
    const ended = await runHere(line.split(' '), { cwd: folder, env: { ...env, ...more } });
    keep(line, ended);
    return ended;
  };

  for (const line of Object.values(LINES).flat()) await run(line);

  const interrupted = startCommand(['apply', '--auto-approve', '--log-level', 'debug'], { cwd: folder, env });
  const write = service.hold();
  await interrupted.reaches(write.reached.passed);
  interrupted.signal('SIGTERM');
  write.free.open();
  const ended = await interrupted.ended;
  expect(ended).toMatchObject({ code: 143, stdout: expect.stringContaining('orders') });
  keep('apply, interrupted', ended);

  for (const line of MOUNTED_LINES) expect((await run(line, MOUNTED)).stdout).toContain('[secret]');

  const sandbox = startCommand(
    [
      'sandbox',
      '--port',
      '0',
      '--key-secret',
      KEY_SECRET.value,
      '--access-token',
      TOKEN.value,
      '--state',
      'state.json',
    ],
    { cwd: folder, env },
  );
  await sandbox.says(/Stop with Ctrl-C/);
  sandbox.signal('SIGTERM');
  keep('sandbox', await sandbox.ended);

  const files = [...(await readFiles(folder))].filter(
    ([path, text]) => !path.startsWith('.git/') && inputs.get(path) !== text,
  );
  for (const [path, text] of files) written.push({ what: path, text });
  expect(files.map(([path]) => path)).toEqual(
    expect.arrayContaining(['plan.json', 'drift.json', 'drift.prom', 'run.json']),
  );

  const canaries = [KEY_SECRET, TOKEN, ...ELSEWHERE, ...USERINFO, HOOK, ...inside];
  const leaks = written.flatMap(({ what, text }) => findCanaries(text, canaries).map((place) => `${what}: ${place}`));
  expect(leaks).toEqual([]);

  // The secrets were sent, and the responses were read.
  expect(service.seen).toContain(`Basic ${Buffer.from(`key-1:${KEY_SECRET.value}`).toString('base64')}`);
  expect(service.seen).toContain(`Bearer ${TOKEN.value}`);
  const all = written.map(({ text }) => text).join('\n');
  for (const name of PIPES) expect(all).toContain(name);
  expect(all.split('[secret]').length).toBeGreaterThan(20);
});

test('plan and check show no credentials that both services echo', async () => {
  const { url } = await startLeakyService({ credentials: [KEY_SECRET, TOKEN], github: [], webhook: [] }, () => 'x');
  const cwd = await openFolder(url);
  for (const line of ['plan --log-level debug', 'check --log-level debug']) {
    const { stdout, stderr } = await runHere(line.split(' '), { cwd, env: MOUNTED });
    expect(stdout).toContain('[secret]');
    expect(findCanaries(stdout + stderr, [KEY_SECRET, TOKEN])).toEqual([]);
  }
});

test('every command is covered', () => {
  expect(Object.keys(LINES).sort()).toEqual(PROGRAM.commands.map(({ name }) => name).sort());
});

test('finds a canary in every form, and half of one', () => {
  for (const text of [...echoesOf(KEY_SECRET.value), KEY_SECRET.value.slice(0, 14), KEY_SECRET.value.toUpperCase()]) {
    expect(findCanaries(`before${text}after`, [KEY_SECRET, TOKEN])).toEqual(['key secret']);
  }
});

/** Every file below a folder, by its path in it. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}

async function openFolder(url: string): Promise<string> {
  const folder = await makeFolder();
  const document = {
    version: 1,
    api: { url, organization: ORGANIZATION },
    observability: { url },
    services: { analytics: SERVICE },
    pipes: Object.fromEntries(
      PIPES.map((name) => [
        name,
        { service: 'analytics', id: pipeIdOf(name), source: 'kafka', settings: { db_max_threads: 8 } },
      ]),
    ),
    checks: {
      lag: {
        series: { sourceId: SOURCE_ID, aggFn: 'max', where: '' },
        window: '15m',
        granularity: '1m',
        reduce: 'max',
        pass: '< 10',
      },
      alert: { alert: ALERT_ID, state: 'OK' },
    },
    sizing: { series: { cpu: { sourceId: SOURCE_ID, aggFn: 'sum', where: '', groupBy: ['pipe'] } } },
  };
  const exposed = {
    ...document,
    api: { url: `https://${userinfo('api.url')}pipes.example.com`, organization: ORGANIZATION },
    observability: { url: `https://${userinfo('observability.url')}it's@series.example.com` },
  };
  await writeFile(join(folder, 'pipeform.yaml'), stringify(document));
  await writeFile(join(folder, 'userinfo.yaml'), stringify(exposed));
  await writeFile(join(folder, 'pulled.yaml'), stringify({ ...document, pipes: { orders: document.pipes.orders } }));
  await writeFile(join(folder, 'key-id'), 'key-1');
  await writeFile(join(folder, 'key-secret'), `${KEY_SECRET.value}\n`);
  await writeFile(join(folder, 'token'), `${TOKEN.value}\r\n`);
  await mkdir(join(folder, '.git'), { recursive: true });
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '--quiet', '--allow-empty', '-m', 'nothing');
  git('remote', 'add', 'origin', `https://${userinfo('git remote')}git.example.com/fleet.git`);
  return folder;
}
