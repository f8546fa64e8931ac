import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { openGate } from './gate.ts';
import { openWorkspace, readDocument, type Workspace } from './harness.ts';
import { openObserved } from './observability.ts';

const ID = 'robot';
const SECRET = 'hush-7b1e:=/+hush';
const TOKEN = 'token-7b1e-token';
const credentials = { keyId: ID, keySecret: SECRET };

/** The environment of a container that mounts all credentials. */
const MOUNTED = {
  ...{ PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '', PIPEFORM_ACCESS_TOKEN: '' },
  ...{ PIPEFORM_KEY_ID_FILE: 'secrets/id', PIPEFORM_KEY_SECRET_FILE: 'secrets/secret' },
  PIPEFORM_ACCESS_TOKEN_FILE: 'secrets/token',
};

async function mount(workspace: Workspace, files: Readonly<Record<string, string>> = {}): Promise<void> {
  const texts = { id: ID, secret: `${SECRET}\n`, token: 'sandbox\r\n', ...files };
  await workspace.write(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`secrets/${name}`, text])));
}

const codes = (document: string) => readDocument<Plan>(document).diagnostics.map(({ code }) => code);

// What a value or a file must be is tested in test/engine/resolve-credentials.test.ts.
describe.concurrent('credentials in files', () => {
  test('may be next to one in a variable, and are found from the folder that --chdir names', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    const mixed = { ...MOUNTED, PIPEFORM_KEY_ID: ID, PIPEFORM_KEY_ID_FILE: '' };
    expect((await workspace.run('plan', mixed)).code).toBe(0);
    await workspace.write({ 'elsewhere/README': '' });
    expect((await workspace.run('plan -C elsewhere', MOUNTED)).stderr).toContain('There is no such file or folder.');
    expect((await workspace.run('plan -C elsewhere/..', MOUNTED)).code).toBe(0);
  });

  test('are only read by the commands that need them: the token by checks, the key by a plan', async () => {
    const workspace = await openObserved({ credentials });
    for (const line of ['validate', 'fmt', 'runs']) {
      expect(await workspace.run(line, MOUNTED)).toMatchObject({ code: 0, stderr: '' });
    }
    await workspace.write({ 'secrets/token': 'sandbox' });
    expect((await workspace.run('check lag', MOUNTED)).code).toBe(0);
    await mount(workspace, { token: '' });
    expect((await workspace.run('plan', MOUNTED)).code).toBe(0);
    await mount(workspace, { token: 'two words\n' });
    expect((await workspace.run('check lag', MOUNTED)).stderr).toContain(
      'The file that PIPEFORM_ACCESS_TOKEN_FILE names contains a space',
    );
  });
});

describe.concurrent('a credential that cannot be used', () => {
  test('is an error before any request, which does not name the file, since it may be the credential itself', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    const env = { ...MOUNTED, PIPEFORM_KEY_SECRET_FILE: SECRET };
    const stderr = [
      'error[credentials-missing]: The file that PIPEFORM_KEY_SECRET_FILE names cannot be used.',
      '  = There is no such file or folder.',
      '  = help: Set PIPEFORM_KEY_SECRET_FILE to the path of a file that has only the credential.\n',
    ].join('\n');
    expect(await workspace.run('plan --log-level debug', env)).toEqual({ code: 1, stdout: '', stderr });
    expect(workspace.takeRequests()).toEqual({});
  });

  test('is reported together with all other problems', async () => {
    const workspace = await openObserved({ credentials });
    const apart = { PIPEFORM_KEY_SECRET: SECRET, PIPEFORM_ACCESS_TOKEN_FILE: '' };
    const { code, stdout } = await workspace.run('plan --target nothing --format json', { ...MOUNTED, ...apart });
    expect(code).toBe(1);
    expect(codes(stdout)).toEqual(['target-no-match', 'credentials-missing', 'credentials-missing']);
    const alone = await workspace.run('plan --format json', { ...MOUNTED, PIPEFORM_KEY_ID_FILE: '' });
    expect(readDocument<Plan>(alone.stdout).diagnostics.map(({ summary }) => summary)).toEqual([
      'The file that PIPEFORM_KEY_SECRET_FILE names cannot be used.',
      'No credentials: PIPEFORM_KEY_ID is not set.',
    ]);
    const checked = await workspace.run('check alrt', MOUNTED);
    expect(checked.stderr).toContain('error[unknown-reference]');
    expect(checked.stderr).toContain('error[credentials-missing]: The file that PIPEFORM_ACCESS_TOKEN_FILE names');
  });

  test('is a key id with a colon', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace, { id: `${ID}:${SECRET}\n` });
    const { code, stderr } = await workspace.run('plan', MOUNTED);
    expect(code).toBe(1);
    expect(stderr).toContain('The file that PIPEFORM_KEY_ID_FILE names contains a colon, which a key id cannot have.');
    expect(stderr).not.toContain(SECRET);
  });
});

test('credentials from files are not shown when the service echoes those of both APIs', async () => {
  const echoed = [SECRET, TOKEN, Buffer.from(`${ID}:${SECRET}`).toString('base64')];
  const body = JSON.stringify({ error: echoed.join() });
  const workspace = await openWorkspace({ address: ({ url }) => openGate(url, async () => ({ status: 403, body })) });
  await mount(workspace, { token: TOKEN });
  const { code, stdout, stderr } = await workspace.run('plan --log-level debug', MOUNTED);
  expect(code).toBe(1);
  expect(stdout).toContain('[secret],[secret],[secret]');
  for (const text of echoed) expect(stdout + stderr).not.toContain(text);
});

test('rejected credentials are named by their variables, or by those of their files', async () => {
  const workspace = await openObserved({ credentials });
  await mount(workspace, { secret: 'another', token: 'another' });
  const given = { PIPEFORM_KEY_ID: ID, PIPEFORM_KEY_SECRET: 'another', PIPEFORM_ACCESS_TOKEN: 'another' };
  for (const [line, env, words] of [
    ['plan', given, 'credentials of PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET'],
    ['doctor', given, 'credentials of PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET'],
    ['plan', MOUNTED, 'credentials of PIPEFORM_KEY_ID_FILE and PIPEFORM_KEY_SECRET_FILE'],
    ['check lag', given, 'access token of PIPEFORM_ACCESS_TOKEN'],
    ['check lag', MOUNTED, 'access token of PIPEFORM_ACCESS_TOKEN_FILE'],
  ] as const) {
    expect((await workspace.run(line, env)).stdout).toContain(`(${words} rejected; http://`);
  }
});
