import { expect, test } from 'vitest';
import { makeFolder } from './folder.ts';
import { runHere } from './process.ts';

const runSchema = async (...args: readonly string[]) => runHere(['schema', ...args], { cwd: await makeFolder() });

test.concurrent('schema without a name prints the configuration schema', async () => {
  const { code, stdout, stderr } = await runSchema();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Pipeform configuration' });
  expect(await runSchema('config', '--format', 'json')).toEqual({ code, stdout, stderr });
});

test.concurrent('an unknown schema name is reported with the nearest one and the list', async () => {
  const { code, stdout, stderr } = await runSchema('plna');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('"plna" is not a valid value for schema.');
  expect(stderr).toContain(
    'Did you mean plan? It takes alert, backtest, checks, config, diagnostic-code, doctor, drift,',
  );
});
