import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from './harness.ts';
import { commitAll, runGit } from './repository.ts';

const BEGINNINGS = {
  markdown: /^<!-- pipeform:/,
  html: /^<!doctype html>/i,
  github: /^::(notice|warning) file=/,
  json: /^\{\n {2}"kind": "/,
} as const;

/** A job of GitHub. */
const GITHUB = {
  ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_REPOSITORY: 'team/fleet' },
  GITHUB_SHA: 'a'.repeat(40),
};

describe.concurrent('--format', () => {
  test.each(['plan', 'drift'])(
    '%s prints each format, the same from a saved file, with the same exit code',
    async (command) => {
      const { run } = await openWorkspace();
      const { code } = await run(`${command} --out report.json`);
      for (const [format, beginning] of Object.entries(BEGINNINGS)) {
        const direct = await run(`${command} --format ${format}`);
        expect(direct).toMatchObject({ code, stdout: expect.stringMatching(beginning), stderr: '' });
        const shown = await run(`show report.json --format ${format}`);
        expect(shown).toMatchObject({ code: 0, stderr: '' });
        const timeless = (text: string) => text.replace(/\d\d:\d\d:\d\d(\.\d{3}Z)?/g, 'TIME');
        const withoutCommand = (text: string) => timeless(text).replace(/pipeform apply.*/g, '');
        expect(withoutCommand(shown.stdout)).toBe(withoutCommand(direct.stdout));
      }
    },
  );

  test('apply prints the run report', async () => {
    const { run } = await openWorkspace();
    const { code, stdout } = await run('apply --auto-approve --format markdown');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!-- pipeform:run project=\w{12} -->\n### Apply – Applied 3 pipes/);
  });

  test.each([
    ['GitHub', GITHUB, `https://github.test/team/fleet/blob/${'a'.repeat(40)}`],
    [
      'GitLab',
      { CI_PROJECT_URL: 'https://gitlab.test/group/team/fleet', CI_COMMIT_SHA: 'b'.repeat(40) },
      `https://gitlab.test/group/team/fleet/-/blob/${'b'.repeat(40)}`,
    ],
  ])('markdown links to the lines at the commit of a job of %s, and to the whole report', async (_, job, files) => {
    const { run, write } = await openWorkspace();
    const { stdout: unlinked } = await run('plan --out plan.json --format markdown', job);
    expect(unlinked).not.toContain('](');
    await write({ '.git/HEAD': '' });
    await run('plan --out plan.json');
    const { stdout } = await run('show plan.json --format markdown --link https://ci.test/run/7', job);
    expect(stdout).toContain('\n\n[The whole report](https://ci.test/run/7)\n\nOrganization ');
    const links = [...stdout.matchAll(/\[`([^`]+):(\d+)`\]\(([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(2);
    for (const [, file, line, link] of links) expect(link).toBe(`${files}/${file}#L${line}`);
  });

  test('markdown links to the repository that has the files', async () => {
    const { run, folder } = await openWorkspace();
    commitAll(folder);
    const commit = runGit(folder, ['rev-parse', 'HEAD']).trim();
    runGit(folder, ['remote', 'add', 'origin', 'nowhere']);
    for (const [remote, repository] of [
      ['git@github.test:team/fleet.git', 'team/fleet'],
      ['https://x:token@github.test/Team/Fleet', 'team/fleet'],
      ['ssh://git@ssh.github.test:443/team/fleet.git/', 'team/fleet'],
      ['https://github.test/team/pipes.git', 'team/pipes'],
      ['https://elsewhere.test/team/pipes.git', null],
      ['../fleet.git', 'team/fleet'],
    ] as const) {
      runGit(folder, ['remote', 'set-url', 'origin', remote]);
      const { stdout } = await run('plan --format markdown', GITHUB);
      const link = /\]\((https:[^)]*streaming\.yaml)#L/.exec(stdout)?.[1];
      const page = repository && `https://github.test/${repository}/blob/${commit}/pipes/streaming.yaml`;
      expect([remote, link ?? null]).toEqual([remote, page]);
    }
    // A name of a repository that leads elsewhere.
    runGit(folder, ['remote', 'remove', 'origin']);
    expect((await run('plan --format markdown', { ...GITHUB, GITHUB_REPOSITORY: '../..' })).stdout).not.toContain('](');
  });

  test('markdown of a report about another repository than that of the folder has no links', async () => {
    const { run, write, folder } = await openWorkspace();
    commitAll(folder);
    runGit(folder, ['remote', 'add', 'origin', 'https://github.test/team/fleet.git']);
    await run('plan --out plan.json');
    await write({ 'tool/README.md': '' });
    commitAll(join(folder, 'tool'));
    runGit(join(folder, 'tool'), ['remote', 'add', 'origin', 'https://github.test/team/tool.git']);
    const job = { ...GITHUB, GITHUB_REPOSITORY: 'team/tool' };
    expect((await run('show ../plan.json -C tool --format markdown', job)).stdout).not.toContain('](');
    // From another folder of its own repository, the names of files are still right.
    await write({ 'jobs/README.md': '' });
    const { stdout } = await run('show ../plan.json -C jobs --format markdown', job);
    expect(stdout).toMatch(/\]\(https:\/\/github\.test\/team\/fleet\/blob\/\w+\/pipes\/streaming\.yaml#L/);
  });

  test('markdown links to the commit that is checked out, from any folder of the repository', async () => {
    const { run, write, folder } = await openWorkspace();
    await write({ 'jobs/nightly/README.md': '' });
    const git = (...args: readonly string[]) => runGit(folder, args).trim();
    commitAll(folder);
    const job = { CI_PROJECT_URL: 'https://gitlab.test/fleet', CI_COMMIT_SHA: 'b'.repeat(40) };
    const { stdout } = await run('-C jobs/nightly plan --format markdown', job);
    expect(stdout).toContain(`](https://gitlab.test/fleet/-/blob/${git('rev-parse', 'HEAD')}/pipes/streaming.yaml#L`);
    expect(stdout).toContain('[`../../pipes/streaming.yaml:');
  });

  test('--link takes only an address without credentials, and does not repeat it', async () => {
    const { run } = await openWorkspace();
    for (const link of ['ftp://ci.test', 'https://user:hidden@ci.test', 'ci.test']) {
      const { code, stderr } = await run(`plan --link ${link}`);
      expect(code).toBe(1);
      expect(stderr).toContain('--link takes an http or https address without credentials.');
      expect(stderr).not.toContain('hidden');
    }
  });

  test('validate prints annotations and SARIF, with file names relative to the top of the repository', async () => {
    const workspace = await openWorkspace();
    await workspace.write({ 'fleet/pipeform.yaml': 'version: 1\nnonsense: true\n', '.git/HEAD': '' });
    const github = await workspace.run('-C fleet validate --format github');
    expect(github.code).toBe(1);
    expect(github.stdout).toMatch(/^::error file=fleet\/pipeform\.yaml,line=2,/m);
    const sarif = await workspace.run('-C fleet validate --format sarif');
    expect(sarif.code).toBe(1);
    expect(JSON.parse(sarif.stdout).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'fleet/pipeform.yaml',
    );
  });

  test('reports a failed plan in the requested format, and as text on stderr', async () => {
    const { run } = await openWorkspace();
    for (const format of ['markdown', 'html', 'github']) {
      const { code, stdout, stderr } = await run(`plan --format ${format}`, { PIPEFORM_KEY_SECRET: '' });
      expect(code).toBe(1);
      expect(stdout).toContain('PIPEFORM_KEY_SECRET');
      expect(stderr).toContain('error[credentials-missing]');
    }
  });
});
