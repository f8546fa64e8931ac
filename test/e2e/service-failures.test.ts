import { describe, expect, test } from 'vitest';
import { generateFleet } from '../../src/sandbox/index.ts';
import { sample } from '../effort.ts';
import { control } from './control.ts';
import { openGate } from './gate.ts';
import { fleet, manage, openWorkspace, pipe } from './harness.ts';
import { serve } from './serve.ts';

const document = { pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }) } };

const answering = (status: number, body: string) => serve((_, response) => response.writeHead(status).end(body));

const PAGE = '<!doctype html><html><head><title>Welcome to nginx!</title></head><body>It works</body></html>';

/**
 * The code and a part of the diagnostic of each service. What else a service may answer, and what kind of failure it is, is in
 * test/api/pipe-reader.test.ts.
 */
const FAILURES: readonly (readonly [title: string, address: () => Promise<string>, code: string, words: string])[] = [
  ['a web server that is not the API', () => answering(200, PAGE), 'wrong-address', 'Welcome to nginx!'],
  [
    'https to a port that speaks plain http',
    async () => (await answering(200, '{}')).replace('http:', 'https:'),
    'network-error',
    'use http://127.0.0.1:',
  ],
  [
    'a service that stays down',
    () => answering(500, '{"error":"INTERNAL: on fire"}'),
    'server-error',
    'INTERNAL: on fire',
  ],
  ['a service that does not answer in time', () => serve(() => {}), 'network-error', '--timeout'],
  ['plain http to another machine', async () => 'http://pipes.example.com', 'insecure-address', 'https'],
];

describe.concurrent('service errors give a clear message, exit code 1, no stack trace, and write nothing', () => {
  test.each(sample(FAILURES, 2))('%s', async (_, address, found, words) => {
    const { run, takeRequests } = await openWorkspace({ document, address });
    const { code, stdout, stderr } = await run(words === '--timeout' ? 'plan --timeout 100ms' : 'plan');
    const text = stdout + stderr;
    expect(code).toBe(1);
    expect(text).toContain(`[${found}]`);
    expect(text).toContain(words);
    expect(text).not.toMatch(/^\s+at .*[:(]\d+/m);
    expect(takeRequests()).toEqual({});
  });
});

// How a cause is shown in each format is in test/report/causes.test.ts.
test.concurrent('rejected credentials are one error, which names their variables, whatever the command', async () => {
  const settings = { db_max_threads: 16 };
  const pipes = Object.fromEntries(fleet.pipes.map(({ name }) => [name, pipe(fleet, name, { settings })]));
  const { run } = await openWorkspace({ document: { pipes } });
  const words =
    /^error\[credentials-rejected\]: UNAUTHORIZED: the key id or the key secret is wrong \(credentials of PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET rejected; http:\S+ returned 401\)\. 0 of 6 pipes read\.$/m;
  for (const line of ['plan', 'drift', 'apply --auto-approve']) {
    const { code, stdout } = await run(line, { PIPEFORM_KEY_SECRET: 'wrong' });
    expect(code).toBe(1);
    expect(stdout).toMatch(words);
    expect(stdout.match(/error\[/g)).toHaveLength(1);
  }
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

// Which statuses are such a refusal is in test/api/pipe-writer.test.ts.
test.concurrent('a write during another operation is sent again after a read, and each wait of a second is an event', async () => {
  const [settings, scaling] = [{ db_max_threads: 16 }, { replicas: 4 }];
  const both = { pipes: { orders: pipe(fleet, 'orders-prod', { settings, scaling }) } };
  const { run, sandbox, takeRequests } = await openWorkspace({ document: both });
  const fault = { conflict: { for: '1s', headers: { 'retry-after': '1' } } };
  await control(sandbox.url, 'POST', 'faults', { faults: [{ fault }] });
  const { code, stdout } = await run('apply --auto-approve --format json');
  expect(code).toBe(0);
  const waits = stdout.split('\n').filter((line) => line.includes('"type":"pipe_wait"'));
  expect(waits.map((line) => JSON.parse(line))).toMatchObject([
    { pipe: 'orders', status: 409, reason: expect.stringContaining('in progress'), waitMs: 1_000 },
  ]);
  const put = 'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}';
  const sent = ['GET', 'GET', 'PATCH scaling {"replicas":4}', `${put} -> 409`, 'GET', put, 'GET'];
  expect(takeRequests()).toEqual({ 'orders-prod': sent });
});
