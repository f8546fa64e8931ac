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
  ['pipes.json', 'null for a pipe', { pipes: [null] }, 'pipes[0]: not an object.'],
  ['pipes.json', 'an id that is a number', { pipes: [{ ...first, id: 5 }] }, 'pipes[0]: id must be a uuid.'],
  ['pipes.json', 'a pipe with an id alone', { pipes: [{ id: first?.id }] }, 'pipes[0]: serviceId, state, scaling'],
  ['pipes.json', 'no pipes', { pipes: [] }, `pipe ${first?.id} of the fleet is missing.`],
  ['pipes.json', 'a list', [], 'not a JSON object.'],
  ['pipes.json', 'no list', { pipes: {} }, 'pipes must be a list.'],
  ['pipes.json', 'twins', { pipes: [...pipes, first] }, 'pipes[6]: has the id of pipes[0].'],
  ['pipes.json', 'a stranger', { pipes: [...pipes, { ...first, id: other }] }, 'pipes[6]: the fleet has no such pipe.'],
  [
    'pipes.json',
    'a half-told scaling update',
    { pipes: pipes.map((pipe) => ({ ...pipe, settling: { before: {} } })) },
    'pipes[0]: settling.zerosUntil and settling.until must be numbers.',
  ],
  ['fleet.json', 'only an empty list', { pipes: [] }, 'organization must be a uuid.'],
  ['fleet.json', 'null for a pipe', { organization, services, pipes: [null] }, 'pipes[0]: not an object.'],
  ['fleet.json', 'a pipe of another service', { organization, services: { main: other }, pipes }, 'pipes[0]: service'],
])('%s', (file, what, content, told) => {
  test(`with ${what} is told, and nothing is changed`, async () => {
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
  ['a pipe that the fleet has not', { pipe: { ...first, id: other } }, 'pipe: the fleet has no such pipe.'],
  ['half a pipe', { pipe: { id: first?.id } }, 'pipe: serviceId, state, scaling'],
  ['null', { pipe: null }, 'pipe: not an object.'],
  ['neither a pipe nor a reset', {}, 'neither a pipe nor a reset.'],
])('a line of the journal with %s', (_what, record, told) => {
  test('is told with its number', async () => {
    await appendFile(join(folder, 'journal.ndjson'), `{"reset":true}\n${JSON.stringify(record)}\n`);
    const message = await startAndFail();
    expect(message).toMatch(/^the state folder is damaged at FOLDER\/journal\.ndjson, line \d: /);
    expect(message).toContain(told);
  });
});

test('many problems are counted, not listed', async () => {
  await writeFile(join(folder, 'pipes.json'), JSON.stringify({ pipes: Array(1_000).fill(null) }));
  const message = await startAndFail();
  expect(message).toMatch(/And \d+ more problems\./);
  expect(message.length).toBeLessThan(400);
});

test('a state that has lost its fleet is told, and gets no new one', async () => {
  await rm(join(folder, 'fleet.json'));
  expect(await startAndFail()).toContain('FOLDER/fleet.json: it is missing, but pipes.json is there.');
  expect(await readdir(folder)).not.toContain('fleet.json');
});

test('what is not a file is told', async () => {
  await rm(join(folder, 'pipes.json'));
  await mkdir(join(folder, 'pipes.json'));
  expect(await startAndFail()).toContain('FOLDER/pipes.json: not a file.');
});

test.skipIf(process.platform === 'win32')('a lock that is not a file is told, and not read for ever', async () => {
  execFileSync('mkfifo', [join(folder, 'lock')]);
  const message = await startSandbox({ stateFolder: folder }).catch((error: Error) => error.message);
  expect(message).toBe(`${join(folder, 'lock')} is not a file. Remove it, or name another folder.`);
});

test('a scaling update on its way is there again after a restart', async () => {
  const resumed = await startSandbox({ stateFolder: folder });
  const pipe = resumed.pipes().find(({ name }) => name === 'orders-prod');
  await resumed.close();
  expect(pipe).toMatchObject({ scaling: { replicas: 6 }, settling: { before: { replicas: 2 } } });
});
