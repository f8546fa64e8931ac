import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { fakeGithub } from '../publish/fake-github.ts';
import { serve, TOKEN } from '../publish/local-server.ts';
import { openWorkspace, pipe, readDocument } from './harness.ts';
import { runGit } from './repository.ts';

/** fakeGithub stores posts like GitHub does; line ends matter nowhere else. */
const unix = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trimEnd();

describe('publish', () => {
  test('posts the plan as one comment, skips it while equal, and updates it in place', async () => {
    const github = await fakeGithub();
    const { run } = await openWorkspace();
    const env = { ...github.environment };
    await run('plan --out plan.json');
    const created = await run('publish plan.json --to github-pr --number 7', env);
    expect(created).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Published: github-pr, http/),
    });
    const { stdout: markdown } = await run('show plan.json --format markdown');
    const [marker, stamp, ...report] = unix(github.comments.get(7)?.[0]?.body)?.split('\n') ?? [];
    expect(stamp).toMatch(/^<!-- report created=\d{4}-\d\d-\d\dT[\d:.]{12}Z commit= run= -->$/);
    expect([marker, ...report].join('\n')).toBe(unix(markdown));

    // A new plan with the same outcome is the same comment.
    await run('plan --out plan.json');
    const before = github.writes().length;
    expect((await run('publish plan.json --to github-pr --number 7', env)).stdout).toMatch(/^Already up to date/);
    expect(github.writes()).toHaveLength(before);

    await run('apply plan.json');
    await run('plan --out plan.json');
    expect((await run('publish plan.json --to github-pr --number 7', env)).stdout).toMatch(/^Updated/);
    expect(github.comments.get(7)).toHaveLength(1);
    expect(github.comments.get(7)?.[0]?.body).toContain('No changes');
  });

  test('calls a rollback a rollback in every format, and updates the comment of the run before it', async () => {
    const github = await fakeGithub();
    const hook = await serve(() => ({ status: 200 }));
    const { run } = await openWorkspace();
    const publish = (file: string) => run(`publish ${file} --to github-pr --number 7`, { ...github.environment });
    await run('apply --auto-approve --out run.json');
    await publish('run.json');
    expect(github.comments.get(7)?.[0]?.body).toContain('### Apply – Applied 3 pipes');

    const back = await run('rollback run.json --auto-approve --out back.json');
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('Rolled back 3 pipes: 5 update requests') });
    expect(back.stderr).toContain('Rolling back 3 pipes.');
    expect((await publish('back.json')).stdout).toMatch(/^Updated/);
    expect(github.comments.get(7)).toMatchObject([
      { body: expect.stringContaining('### Rollback – Rolled back 3 pipes') },
    ]);
    await run('publish back.json --to slack', { SLACK_WEBHOOK_URL: `${hook.url}/hook` });
    expect(hook.received[0]?.body).toContain('Pipeform rollback: Rolled back 3 pipes.');
  });

  test('opens an issue on drift and closes it when in sync', async () => {
    const github = await fakeGithub();
    const { run } = await openWorkspace();
    const publish = () => run('publish drift.json --to github-issue', { ...github.environment });
    expect((await run('drift --out drift.json')).code).toBe(2);
    expect((await publish()).stdout).toMatch(/^Published/);
    expect(github.issues).toMatchObject([{ state: 'open', title: expect.stringContaining('3 pipes drifted') }]);
    // A report on selected pipes neither replaces nor closes the one on all pipes.
    expect((await run('drift --target invoices --out drift.json')).code).toBe(0);
    expect((await publish()).stdout).toMatch(/^Nothing to publish/);
    expect(github.issues).toMatchObject([{ state: 'open' }]);
    await run('apply --auto-approve');
    expect((await run('drift --out drift.json')).code).toBe(0);
    expect((await publish()).stdout).toMatch(/^Closed/);
    expect(github.issues).toMatchObject([{ state: 'closed' }]);
  });

  test.each(['in a repository', 'outside of one'])(
    'two configurations %s keep their own comments and issues',
    async (place) => {
      const github = await fakeGithub();
      const { run, write, folder, sandbox } = await openWorkspace();
      if (place === 'in a repository') runGit(folder, ['init', '-q']);
      const text = (name: string, threads: number) =>
        stringify({
          version: 1,
          api: { url: sandbox.url, organization: sandbox.fleet.organization },
          services: sandbox.fleet.services,
          pipes: { orders: pipe(sandbox.fleet, name, { settings: { db_max_threads: threads } }) },
        });
      await write({ 'teams/a/pipeform.yaml': text('orders-prod', 8), 'teams/b/pipeform.yaml': text('orders-prod', 4) });
      const env = { ...github.environment };
      for (const team of ['a', 'b', 'a']) {
        await run(`plan -C teams/${team} --out plan.json`);
        // From another folder than that of the configuration.
        await run(`publish teams/${team}/plan.json --to github-pr --number 7`, env);
        await run(`drift -C teams/${team} --out drift.json`);
        await run(`publish teams/${team}/drift.json --to github-issue`, env);
      }
      expect(github.comments.get(7)?.map(({ body }) => body)).toEqual([
        expect.stringContaining('1 pipe to update'),
        expect.stringContaining('No changes'),
      ]);
      expect(github.issues).toMatchObject([{ state: 'open' }]);
    },
  );

  test('sends the document to a webhook, takes each secret from a file, and posts only changes', async () => {
    const github = await fakeGithub();
    const hook = await serve(() => ({ status: 204 }));
    const { run, write } = await openWorkspace();
    const secrets = {
      'secrets/token': `${TOKEN}\n`,
      'secrets/hook': `${hook.url}/secret-path`,
      'secrets/key': 'shared',
      empty: '',
    };
    await write(secrets);
    await run('plan --out plan.json');
    const { GITHUB_TOKEN: _, ...rest } = github.environment;
    const env = {
      ...rest,
      GITHUB_TOKEN_FILE: 'secrets/token',
      PIPEFORM_WEBHOOK_URL_FILE: 'secrets/hook',
      PIPEFORM_WEBHOOK_SECRET_FILE: 'secrets/key',
      SLACK_WEBHOOK_URL_FILE: 'empty',
    };
    expect((await run('publish plan.json --to github-pr --number 7', env)).code).toBe(0);
    const hooked = await run('publish plan.json --to webhook --log-level debug', env);
    expect(hooked.code).toBe(0);
    expect(hooked.stdout + hooked.stderr).not.toContain('secret-path');
    expect(hook.received[0]?.headers).toHaveProperty('x-pipeform-signature');
    const { stdout: document } = await run('show plan.json --format json');
    expect(readDocument(hook.received[0]?.body ?? '')).toEqual(readDocument(document));
    expect(await run('publish plan.json --to slack', env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The file that SLACK_WEBHOOK_URL_FILE names cannot be used\.\n.*It is empty\./),
    });
    await run('apply plan.json');
    await run('plan --out plan.json');
    expect((await run('publish plan.json --to github-pr --number 8 --on changes', env)).stdout).toMatch(/^Nothing to/);
    expect((await run('publish plan.json --to github-pr --number 7 --on changes', env)).stdout).toMatch(/^Updated/);
  });

  test('reports every missing variable, and needs a file', async () => {
    const { run } = await openWorkspace();
    await run('plan --out plan.json');
    for (const [line, words] of [
      ['publish plan.json --to github-pr', 'GITHUB_TOKEN'],
      ['publish nowhere.json --to slack', 'nowhere.json'],
    ] as const) {
      expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    }
  });
});
