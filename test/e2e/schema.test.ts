import { expect, test } from 'vitest';
import { makeFolder } from './harness.ts';
import { runCommand } from './process.ts';

const runSchema = async (...args: readonly string[]) => runCommand(['schema', ...args], { cwd: await makeFolder() });

test.concurrent('without a name it is the configuration’s', async () => {
  const { code, stdout, stderr } = await runSchema();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Pipeform configuration' });
  expect(await runSchema('config', '--format', 'json')).toEqual({ code, stdout, stderr });
});

test.concurrent('a name that there is none of has the nearest one and the list', async () => {
  const { code, stdout, stderr } = await runSchema('plna');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('There is no schema "plna".');
  expect(stderr).toContain('Did you mean plan? There are alert, checks, config, drift,');
});
