import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { runHere } from '../e2e/process.ts';
import { inCi } from '../effort.ts';
import { startLanguageServer } from './language-server.ts';

const CONFIGURATION = `# yaml-language-server: $schema=config.schema.json
version: 1
api:
  url: "http://127.0.0.1:4010"
  organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11
  ranges: { scaling.replicas: { max: 40 } }
  settings:
    kafka_read_committed: { type: boolean, sources: [kafka], description: Reads only committed messages. }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
pipes:
  orders:
    service: analytics
    id: 0b0c3a9e-2a64-4a4f-8a11-000000000001
`;

inCi('an editor with the schema of the folder knows what its configuration declares', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'pipeform.yaml');
  await writeFile(file, CONFIGURATION);
  const { code, stdout } = await runHere(['schema', 'config'], { cwd: folder });
  expect(code).toBe(0);
  await writeFile(join(folder, 'config.schema.json'), stdout);
  const server = await startLanguageServer(folder, {});
  const inPipe = (name: string, body: string) => {
    const path = join(folder, `${name}.yaml`);
    return { path, flaws: server.open(path, `${CONFIGURATION}${body.replace(/^/gm, '    ')}`) };
  };
  const line = CONFIGURATION.split('\n').length;

  const valid = inPipe('valid', 'settings:\n  kafka_read_committed: true\nscaling:\n  replicas: 30');
  expect(await valid.flaws).toEqual([]);
  expect(await server.hover(valid.path, { line, character: 10 })).toContain('Reads only committed messages.');
  const invalid = inPipe('invalid', 'settings:\n  kafka_read_committed: 1\nscaling:\n  replicas: 41');
  expect((await invalid.flaws).map(({ message }) => message)).toEqual([
    'Write true, false or null.',
    'Value is above the maximum of 40.',
  ]);
  const partial = inPipe('partial', 'settings:\n  kafka_');
  const offers = await server.complete(partial.path, { line, character: 12 });
  expect(offers.map(({ label }) => label)).toContain('kafka_read_committed');
  expect(await server.close()).toEqual({ code: 0, stderr: '' });
});

test('without a configuration, the schema is that of the contract', async () => {
  const { stdout } = await runHere(['schema', 'config'], { cwd: await makeFolder() });
  expect(stdout).not.toContain('kafka_read_committed: {');
  expect(Object.keys(JSON.parse(stdout).definitions.settings.properties)).toHaveLength(12);
});
