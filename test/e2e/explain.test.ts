import { describe, expect, test } from 'vitest';
import { FIELDS, formatField } from '../../src/model/field/field.ts';
import { findFaults } from '../apply/schemas.ts';
import { makeFolder } from './folder.ts';
import { openWorkspace, readDocument } from './harness.ts';
import { runHere } from './process.ts';

const explain = async (...args: readonly string[]) => runHere(['explain', ...args], { cwd: await makeFolder() });

describe.concurrent('explain', () => {
  test.each(['settings.object_storage_max_insert_bytes', 'object_storage_max_insert_bytes'])('%s', async (name) => {
    expect(await explain(name)).toEqual({
      code: 0,
      stdout: `settings.object_storage_max_insert_bytes
Bytes processed in one insert batch.

  type     integer
  range    10485760 to 53687091200 (10MiB to 50GiB)
  unit     bytes
  kinds    objectStorage
  default  chosen by the service; the pipes API documents none
  written  a number, or a size such as 64MiB; null unsets it
  from     the pipes API
`,
      stderr: '',
    });
  });

  test('a field of scaling may be a band', async () => {
    expect((await explain('replicas')).stdout).toContain('  written  a number, or a band { min, max }\n');
  });

  test('without a field lists all', async () => {
    const { code, stdout } = await explain();
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n\n')[0]
        ?.split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(FIELDS.map(formatField));
    expect(stdout).toMatch(/^settings\.db_min_insert_block_size_bytes +0 to 10737418240 \(0 to 10GiB\) +all kinds/m);
  });

  test('--format json prints one document', async () => {
    const one = readDocument((await explain('scaling.replicas', '--format', 'json')).stdout);
    expect(findFaults('fields', one)).toEqual([]);
    expect(one).toMatchObject({ kind: 'fields', fields: [{ path: 'scaling.replicas', minimum: 1, maximum: 10 }] });
    const all = readDocument<{ readonly fields: readonly object[] }>((await explain('--format', 'json')).stdout);
    expect(findFaults('fields', all)).toEqual([]);
    expect(all.fields).toHaveLength(FIELDS.length);
  });

  test.each([
    ['replcas', 'Did you mean replicas? '],
    ['settings.db_max_thread', 'Did you mean settings.db_max_threads? '],
    ['warehouse_max_threads', 'Did you mean "settings.db_max_threads"? '],
    ['nonsense', ''],
  ])('an unknown field such as %s', async (name, suggestion) => {
    const { code, stdout, stderr } = await explain(name);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no field \`${name}\`.`);
    expect(stderr).toContain(`= help: ${suggestion}`);
    expect(stderr).toContain('`pipeform explain` lists all fields.');
  });

  test('knows what the configuration declares', async () => {
    const { run } = await openWorkspace({
      document: {
        api: {
          url: 'http://127.0.0.1:9',
          organization: '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11',
          settings: { retention_ms: { type: 'integer', minimum: 1_000, unit: 'milliseconds', sources: ['kafka'] } },
          ranges: { 'scaling.replicas': { max: 40 } },
        },
      },
    });
    const { stdout } = await run('explain retention_ms');
    for (const line of ['range    at least 1000', 'kinds    kafka', 'from     `api.settings` of this configuration']) {
      expect(stdout).toContain(line);
    }
    expect((await run('explain replicas')).stdout).toContain('range    1 to 40');
    const document = readDocument((await run('explain retention_ms --format json')).stdout);
    expect(findFaults('fields', document)).toEqual([]);
    expect(document).toMatchObject({ fields: [{ path: 'settings.retention_ms', isDeclared: true, maximum: null }] });
  });
});
