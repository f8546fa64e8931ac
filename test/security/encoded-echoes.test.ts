import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { describeCrash } from '../../src/engine/describe-crash.ts';
import { runLine } from '../cli/fake-context.ts';
import { makeFolder } from '../e2e/folder.ts';
import { runHere } from '../e2e/process.ts';
import { sample, WHOLE } from '../effort.ts';
import { type Answer, serveInProcess } from '../publish/local-server.ts';
import { ENCODINGS, findParts } from './encodings.ts';
import { ALERT_ID, ORGANIZATION, pipeIdOf, readFiles, SERVICE, SOURCE_ID } from './leaky-service.ts';

const SECRET = `4b1dQ7/pXz+Rk3v=Lm8'tY2&cW9nB5hJ0sD6f`;

/** Where a service may put text that a command shows or writes. */
interface Place {
  readonly line: string;
  /** The service has all others as usual. */
  readonly when: RegExp;
  answer(sent: string): Answer;
  /** The secret must not appear, but nothing else of its place does. */
  readonly isDropped?: boolean;
}

const READ = /^GET \/v1\/.*pipes\/[^/]+$/;
const LIST = /^GET \/v1\/.*pipes$/;
const SETTINGS = /^(?:PUT|PATCH) .*settings$/;
const SERIES = /^POST \/api\/v2\/charts/;
const ALERT = /^GET \/api\/v2\/alerts/;
const GITHUB = /^[A-Z]+ \/api\/v3/;
const HOOK = /^POST \/hook/;

const ok = (body: object): Answer => ({ status: 200, body });
const live = (changes: object): Answer => ok({ status: 200, requestId: 'r-1', result: { ...livePipe(), ...changes } });
const alert = (changes: object): Answer => ok({ data: { ...liveAlert(), ...changes } });
const published = 'publish drift.json --to github-pr --number 7';

/** One place for each way that a text takes; `secrets.test.ts` has every field of a response, and every command. */
const PLACES: Readonly<Record<string, Place>> = {
  'an error': {
    line: 'plan',
    when: READ,
    answer: (sent) => ({ status: 400, body: { error: `bad ${sent} x` } }),
  },
  'a key of an error': {
    line: 'drift --format github',
    when: READ,
    answer: (sent) => ({ status: 400, body: { [sent]: 1 } }),
  },
  'a body that is no JSON': {
    line: 'plan --log-level debug',
    when: READ,
    answer: (sent) => ({ status: 403, body: `{"error":"the key ${sent} broke off` }),
  },
  'a page with status 200': {
    line: 'drift',
    when: READ,
    answer: (sent) => ({ status: 200, body: `<html><title>${sent}</title></html>` }),
  },
  'the request id of a body': {
    line: 'drift --format json --log-level debug',
    when: READ,
    answer: (sent) => ({ status: 400, body: { error: 'no', requestId: sent } }),
  },
  'a live name': {
    line: 'plan --format html',
    when: READ,
    answer: (sent) => live({ name: `orders ${sent}` }),
  },
  'an item of a list': {
    line: 'plan -c listing.yaml --format json',
    when: LIST,
    answer: (sent) =>
      ok({
        result: [
          { ...livePipe(), name: sent },
          { ...livePipe(), id: sent, name: sent },
        ],
      }),
  },
  'an error of a server at a write': {
    line: 'apply --auto-approve --no-wait --wait-timeout 1ms --out run.json',
    when: SETTINGS,
    answer: (sent) => ({ status: 500, body: sent }),
  },
  'the response to a write': {
    line: 'apply --auto-approve --no-wait --log-level debug',
    when: SETTINGS,
    answer: (sent) => ok({ requestId: sent, result: { db_max_threads: 8, [sent]: sent } }),
    isDropped: true,
  },
  'an error of a query': {
    line: 'series lag --format csv --log-level debug',
    when: SERIES,
    answer: (sent) => ({ status: 400, body: { message: sent } }),
  },
  'the state of an alert': { line: 'check', when: ALERT, answer: (sent) => alert({ state: sent, updatedAt: sent }) },
  'an error of GitHub': {
    line: `${published} --log-level debug`,
    when: GITHUB,
    answer: (sent) => ({ status: 422, body: { message: sent } }),
  },
  'an error of a webhook': {
    line: 'publish drift.json --to webhook',
    when: HOOK,
    answer: (sent) => ({ status: 400, body: `no ${sent}` }),
  },
};

describe.concurrent.each(
  sample(
    Object.values(PLACES).map((place, index) => [Object.keys(PLACES)[index], place, index] as const),
    6,
  ),
)('%s', (_, place, index) => {
  test('shows no secret, whatever the encoding', { timeout: 60_000 }, async () => {
    const project = await openProject();
    // The places share the encodings outside of CI. In CI each gets all; but apply, which waits for the disk, a part of them.
    const encodings = Object.entries(ENCODINGS);
    const share = WHOLE ? (place.line.startsWith('apply') ? 8 : 1) : encodings.length;
    for (const [name, encode] of encodings.filter((_entry, at) => at % share === index % share)) {
      const sent = encode(SECRET);
      const written = await project.run(place, sent);
      expect([name, ...findParts(written, sent)]).toEqual([name]);
      if (!place.isDropped) expect([name, written.includes('[secret]')]).toEqual([name, true]);
    }
    expect(await project.takeFiles()).toEqual([]);
  });
});

test.each(Object.entries(ENCODINGS))('the report of a bug shows no secret as %s', (_, encode) => {
  const sent = encode(SECRET);
  const report = describeCrash(new Error(`no ${sent}`), { MY_DATABASE_PASSWORD: SECRET }, true);
  expect(report).toContain('[secret]');
  expect(findParts(report, sent)).toEqual([]);
});

function livePipe() {
  return {
    ...{ id: pipeIdOf('orders'), serviceId: SERVICE, name: 'orders', state: 'Running', source: { kafka: {} } },
    ...{ settings: { db_max_threads: 4 }, scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } },
  };
}

function liveAlert() {
  return { id: ALERT_ID, name: 'lag', state: 'OK', updatedAt: '2026-01-01T00:00:00Z', executionErrors: [] };
}

/** What the service answers at all other places. */
function answerAsUsual(request: string): Answer {
  if (LIST.test(request)) return ok({ result: [livePipe()] });
  if (READ.test(request)) return live({});
  if (SETTINGS.test(request)) return ok({ result: { db_max_threads: 8 } });
  if (SERIES.test(request)) return ok({ data: [] });
  if (ALERT.test(request)) return alert({});
  if (request === 'GET /api/v3/user') return ok({ login: 'octocat' });
  return GITHUB.test(request) ? { status: 200, body: [] } : ok({});
}

/** A project whose services answer one place of a line with what is sent, and a file of a drift report. */
async function openProject() {
  let place: Place | null = null;
  let sent = '';
  const { url } = serveInProcess(({ method, url: { pathname } }) => {
    const called = `${method} ${pathname}`;
    return place?.when.test(called) ? place.answer(sent) : answerAsUsual(called);
  });
  const folder = await makeFolder();
  const check = {
    series: { sourceId: SOURCE_ID, aggFn: 'max', where: '' },
    ...{ window: '15m', granularity: '1m', reduce: 'max', pass: '< 10' },
  };
  const document = {
    version: 1,
    api: { url, organization: ORGANIZATION },
    observability: { url },
    services: { analytics: SERVICE },
    pipes: {
      orders: { service: 'analytics', id: pipeIdOf('orders'), source: 'kafka', settings: { db_max_threads: 8 } },
    },
    checks: { lag: check, alert: { alert: ALERT_ID, state: 'OK' } },
  };
  await writeFile(join(folder, 'pipeform.yaml'), stringify(document));
  await writeFile(join(folder, 'listing.yaml'), stringify({ ...document, api: { ...document.api, listing: true } }));
  const environment = {
    ...{ PIPEFORM_KEY_ID: 'key-1', PIPEFORM_KEY_SECRET: SECRET, PIPEFORM_ACCESS_TOKEN: SECRET, GITHUB_TOKEN: SECRET },
    ...{ PIPEFORM_WEBHOOK_URL: `${url}/hook`, PIPEFORM_WEBHOOK_SECRET: SECRET },
    ...{ GITHUB_API_URL: `${url}/api/v3`, GITHUB_REPOSITORY: 'acme/fleet' },
  };
  // Retries of reads take no time; a run that is not confirmed ends by the clock.
  const runIn = (line: string) => {
    const words = line.split(' ');
    return words[0] === 'apply'
      ? runHere(words, { cwd: folder, env: environment })
      : runLine(words, { cwd: folder, environment });
  };
  await runIn('drift --out drift.json');
  const inputs = await readFiles(folder);
  const takeFiles = async (): Promise<readonly string[]> => {
    const files = [...(await readFiles(folder))].filter(([path, content]) => inputs.get(path) !== content);
    await Promise.all(
      ['.pipeform', 'run.json'].map((path) => rm(join(folder, path), { recursive: true, force: true })),
    );
    return files.map(([, content]) => content);
  };
  return {
    /** All that the line prints and writes; only apply may write. */
    async run(at: Place, echoed: string): Promise<string> {
      [place, sent] = [at, echoed];
      const { stdout, stderr } = await runIn(at.line);
      place = null;
      expect(stdout + stderr).not.toBe('');
      const files = at.line.startsWith('apply') ? await takeFiles() : [];
      return [stdout, stderr, ...files].join('\n');
    },
    takeFiles,
  };
}
