import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../e2e/harness.ts';
import { sample } from '../effort.ts';

const SECRET = 'canary-4711-of-node-debug';
const KEY = { PIPEFORM_KEY_SECRET: SECRET };

describe('NODE_DEBUG with credentials', () => {
  test.each(sample(['http', 'HTTPS', 'fs,net', 'tls', 'stream', 'h*p', '*', 'child_*']))(
    '%s is refused before a request',
    async (sections) => {
      const { run, takeRequests } = await openWorkspace();
      const ended = await run('plan', { NODE_DEBUG: sections });
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain('makes Node print the credentials that are set.');
      expect(ended.stderr).toContain('set PIPEFORM_ALLOW_NODE_DEBUG=true');
      expect(takeRequests()).toEqual({});
    },
  );

  test.each(sample(['fs', '', 'module,timer', 'httpx', 'h.tp']))(
    '%s is allowed, since it prints none',
    async (sections) => {
      const { run } = await openWorkspace();
      expect((await run('plan', { NODE_DEBUG: sections })).stderr).not.toContain('NODE_DEBUG');
    },
  );

  test('is allowed without credentials, with leave, and for help', async () => {
    const { run } = await openWorkspace();
    const none = { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '', PIPEFORM_ACCESS_TOKEN: '' };
    const of = async (line: string, env: Readonly<Record<string, string>>) =>
      (await run(line, { NODE_DEBUG: 'http', ...env })).stderr;
    expect(await of('validate', none)).not.toContain('NODE_DEBUG');
    expect(await of('plan', { PIPEFORM_ALLOW_NODE_DEBUG: 'true' })).not.toContain('NODE_DEBUG');
    expect(await of('help plan', {})).not.toContain('NODE_DEBUG');
    expect(await of('validate', { PIPEFORM_ALLOW_NODE_DEBUG: 'false' })).toContain('NODE_DEBUG');
    for (const credential of [
      { PIPEFORM_KEY_SECRET_FILE: 'key' },
      { GITLAB_TOKEN: 'a' },
      { SLACK_WEBHOOK_URL: 'https://hooks.example.com/services/a' },
      { https_proxy: 'http://clerk:word@proxy.example.com:3128' },
    ]) {
      expect(await of('validate', { ...none, ...credential })).toContain('NODE_DEBUG=http makes Node print');
    }
    expect(await of('validate', { ...none, HTTPS_PROXY: 'http://proxy.example.com:3128' })).not.toContain('NODE_DEBUG');
  });

  test('the built command prints no secret', async () => {
    const { runBuilt } = await openWorkspace();
    const { code, stdout, stderr } = await runBuilt('plan', { ...KEY, NODE_DEBUG: 'http,net,tls,stream' });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('makes Node print the credentials that are set.');
    expect(stdout + stderr).not.toContain('canary');
  });
});
