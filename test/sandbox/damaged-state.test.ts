import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createQuickstartFleet, SandboxError, startSandbox } from '../../src/sandbox/index.ts';
import { patch, put } from './harness.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-damage-'));
  const sandbox = await startSandbox({ stateFolder: folder });
  await put(sandbox, 'orders-prod', { db_max_threads: 9 });
  await patch(sandbox, 'orders-prod', { replicas: 6 });
  await sandbox.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const STATE = () => join(folder, 'state.jsonl');

async function startAndFail(): Promise<string> {
  const error = await startSandbox({ stateFolder: folder }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SandboxError);
  const { message } = error as SandboxError;
  expect(message).not.toContain('\n');
  return message.replace(folder, 'FOLDER');
}

const { organization, services, pipes } = createQuickstartFleet();
const [first] = pipes;
const other = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d0ff';

describe.each<[what: string, record: unknown, problem: string]>([
  ['null for a pipe', { organization, services, pipes: [null] }, 'pipes[0]: id must be a uuid.'],
  ['an id that is a number', { organization, services, pipes: [{ ...first, id: 5 }] }, 'pipes[0]: id must be a uuid.'],
  ['a pipe with an id alone', { organization, services, pipes: [{ id: first?.id }] }, 'pipes[0]: name must be a text.'],
  ['only an empty list', { pipes: [] }, 'organization must be a uuid.'],
  ['no list', { organization, services, pipes: {} }, 'pipes must be a list.'],
  ['two pipes with one id', { organization, services, pipes: [...pipes, first] }, 'pipes[6]: has the id of pipes[0].'],
  ['a pipe of an unknown service', { organization, services: { main: other }, pipes }, 'pipes[0]: service'],
])('a fleet with %s', (_what, fleet, problem) => {
  test('is reported, and nothing is changed', async () => {
    const text = `${JSON.stringify({ fleet })}\n`;
    await writeFile(STATE(), text);
    const message = await startAndFail();
    expect(message).toContain('the state folder is damaged at FOLDER/state.jsonl, line 1: ');
    expect(message).toContain(problem);
    expect(await readFile(STATE(), 'utf8')).toBe(text);
    expect(await readdir(folder)).not.toContain('lock');
  });
});

describe.each<[what: string, record: unknown, problem: string]>([
  ['a pipe unknown to the fleet', { pipe: { ...first, id: other } }, `the fleet has no pipe ${other}.`],
  ['an incomplete pipe', { pipe: { id: first?.id } }, 'pipe: name must be a text.'],
  ['null', { pipe: null }, 'pipe: id must be a uuid.'],
  ['neither a pipe nor a reset', {}, 'pipe: id must be a uuid.'],
  ['a list', [], 'not a JSON object.'],
  [
    'an incomplete scaling update',
    { pipe: { ...first, settling: { before: {} } } },
    'pipe: settling.zerosUntil and settling.until must be numbers.',
  ],
])('a line with %s', (_what, record, problem) => {
  test('is reported with its number', async () => {
    await appendFile(STATE(), `{"reset":true}\n${JSON.stringify(record)}\n`);
    const message = await startAndFail();
    expect(message).toMatch(/^the state folder is damaged at FOLDER\/state\.jsonl, line \d: /);
    expect(message).toContain(problem);
  });
});

test('many problems are counted, not listed', async () => {
  await writeFile(
    STATE(),
    `${JSON.stringify({ fleet: { organization, services, pipes: Array(1_000).fill(null) } })}\n`,
  );
  const message = await startAndFail();
  expect(message).toMatch(/And \d+ more\./);
  expect(message.length).toBeLessThan(400);
});

test('a state path that is not a file is reported', async () => {
  await rm(STATE());
  await mkdir(STATE());
  expect(await startAndFail()).toContain('FOLDER/state.jsonl: not a file.');
});

test.skipIf(process.platform === 'win32')('a lock that is not a file is replaced and never read', async () => {
  execFileSync('mkfifo', [join(folder, 'lock')]);
  const sandbox = await startSandbox({ stateFolder: folder });
  await sandbox.close();
});

test('a running scaling update continues after a restart', async () => {
  const resumed = await startSandbox({ stateFolder: folder });
  const pipe = resumed.pipes().find(({ name }) => name === 'orders-prod');
  await resumed.close();
  expect(pipe).toMatchObject({ scaling: { replicas: 6 }, settling: { before: { replicas: 2 } } });
});
