import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { generateFleet } from '../../src/sandbox/index.ts';
import { sample } from '../effort.ts';
import { openGate } from './gate.ts';
import { fleet, manage, openWorkspace, pipe } from './harness.ts';
import { listen, reserveClosedPort, serve } from './serve.ts';

const document = { pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }) } };

const answering = (status: number, body: string, type = 'application/json') =>
  serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));

const PAGE = '<!doctype html><html><head><title>Welcome to nginx!</title></head><body>It works</body></html>';

/** The code and a part of the diagnostic of each service. */
const FAILURES: readonly (readonly [title: string, address: () => Promise<string>, code: string, words: string])[] = [
  ['a web server that is not the API', () => answering(200, PAGE, 'text/html'), 'wrong-address', 'Welcome to nginx!'],
  [
    'a 404 page of a web server is not a missing pipe',
    () => answering(404, PAGE, 'text/html'),
    'wrong-address',
    'Welcome to nginx!',
  ],
  ['a closed port', async () => `http://127.0.0.1:${await reserveClosedPort()}`, 'network-error', 'ECONNREFUSED'],
  [
    'https to a port that speaks plain http',
    async () => (await answering(200, '{}')).replace('http:', 'https:'),
    'network-error',
    'TLS',
  ],
  [
    'a service that is not HTTP',
    async () => {
      const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
      return `http://127.0.0.1:${await listen(server)}`;
    },
    'wrong-address',
    'not HTTP',
  ],
  ['truncated JSON', () => answering(200, '{"status":200,"result":{"id":"0b0'), 'invalid-response', 'not JSON'],
  ['JSON that is not a pipe', () => answering(200, '{"status":200,"result":[1,2,3]}'), 'invalid-response', 'GET /v1/'],
  [
    'a plain-text rejection',
    () => answering(401, 'Unauthorized', 'text/plain'),
    'credentials-rejected',
    'Unauthorized',
  ],
  [
    'a service that stays down',
    () => answering(500, '{"error":"INTERNAL: on fire"}'),
    'server-error',
    'INTERNAL: on fire',
  ],
  ['a service that does not answer in time', () => serve(() => {}), 'network-error', '--timeout'],
  [
    'a service that stops in the middle of a response',
    () => serve((_, response) => void response.writeHead(200).write('{"status":200,')),
    'network-error',
    '--timeout',
  ],
  [
    'an endless response',
    () =>
      serve((_, response) => {
        const flood = 'x'.repeat(1024 * 1024);
        const pour = (): void => {
          while (!response.destroyed && response.write(flood));
        };
        response.on('drain', pour).on('error', () => {});
        response.writeHead(200);
        pour();
      }),
    'invalid-response',
    'too large',
  ],
  ['plain http to another machine', async () => 'http://pipes.example.com', 'insecure-address', 'https'],
];

describe.concurrent('service errors give a clear message, exit code 1, no stack trace, and write nothing', () => {
  test.each(sample(FAILURES, 5))('%s', async (_, address, found, words) => {
    const { run, takeRequests } = await openWorkspace({ document, address });
    const { code, stdout, stderr } = await run(words === '--timeout' ? 'plan --timeout 100ms' : 'plan');
    const text = stdout + stderr;
    expect(code).toBe(1);
    expect(text).toContain(`[${found}]`);
    expect(text).toContain(words);
    expect(text).not.toMatch(/^\s+at .*[:(]\d+/m);
    expect(text).not.toContain('[internal]');
    expect(takeRequests()).toEqual({});
  });
});

describe.concurrent('one cause is one error', () => {
  const pipes = Object.fromEntries(
    fleet.pipes.map(({ name }) => [name.replace('-prod', ''), pipe(fleet, name, { settings: { db_max_threads: 16 } })]),
  );
  const total = Object.keys(pipes).length;

  test.each<[string, Parameters<typeof openWorkspace>[0], Readonly<Record<string, string>>, RegExp]>([
    [
      'a host that is down',
      { document: { pipes }, address: async () => `http://127.0.0.1:${await reserveClosedPort()}` },
      {},
      /^error\[network-error\]: Cannot reach http:\/\/127\.0\.0\.1:\d+: connection refused\./m,
    ],
    [
      'a wrong organization',
      {
        document: {
          pipes,
          api: { url: '${PIPEFORM_API_URL}', organization: '11111111-2222-4333-8444-555555555555' },
        },
      },
      {},
      /^error\[pipe-not-found\]: NOT_FOUND: the organization does not exist \(http:\S+ returned 404\)\./m,
    ],
    [
      'rejected credentials',
      { document: { pipes } },
      { PIPEFORM_KEY_SECRET: 'wrong' },
      /^error\[credentials-rejected\]: UNAUTHORIZED: the key id or the key secret is wrong \(credentials of PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET rejected; http:\S+ returned 401\)\./m,
    ],
  ])('%s', async (_, workspace, environment, words) => {
    const { run } = await openWorkspace(workspace);
    // At once, since each waits for the retries.
    const lines = ['plan --format json', 'plan --log-level debug', 'drift', 'apply --auto-approve'];
    const [json, debug, ...plain] = await Promise.all(lines.map((line) => run(line, environment)));
    for (const { code, stdout } of plain) {
      expect(code).toBe(1);
      expect(stdout).toMatch(new RegExp(`${words.source} 0 of ${total} pipes read\\.$`, 'm'));
      expect(stdout.match(/error\[/g)).toHaveLength(1);
    }
    const document = JSON.parse(json?.stdout ?? '');
    expect(document.pipes.flatMap((one: { diagnostics: unknown[] }) => one.diagnostics)).toHaveLength(total);
    expect(debug?.stdout.match(/could not be read {2}/g)).toHaveLength(total);
  });
});

describe.concurrent('the same answer again and again stops the run', () => {
  const generated = generateFleet(60, 1);
  const wanted = manage(generated, 'changeable', { settings: { db_max_threads: 63 } });
  const total = Object.keys(wanted.pipes ?? {}).length;

  // Which answers stop the reads is in test/api/circuit-breaker.test.ts.
  test('every read gets a 404: the organization, the service or the key is wrong', async () => {
    let reads = 0;
    const address = () =>
      serve((_, response) => {
        reads += 1;
        response.writeHead(404).end('{"status":404,"error":"NO: not here"}');
      });
    const { run } = await openWorkspace({ fleet: generated, document: wanted, address });
    const { code, stdout } = await run('drift --parallelism 8');
    expect([code, reads <= 8 + 7]).toEqual([1, true]);
    expect(stdout).toContain(`0 of ${total} pipes read`);
    expect(stdout).toContain('Every pipe so far got a 404: the organization, the service or the key is wrong.');
  });

  test.each([
    [401, 3, 'failures: status 401, NO: never', 8],
    // A read that succeeds is between two writes.
    [401, 5, 'refusals (401)', 1],
    [403, 5, 'refusals (403)', 8],
    [400, 10, 'refusals (400)', 8],
  ])('every write gets a %i: after %i of them, the rest is skipped', async (status, most, what, parallelism) => {
    const { run, writes } = await openWorkspace({
      fleet: generated,
      document: wanted,
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) =>
          method === 'PUT' ? { status, body: JSON.stringify({ error: 'NO: never' }) } : pass(),
        ),
    });
    const { code, stdout } = await run(`apply --auto-approve --parallelism ${parallelism}`);
    expect([code, writes()]).toEqual([1, []]);
    expect(stdout).toContain(`pipes were not updated: stopped after ${most} consecutive ${what}.`);
    const failed = Number(/(\d+) failed/.exec(stdout)?.[1]);
    expect(failed >= most && failed < most + 8).toBe(true);
  });
});

test.concurrent('does not follow a redirect: credentials never go to another host', async () => {
  const visitors: (string | undefined)[] = [];
  const elsewhere = await serve((request, response) => {
    visitors.push(request.headers.authorization);
    response.end('{}');
  });
  const { run } = await openWorkspace({
    document,
    address: () =>
      serve((request, response) => response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()),
  });
  for (const line of ['plan', 'apply --auto-approve']) {
    const { code, stdout } = await run(line);
    expect(code).toBe(1);
    expect(stdout).toContain('[wrong-address]');
    expect(stdout).toContain(`a redirect to ${elsewhere}, which is not followed`);
  }
  expect(visitors).toEqual([]);
});

test.concurrent('a write to a service that stalls is unknown, neither failed nor applied', async () => {
  const { run, live } = await openWorkspace({
    document,
    address: async ({ url }) =>
      serve(async (request, response) => {
        if (request.method === 'PUT') return;
        const { authorization = '' } = request.headers;
        const answer = await fetch(url + request.url, { headers: { authorization } });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      }),
  });
  const { code, stdout } = await run('apply --auto-approve --timeout 200ms --wait-timeout 200ms');
  expect(code).toBe(3);
  expect(stdout).toContain('[write-unknown]');
  expect(live('orders-prod').settings.db_max_threads).toBe(4);
});
