import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateFleet, loadFleet, SandboxError } from '../../src/sandbox/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-fleet-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(text: string) {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  await writeFile(file, text);
  return loadFleet(file);
}

describe('a fleet file', () => {
  test('may be JSON, and returns the fleet it was written from', async () => {
    const fleet = generateFleet(12, 5);
    expect(await load(JSON.stringify(fleet))).toEqual(fleet);
  });

  test('may be YAML without optional fields', async () => {
    const fleet = await load(`
organization: 7C0E4A5E-6b0c-4a35-9a0f-0d8a3f2b9c11
services: { main: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
pipes:
  - id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001
    service: main
    name: orders
    source: { kafka: {} }
    settings: { db_max_threads: 4, db_max_insert_threads: null, of_its_own: true }
`);
    expect(fleet.organization).toBe('7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11');
    expect(fleet.pipes[0]).toMatchObject({
      serviceId: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01',
      state: 'Running',
      settings: { db_max_threads: 4, of_its_own: true },
      scaling: {},
    });
    expect(fleet.pipes[0]?.settings).not.toHaveProperty('db_max_insert_threads');
  });

  test('reports every problem at once', async () => {
    const text = `
organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11
services: { main: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01, "a/b": no }
pipes:
  - { id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001, service: main, name: a, source: { kafka: {} }, scaling: { concurrency: 1 } }
  - { id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001, service: none, name: "", source: {}, settings: { db_max_threads: 99 } }
  - { id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002, service: main, name: b, source: { kafka: {} }, workload: calm }
  - nonsense
`;
    const error = await load(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SandboxError);
    const lines = (error as SandboxError).message.split('\n').map((line) => line.replace(/^fleet file \S+: /, ''));
    expect(lines).toEqual([
      'services: "a/b" is not a service name (letters, digits, . _ -).',
      'services.a/b must be a uuid.',
      'pipes[0]: scaling.concurrency does not apply to kafka pipes.',
      'pipes[1]: name must be a text.',
      'pipes[1]: source must be an object with one key, the kind.',
      'pipes[1]: service must be a name, or serviceId an id, that services lists.',
      'pipes[1]: settings.db_max_threads must be between 0 and 64.',
      'pipes[2]: workload must be daily, weekly, bursts, growth, restarts, limited, mixed, or one of these with a seed, such as weekly:7.',
      'pipes[3]: id must be a uuid.',
      'pipes[3]: name must be a text.',
      'pipes[3]: source must be an object with one key, the kind.',
      'pipes[3]: service must be a name, or serviceId an id, that services lists.',
      'pipes[1]: has the id of pipes[0].',
      'workload must be set for the fleet when it is set for a pipe.',
    ]);
  });

  test.each([
    ['', 'organization must be a uuid.'],
    ['- a list', 'services must map at least one name to an id.'],
    ['a: [', 'is not YAML or JSON'],
    ['a: 1\na: 2', 'is not YAML or JSON'],
  ])('%j is refused', async (text, problem) => {
    await expect(load(text)).rejects.toThrow(problem);
  });

  test('is refused when missing', async () => {
    const file = join(folder, 'missing.yaml');
    await expect(loadFleet(file)).rejects.toThrow(new SandboxError(`cannot read the fleet file ${file} (ENOENT).`));
  });
});
