import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { inCi, sample } from '../effort.ts';
import { openGate } from './gate.ts';
import { openWorkspace, readDocument, type Workspace } from './harness.ts';
import { openObserved } from './observability.ts';
import { preload } from './preload.ts';

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

describe.concurrent('credentials in files', () => {
  test('may be next to one in a variable', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    const mixed = { ...MOUNTED, PIPEFORM_KEY_ID: ID, PIPEFORM_KEY_ID_FILE: '' };
    expect((await workspace.run('plan', mixed)).code).toBe(0);
  });

  test('end before one line break, and have no byte-order mark', async () => {
    const workspace = await openWorkspace({ credentials });
    for (const secret of [SECRET, `${SECRET}\n`, `${SECRET}\r\n`, `\ufeff${SECRET}\r\n`]) {
      await mount(workspace, { secret });
      expect([secret, (await workspace.run('plan', MOUNTED)).code]).toEqual([secret, 0]);
    }
  });

  test('are found from the folder that --chdir names', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    await workspace.write({ 'elsewhere/README': '' });
    expect((await workspace.run('plan -C elsewhere', MOUNTED)).stderr).toContain('There is no such file or folder.');
    expect((await workspace.run('plan -C elsewhere/..', MOUNTED)).code).toBe(0);
  });

  test('have the access token for checks', async () => {
    const workspace = await openObserved({ credentials });
    await mount(workspace);
    expect((await workspace.run('check lag', MOUNTED)).code).toBe(0);
    await mount(workspace, { token: 'two words\n' });
    expect((await workspace.run('check lag', MOUNTED)).stderr).toContain(
      'The file that PIPEFORM_ACCESS_TOKEN_FILE names contains a space',
    );
  });

  test('are not read by commands that need none', async () => {
    const workspace = await openObserved({ credentials });
    for (const line of ['validate', 'fmt', 'runs']) {
      expect(await workspace.run(line, MOUNTED)).toMatchObject({ code: 0, stderr: '' });
    }
    // A check needs only the token, and a plan without checks only the key.
    await workspace.write({ 'secrets/token': 'sandbox' });
    expect((await workspace.run('check lag', MOUNTED)).code).toBe(0);
    await mount(workspace, { token: '' });
    expect((await workspace.run('plan', MOUNTED)).code).toBe(0);
  });
});

describe.concurrent('a credential file that cannot be used', () => {
  const cases: Readonly<Record<string, readonly [(path: string) => unknown, string]>> = {
    missing: [() => {}, 'There is no such file or folder.'],
    'in a file': [(path) => writeFile(join(path, '..'), ''), 'A part of its path is not a folder.'],
    'a link to itself': [(path) => symlink(path, path), 'It is a loop of symbolic links.'],
    'a folder': [(path) => mkdir(path), 'It is a folder.'],
    'a named pipe': [(path) => execFileSync('mkfifo', [path]), 'It is not a regular file.'],
    empty: [(path) => writeFile(path, ''), 'It is empty.'],
    'a line break': [(path) => writeFile(path, '\r\n'), 'It is empty.'],
    'more than 64 KiB': [(path) => writeFile(path, 'hush!'.repeat(16 * 1024)), 'It has more than 64 KiB.'],
    'two lines': [(path) => writeFile(path, `${SECRET}\n\n`), 'It has more than one line.'],
    'UTF-16': [
      (path) => writeFile(path, `\ufeff${SECRET}`, 'utf16le'),
      'It is UTF-16 text, as `>` of Windows PowerShell writes it.',
    ],
  };

  test.each(sample(Object.entries(cases), 2))('%s', async (_, [make, reason]) => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    await workspace.write({ 'given/other': '' });
    const nested = reason.startsWith('A part');
    await make(join(workspace.folder, nested ? 'given/file/key' : 'given/key'));
    const env = { ...MOUNTED, PIPEFORM_KEY_SECRET_FILE: nested ? 'given/file/key' : 'given/key' };
    const { code, stdout, stderr } = await workspace.run('plan --log-level debug', env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      [
        'error[credentials-missing]: The file that PIPEFORM_KEY_SECRET_FILE names cannot be used.',
        `  = ${reason}`,
        '  = help: Set PIPEFORM_KEY_SECRET_FILE to the path of a file that has only the credential.\n',
      ].join('\n'),
    );
    expect(workspace.takeRequests()).toEqual({});
  });

  test('is not named, since the variable may have the credential itself', async () => {
    const { run } = await openWorkspace({ credentials });
    for (const name of [SECRET, SECRET.repeat(400)]) {
      const { code, stdout, stderr } = await run('plan --log-level debug', {
        ...MOUNTED,
        PIPEFORM_KEY_SECRET_FILE: name,
      });
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain('hush');
    }
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

  test('has a key id with a colon', async () => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace, { id: `${ID}:${SECRET}\n` });
    const { code, stderr } = await workspace.run('plan', MOUNTED);
    expect(code).toBe(1);
    expect(stderr).toContain('The file that PIPEFORM_KEY_ID_FILE names contains a colon, which a key id cannot have.');
    expect(stderr).not.toContain(SECRET);
  });
});

test.each(['KEY_ID', 'KEY_SECRET', 'ACCESS_TOKEN'])('PIPEFORM_%s and its file are not both set', async (name) => {
  const workspace = await openObserved({ credentials });
  await mount(workspace);
  const line = name === 'ACCESS_TOKEN' ? 'check lag' : 'plan';
  const { code, stdout, stderr } = await workspace.run(line, { ...MOUNTED, [`PIPEFORM_${name}`]: 'hush-other-hush' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`-missing]: Both PIPEFORM_${name} and PIPEFORM_${name}_FILE are set.`);
  expect(stderr).not.toContain('hush');
  expect(workspace.takeRequests()).toEqual({});
});

describe.concurrent('a credential from a file is not shown', () => {
  const echoed = [SECRET, TOKEN, Buffer.from(`${ID}:${SECRET}`).toString('base64')];

  test.each(sample(['plan --log-level debug', 'drift --format json --log-level debug']))(
    'when the service echoes those of both APIs: %s',
    async (line) => {
      const workspace = await openWorkspace({
        address: ({ url }) =>
          openGate(url, async () => ({ status: 403, body: JSON.stringify({ error: echoed.join() }) })),
      });
      await mount(workspace, { token: TOKEN });
      const { code, stdout, stderr } = await workspace.run(line, MOUNTED);
      expect(code).toBe(1);
      expect(stdout).toContain('[secret],[secret],[secret]');
      for (const text of echoed) expect(stdout + stderr).not.toContain(text);
    },
  );

  inCi.each(['in the command', 'in a timer'])('in an internal error %s', async (place) => {
    const workspace = await openWorkspace({ credentials });
    await mount(workspace);
    const bug = preload(`
      const mistake = new Error('a bug with ${SECRET}');
      process.stdout.write = () => {
        if (${place === 'in the command'}) throw mistake;
        setTimeout(() => { throw mistake; });
        return true;
      };`);
    const { code, stdout, stderr } = await workspace.runBuilt('plan --log-level debug', { ...MOUNTED, ...bug });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('a bug with [secret]');
    expect(stderr).not.toContain(SECRET);
  });
});

describe.concurrent('a credential with white space at its ends', () => {
  test('is an error that names it and where the space is, never its value, and nothing is sent', async () => {
    const workspace = await openObserved({ credentials });
    await mount(workspace, { secret: ` ${SECRET}\t\n`, token: '\u00a0token-7b1e-token' });
    const { code, stderr } = await workspace.run('plan', {
      ...MOUNTED,
      PIPEFORM_KEY_ID: `${ID}\n`,
      PIPEFORM_KEY_ID_FILE: '',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('error[credentials-missing]: PIPEFORM_KEY_ID has white space at its end.');
    expect(stderr).toContain(
      'error[credentials-missing]: The file that PIPEFORM_KEY_SECRET_FILE names has white space at its start and its end.',
    );
    expect(stderr).toContain('= help: Remove it: ');
    const check = await workspace.run('check lag', MOUNTED);
    expect(check.stderr).toContain(
      'error[credentials-missing]: The file that PIPEFORM_ACCESS_TOKEN_FILE names has white space at its start.',
    );
    expect(stderr + check.stderr).not.toMatch(/7b1e|robot/);
    expect(workspace.takeRequests()).toEqual({});
  });

  test.each([
    ['a line break', `${SECRET}\n7b1e`],
    ['a non-breaking space', `${SECRET}\u00a07b1e`],
    ['a zero-width space', `${SECRET}\u200b`],
  ])('or with %s in it, which nobody sees', async (_, secret) => {
    const workspace = await openObserved({ credentials });
    const env = { PIPEFORM_KEY_SECRET: secret, PIPEFORM_ACCESS_TOKEN: secret };
    const { code, stderr } = await workspace.run('plan', env);
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'error[credentials-missing]: PIPEFORM_KEY_SECRET contains a line break or another invisible character.',
        '  = help: Remove it: a credential is one line of visible characters.\n',
      ].join('\n'),
    );
    const check = await workspace.run('check lag', env);
    expect(check.stderr).toContain('PIPEFORM_ACCESS_TOKEN contains a line break or another invisible character.');
    const { stdout } = await workspace.run('doctor', env);
    expect(stdout).toMatch(/^✗ credentials +PIPEFORM_KEY_SECRET contains a line break/m);
    expect(stderr + check.stderr + stdout).not.toMatch(/7b1e|hush/);
    expect(workspace.takeRequests()).toEqual({});
  });
});

describe.concurrent('rejected credentials', () => {
  test('are named by their variables, or by those of their files', async () => {
    const workspace = await openObserved({ credentials });
    await mount(workspace, { secret: 'another' });
    const env = { PIPEFORM_KEY_ID: ID, PIPEFORM_KEY_SECRET: 'another', PIPEFORM_ACCESS_TOKEN: 'another' };
    for (const line of ['plan', 'drift', 'doctor', 'apply --auto-approve --no-rollout']) {
      const { stdout } = await workspace.run(line, env);
      expect([line, stdout]).toEqual([
        line,
        expect.stringContaining('(credentials of PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET rejected; http://'),
      ]);
    }
    expect((await workspace.run('plan', MOUNTED)).stdout).toContain(
      '(credentials of PIPEFORM_KEY_ID_FILE and PIPEFORM_KEY_SECRET_FILE rejected; http://',
    );
    expect((await workspace.run('check lag', env)).stdout).toContain(
      '(access token of PIPEFORM_ACCESS_TOKEN rejected; http://',
    );
    await mount(workspace, { token: 'another' });
    expect((await workspace.run('check lag', MOUNTED)).stdout).toContain(
      '(access token of PIPEFORM_ACCESS_TOKEN_FILE rejected; http://',
    );
  });
});
