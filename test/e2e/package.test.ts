import { expect, test } from 'vitest';
import { unpack } from '../packaging/pack.ts';
import { openWorkspace } from './harness.ts';

test('the package that npm packs plans and applies the quickstart', async () => {
  const [{ bin }, { shell, writes }] = await Promise.all([unpack(), openWorkspace()]);
  const command = `${process.execPath} ${bin}`;

  expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({ code: 2, stderr: '' });
  expect(await shell(`${command} apply --auto-approve`)).toMatchObject({ code: 0 });
  expect(writes()).toHaveLength(5);
  expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({
    code: 0,
    stdout: 'No changes. All 5 pipes match the configuration.\n',
  });
});
