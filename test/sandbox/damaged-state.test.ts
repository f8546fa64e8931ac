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

describe.each<[file: string, what: string, content: unknown, told: string]>([
  ['pipes.json', 'null for a pipe', { pipes: [null] }, 'pipes[0]: id must be a uuid.'],
  ['pipes.json', 'an id that is a number', { pipes: [{ ...first, id: 5 }] }, 'pipes[0]: id must be a uuid.'],
  ['pipes.json', 'a pipe with an id alone', { pipes: [{ id: first?.id }] }, 'pipes[0]: name must be a text.'],
  ['pipes.json', 'no pipes', { pipes: [] }, `pipe ${first?.id} of the fleet is missing.`],
  ['pipes.json', 'a list', [], 'not a JSON object.'],
  ['pipes.json', 'no list', { pipes: {} }, 'pipes must be a list.'],
  ['pipes.json', 'two pipes with one id', { pipes: [...pipes, first] }, 'pipes[6]: has the id of pipes[0].'],
  ['pipes.json', 'an unknown pipe', { pipes: [...pipes, { ...first, id: other }] }, `the fleet has no pipe ${other}.`],
  [
    'pipes.json',
    'an incomplete scaling update',
    { pipes: pipes.map((pipe) => ({ ...pipe, settling: { before: {} } })) },
    'pipes[0]: settling.zerosUntil and settling.until must be numbers.',
  ],
  ['fleet.json', 'only an empty list', { pipes: [] }, 'organization must be a uuid.'],
  ['fleet.json', 'null for a pipe', { organization, services, pipes: [null] }, 'pipes[0]: id must be a uuid.'],
  [
    'fleet.json',
    'a pipe of an unknown service',
    { organization, services: { main: other }, pipes },
    'pipes[0]: service',
  ],
])('%s', (file, what, content, told) => {
  test(`with ${what} is reported, and nothing is changed`, async () => {
    const text = JSON.stringify(content);
    await writeFile(join(folder, file), text);
    const message = await startAndFail();
    expect(message).toContain(`the state folder is damaged at FOLDER/${file}: `);
    expect(message).toContain(told);
    expect(await readFile(join(folder, file), 'utf8')).toBe(text);
    expect(await readdir(folder)).not.toContain('lock');
  });
});

describe.each<[what: string, record: unknown, told: string]>([
  ['a pipe unknown to the fleet', { pipe: { ...first, id: other } }, `the fleet has no pipe ${other}.`],
  ['an incomplete pipe', { pipe: { id: first?.id } }, 'pipe: name must be a text.'],
  ['null', { pipe: null }, 'pipe: id must be a uuid.'],
  ['neither a pipe nor a reset', {}, 'pipe: id must be a uuid.'],
])('a line of the journal with %s', (_what, record, told) => {
  test('is reported with its number', async () => {
    await appendFile(join(folder, 'journal.ndjson'), `{"reset":true}\n${JSON.stringify(record)}\n`);
    const message = await startAndFail();
    expect(message).toMatch(/^the state folder is damaged at FOLDER\/journal\.ndjson, line \d: /);
    expect(message).toContain(told);
  });
});

test('many problems are counted, not listed', async () => {
  await writeFile(join(folder, 'pipes.json'), JSON.stringify({ pipes: Array(1_000).fill(null) }));
  const message = await startAndFail();
  expect(message).toMatch(/And \d+ more\./);
  expect(message.length).toBeLessThan(400);
});

test('a state without its fleet is reported, and no new fleet is created', async () => {
  await rm(join(folder, 'fleet.json'));
  expect(await startAndFail()).toContain('FOLDER/fleet.json: it is missing, but pipes.json is there.');
  expect(await readdir(folder)).not.toContain('fleet.json');
});

test('a state path that is not a file is reported', async () => {
  await rm(join(folder, 'pipes.json'));
  await mkdir(join(folder, 'pipes.json'));
  expect(await startAndFail()).toContain('FOLDER/pipes.json: not a file.');
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
