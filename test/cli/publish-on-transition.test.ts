import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPublishedHistory, publishOnTransition } from '../../src/cli/steps/publish-on-transition.ts';
import { createDriftEntry } from '../../src/history/create-entry.ts';
import { appendHistory } from '../../src/history/history-file.ts';
import { parseHistory } from '../../src/history/history-lines.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Drift } from '../../src/model/report.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { type PublishResult, publishTo } from '../../src/publish/index.ts';
import { makeFolder } from '../e2e/folder.ts';
import { reserveClosedPort } from '../e2e/serve.ts';
import { checkProperty, inCi } from '../effort.ts';
import { desiredPipe, driftOf, failure, LONG_AGO, livePipe, NOW, pair } from '../plan/samples.ts';
import { done, type Handling, message, ports, refused, serve } from '../publish/local-server.ts';

/** What a drift report finds for each of two pipes. */
type Found = readonly ('in-sync' | 'threads' | 'replicas' | 'unread')[];

const DESIRED = { settings: { db_max_threads: 8 }, scaling: { replicas: 2 } } as const;

/** After all reports. */
const CLOCK = { now: () => NOW.getTime() + 30 * 86_400_000 };

const WAITING = { clock: MACHINE_CLOCK, signal: new AbortController().signal };

let minutes = 0;

/** A report that is made a minute after the one before, of pipes that somebody has updated since, which is no news. */
function report(found: Found, environment: string | null = null): Drift {
  minutes += 1;
  const createdAt = new Date(NOW.getTime() + minutes * 60_000).toISOString();
  return { ...reportOf(found), environment, createdAt };
}

function reportOf(found: Found): Drift {
  const pairs = found.map((status, index) => {
    const name = `pipe-${index}`;
    if (status === 'unread') return pair(desiredPipe({ name, ...DESIRED }), failure('timeout'));
    const live = livePipe({
      name,
      updatedAt: new Date(Date.parse(LONG_AGO) + minutes * 1000).toISOString(),
      settings: { db_max_threads: status === 'threads' ? 4 : 8 },
      scaling: { replicas: status === 'replicas' ? 3 : 2 },
    });
    return pair(desiredPipe({ name, ...DESIRED }), live);
  });
  return driftOf(pairs);
}

/** What a message says, as its reader would compare it. */
const summarize = (document: JsonObject): string =>
  (document.pipes as readonly JsonObject[])
    .map(({ status, changes }) => `${status} ${(changes as readonly JsonObject[]).map(({ path }) => path)}`)
    .join();

const asDocument = (drift: Drift) => JSON.parse(JSON.stringify(drift)) as JsonObject;

type Outcome = 'answered' | 'lost' | 'gateway error' | 'server error' | 'refused' | 'rejected' | 'rate limited';

const HANDLING: Readonly<Record<Exclude<Outcome, 'refused'>, Handling>> = {
  answered: { status: 204 },
  lost: 'lost',
  'gateway error': { status: 502 },
  'server error': { status: 500 },
  rejected: { status: 400 },
  'rate limited': { status: 429 },
};

/** Whether the receiver has the message, or may have it: then it must not get it again. */
const ARRIVES: Readonly<Record<Outcome, boolean>> = {
  answered: true,
  lost: true,
  'gateway error': true,
  'server error': false,
  refused: false,
  rejected: false,
  'rate limited': false,
};

/** A webhook, and a history file in a folder; `got`: the documents that arrived. */
async function openReceiver() {
  let outcome: Outcome = 'answered';
  const got: JsonObject[] = [];
  const server = await serve(({ body }) => {
    if (ARRIVES[outcome]) got.push(JSON.parse(body) as JsonObject);
    return outcome === 'refused' ? { status: 500 } : HANDLING[outcome];
  });
  const nobody = `http://127.0.0.1:${await reserveClosedPort()}`;
  const path = join(await makeFolder(), 'history.jsonl');
  const publish = (drift: Drift, fate: Outcome = 'answered', id: string | null = null): Promise<PublishResult> => {
    outcome = fate;
    const publishPorts = ports({ PIPEFORM_WEBHOOK_URL: fate === 'refused' ? nobody : server.url });
    const { signal } = publishPorts;
    return publishOnTransition(
      { drift, to: 'webhook', id, file: 'history.jsonl' },
      {
        history: openPublishedHistory(path, { clock: MACHINE_CLOCK, signal, waitMs: 30_000 }),
        ...{ clock: CLOCK, signal },
        publish: () => publishTo({ kind: 'webhook' }, message({ document: asDocument(drift) }), publishPorts),
      },
    );
  };
  return { path, got, publish };
}

interface FlappingRun {
  readonly found: Found;
  readonly outcome: Outcome;
  /** At the same time, with the same report. */
  readonly publishers: number;
}

/** Publishes the reports and compares what arrived with what a reader who knows that all was in sync needs to hear. */
async function expectEachMessageOnce(runs: readonly FlappingRun[]): Promise<void> {
  const { got, publish } = await openReceiver();
  const documents: JsonObject[] = [];
  for (const { found, outcome, publishers } of runs) {
    const drift = report(found);
    documents.push(asDocument(drift));
    await Promise.all(Array.from({ length: publishers }, () => publish(drift, outcome)));
  }
  const arrived = documents.filter((_, index) => ARRIVES[runs[index]?.outcome ?? 'refused']);
  const inSync = summarize(asDocument(report(['in-sync', 'in-sync'])));
  const expected = arrived.filter(
    (one, index) => summarize(one) !== (index === 0 ? inSync : summarize(arrived[index - 1] ?? {})),
  );
  expect(got.map(({ createdAt }) => createdAt)).toEqual(expected.map(({ createdAt }) => createdAt));
}

const anyFound: fc.Arbitrary<Found> = fc.tuple(
  fc.constantFrom('in-sync', 'threads', 'replicas', 'unread'),
  fc.constantFrom('in-sync', 'in-sync', 'threads'),
);

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('answered') },
  { weight: 3, arbitrary: fc.constantFrom('lost', 'gateway error') },
  { weight: 2, arbitrary: fc.constantFrom('refused', 'rejected', 'rate limited', 'server error') },
);

describe('publish --on transition', () => {
  inCi(
    'no message arrives twice and none is missing, whatever is lost, and with publishers at the same time',
    async () => {
      const anyRun = fc.record({ found: anyFound, outcome: anyOutcome, publishers: fc.constantFrom(1, 2) });
      await checkProperty(fc.asyncProperty(fc.array(anyRun, { minLength: 60, maxLength: 60 }), expectEachMessageOnce), {
        numRuns: 5,
        endOnFailure: true,
      });
    },
  );

  test('a lost answer counts as posted, with a warning', async () => {
    const { got, publish, path } = await openReceiver();
    const publication = done(await publish(report(['threads']), 'lost'));
    expect(publication).toMatchObject({
      action: 'unconfirmed',
      diagnostics: [
        { severity: 'warning', code: 'publish-unconfirmed', hint: expect.stringContaining('not posted again') },
      ],
    });
    expect(done(await publish(report(['threads']))).action).toBe('unchanged');
    expect(got).toHaveLength(1);
    expect(parseHistory(await readFile(path, 'utf8')).entries).toMatchObject([
      { command: 'publish', target: 'webhook' },
    ]);
  });

  test.each([
    ['refused', 'network-error'],
    ['server error', 'server-error'],
  ] as const)('%s is a failure, and the next run posts it', async (outcome, code) => {
    const { got, publish } = await openReceiver();
    expect(refused(await publish(report(['threads']), outcome))).toMatchObject([{ code }]);
    expect(done(await publish(report(['threads']))).action).toBe('created');
    expect(got).toHaveLength(1);
  });

  test('environments and ids have messages of their own, and an old report is not posted again', async () => {
    const { got, publish } = await openReceiver();
    const first = report(['threads']);
    const actions = [
      await publish(report(['in-sync'])),
      await publish(first),
      await publish(report(['threads'], 'staging')),
      await publish(report(['threads']), 'answered', 'team-a'),
      await publish(report(['in-sync'])),
      await publish(first),
    ].map((result) => done(result).action);
    expect(actions).toEqual(['none', 'created', 'created', 'created', 'created', 'unchanged']);
    expect(got).toHaveLength(4);
  });

  test('a report that is older than the last published one is not posted', async () => {
    const { got, publish, path } = await openReceiver();
    const reports = [report(['in-sync']), report(['threads']), report(['in-sync'])] as const;
    for (const one of reports) await appendHistory(path, createDriftEntry(one), WAITING);
    const [older, newer, newest] = reports;
    const actions: string[] = [];
    for (const one of [newer, older, newer, newest]) actions.push(done(await publish(one)).action);
    expect(actions).toEqual(['created', 'unchanged', 'unchanged', 'created']);
    expect(got.map(({ createdAt }) => createdAt)).toEqual([newer.createdAt, newest.createdAt]);
  });

  test('a report from a clock that was ahead does not hold back later ones', async () => {
    const { publish, path } = await openReceiver();
    const ahead = { ...report(['in-sync']), createdAt: new Date(CLOCK.now() + 1).toISOString() };
    const first = report(['threads']);
    for (const one of [first, ahead]) await appendHistory(path, createDriftEntry(one), WAITING);
    const actions: string[] = [];
    for (const one of [first, ahead, report(['threads'])]) actions.push(done(await publish(one)).action);
    expect(actions).toEqual(['created', 'created', 'created']);
  });

  test('without a history that can be read, nothing is posted', async () => {
    const { got, publish, path } = await openReceiver();
    await appendFile(path, 'pipes: {}\n');
    expect(refused(await publish(report(['threads'])))).toMatchObject([
      {
        code: 'file-unwritable',
        summary: '--history: history.jsonl cannot be written.',
        detail: 'It is not a history file: no line has the format of `--history`.',
      },
    ]);
    expect(got).toEqual([]);
  });
});
