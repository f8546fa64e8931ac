import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { InitDocument } from '../../src/report/text/init-text.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi, sample } from '../effort.ts';
import { openTerminal, type WatchedTerminal } from '../progress/terminal.ts';
import { afterTests } from './clean-up.ts';
import { makeFolder } from './folder.ts';
import { readDocument } from './harness.ts';
import { cleanEnvironment, PIPEFORM, runHere, runShell } from './process.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/ci/', import.meta.url));
const COMMIT = 'git -c user.name=A -c user.email=a@example.com commit -q --allow-empty -m x';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

async function openFolder() {
  const folder = await makeFolder();
  return {
    folder,
    run: (...args: readonly string[]) => runHere(args, { cwd: folder }),
    read: (path: string) => readFile(join(folder, path), 'utf8'),
    write: (path: string, text: string) => writeFile(join(folder, path), text),
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return names.map((name) => name.slice(folder.length + 1)).sort();
    },
    talk(options: readonly string[] = [], columns = 100): WatchedTerminal {
      const command = [process.execPath, PIPEFORM, 'init', ...options];
      const terminal = openTerminal(columns, 60, command, { cwd: folder, env: cleanEnvironment(folder) });
      afterTests(() => terminal.close());
      return terminal;
    },
  };
}

describe.concurrent('without a terminal init does not prompt', () => {
  test('writes a starter configuration that is valid, in canonical form, and names no pipe', async () => {
    const { run, files, read } = await openFolder();
    const { code, stdout, stderr } = await run('init');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await files()).toEqual(['.gitignore', 'pipeform.yaml']);
    // A file of the user such as runbook.json is not ignored.
    expect(await read('.gitignore')).not.toContain('*');
    expect(stdout).toContain('  pipeform pull 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001 --service analytics\n');
    const valid = 'The configuration is valid: 0 pipes in 1 file.\n';
    expect(await run('validate')).toEqual({ code: 0, stdout: valid, stderr: '' });
    expect(await run('fmt', '--check')).toMatchObject({ code: 0 });
  });

  test('creates a folder and respects -C, and the printed commands change into the folder', async () => {
    const { run, files, read } = await openFolder();
    await run('init', 'my fleet/eu', '--yes');
    expect(await files()).toEqual(['my fleet/eu/.gitignore', 'my fleet/eu/pipeform.yaml']);
    const { stdout, stderr } = await run('-C', 'my fleet', 'init', "ours'", '--url', 'https://api.example.com/v/');
    expect(stderr).toContain('The organization and service analytics use ids of the sandbox');
    expect(stdout).toContain("+ ours'/pipeform.yaml");
    expect(stdout).toContain("  cd 'my fleet/ours'\\'''\n");
    expect(await read("my fleet/ours'/pipeform.yaml")).toContain(
      '\n  url: ${PIPEFORM_API_URL:-https://api.example.com/v}\n',
    );
  });

  test('writes the usual rate limit, and for the sandbox none, but a token', async () => {
    const { run, read } = await openFolder();
    const ours = await run('init', 'ours', '--url', 'https://api.example.com');
    const tried = await run('init', 'tried');
    // Only the sandbox has an observability API, which takes the token.
    const hasToken = [ours, tried].map(({ stdout }) => stdout.includes('export PIPEFORM_ACCESS_TOKEN='));
    expect(hasToken).toEqual([false, true]);
    expect(await read('ours/pipeform.yaml')).toContain('  rateLimit: { requests: 10, per: 10s }\n');
    expect(await read('tried/pipeform.yaml')).not.toContain('rateLimit');
    expect(await run('-C', 'ours', 'validate')).toMatchObject({ code: 0 });
    expect(await run('-C', 'ours', 'fmt', '--check')).toMatchObject({ code: 0 });
  });

  test('prints a document with the status of each file that matches its schema', async () => {
    const { run, write } = await openFolder();
    await write('.gitignore', 'node_modules/\n.pipeform/\r\n');
    const { code, stdout, stderr } = await run('init', '--ci', 'gitlab', '--format', 'json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = readDocument<InitDocument>(stdout);
    expect(findFaults('init', document)).toEqual([]);
    expect(document.files).toEqual([
      { file: 'pipeform.yaml', status: 'written' },
      { file: '.gitignore', status: 'exists' },
      { file: '.gitlab-ci.yml', status: 'written' },
      { file: 'ci/pipeform.gitlab-ci.yml', status: 'written' },
    ]);
    const [note] = document.diagnostics;
    expect(note).toMatchObject({ severity: 'note', code: 'edit-by-hand' });
    expect(note?.hint).toMatch(/ \/plan\.json .*\/run\.html$/);
    expect(note?.hint).not.toContain('.pipeform/');
  });
});

inCi.concurrent('the printed commands lead to a plan without changes and a doctor without notes', async () => {
  const { folder, run, read } = await openFolder();
  const sandbox = await startSandbox();
  afterTests(() => sandbox.close());
  const { stdout } = await run('init', 'fleet');
  const commands = stdout.split('\n').flatMap((line) => /^ {2}(?!pipeform sandbox)(.*)$/.exec(line)?.[1] ?? []);
  expect(commands).toHaveLength(6);
  const script = ['set -e', 'pipeform() { $PIPEFORM "$@"; }', ...commands, 'pipeform doctor'].join('\n');
  const env = { PIPEFORM_API_URL: sandbox.url, PIPEFORM_OBSERVABILITY_URL: sandbox.url };
  const pasted = await runShell(script, { cwd: folder, env });
  expect(pasted).toMatchObject({ code: 0 });
  expect(pasted.stdout).toMatch(/^No changes\. The pipe matches the configuration\.$/m);
  expect(pasted.stdout).toMatch(/^✓ access token/m);
  expect(await read('fleet/pipeform.yaml')).toContain('\npipes:\n  orders-prod:\n');
});

describe.concurrent('existing files are not overwritten', () => {
  test('keeps and reports existing files, and writes the missing ones; a second run writes nothing', async () => {
    const { run, read, write, folder, files } = await openFolder();
    await write('pipeform.yaml', 'mine\r\n');
    await symlink('nowhere', join(folder, '.gitignore'));
    const { code, stdout, stderr } = await run('init', '--ci', 'github');
    expect(code).toBe(0);
    expect(stdout).toContain('= pipeform.yaml  already exists');
    expect(stdout).toContain('= .gitignore  already exists');
    expect(stdout).toContain('+ .github/workflows/pipeform-plan.yml');
    expect(stderr).toContain('note[edit-by-hand]: .gitignore already exists and is not changed.');
    expect(await readdir(folder)).not.toContain('nowhere');
    const readAll = async () => Promise.all((await files()).map(read));
    const before = await readAll();
    expect(before).toContain('mine\r\n');
    const again = await run('init', '--ci', 'github', '--url', 'https://api.example.com');
    expect(again).toMatchObject({ code: 0, stdout: expect.not.stringContaining('written') });
    expect(await readAll()).toEqual(before);
  });

  test('reports each file that cannot be written and exits with 1', async () => {
    const { run, write } = await openFolder();
    await write('fleet', 'a file\n');
    const { code, stdout } = await run('init', 'fleet', '--format', 'json');
    expect(code).toBe(1);
    const { files, diagnostics } = readDocument<InitDocument>(stdout);
    expect(files.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['file-unwritable', 'file-unwritable']);
  });

  test('reports a configuration in a parent folder', async () => {
    const { run } = await openFolder();
    await run('init');
    const { code, stderr } = await run('init', 'pipes/eu');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^\nwarning\[edit-by-hand\]: A parent folder already has a configuration: pipeform\.yaml\./);
  });
});

describe.concurrent('workflows', () => {
  test('at the top of a repository they equal the examples', async () => {
    const { run, read, folder } = await openFolder();
    await mkdir(join(folder, '.git'));
    await run('init', '--ci', 'github');
    for (const name of ['plan', 'apply', 'rollback', 'drift']) {
      expect(await read(`.github/workflows/pipeform-${name}.yml`)).toBe(
        await readFile(`${EXAMPLES}github/${name}.yml`, 'utf8'),
      );
    }
    for (const name of ['action.yml', 'action.sh', 'ask-github.sh']) {
      expect(await read(`.github/actions/pipeform/${name}`)).toBe(await readFile(`${EXAMPLES}../../${name}`, 'utf8'));
    }
  });

  test.each(
    sample([
      'pipeform@^1.2.3',
      '@acme/pipeform',
      './ci/pipeform-1.2.3.tgz',
      'https://packages.example.com:8443/npm/pipeform-1.2.3.tgz',
      'git+https://git.example.com/data/pipeform.git#v1.2.3',
      'git+ssh://git@git.example.com:data/pipeform.git',
    ]),
  )('install %s', async (spec) => {
    const { run, read, files } = await openFolder();
    await run('init', '--ci', 'gitlab', '--install', spec);
    expect(parse(await read('ci/pipeform.gitlab-ci.yml'), { logLevel: 'silent' }).variables.PIPEFORM_INSTALL).toBe(
      spec,
    );
    const { code, stdout } = await run('init', '--ci', 'github', '--install', spec);
    expect(code).toBe(0);
    expect(stdout).toContain(`install ${spec}`);
    expect(parse(await read('.github/actions/pipeform/action.yml')).inputs.install.default).toBe(spec);
    for (const file of await files()) expect(await read(file)).not.toMatch(/OWNER|pipeform[@-]0/);
  });

  test.each([
    'pipeform@1.0.0"; curl evil #',
    '${{ secrets.PIPEFORM_KEY_SECRET }}',
    '--registry=http://evil',
    'pipeform other',
    'pipeform\n  evil: true',
    'https://example.com/pipeform',
    'https://user:a-secret@example.com/pipeform.tgz',
    'git+https://a-secret@example.com/pipeform.git',
    '/etc/pipeform.tgz',
  ])('do not install %j, which is not repeated', async (spec) => {
    const { run, files } = await openFolder();
    const { code, stdout, stderr } = await run('init', '--ci', 'github', `--install=${spec}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error\[usage\]: --install takes a package that npm can install, without credentials\.\n/);
    expect(stderr).not.toContain('a-secret');
    expect(await files()).toEqual([]);
  });

  test('without --install they install a file of the repository, and the command that makes it is printed', async () => {
    const { run, read, folder } = await openFolder();
    await mkdir(join(folder, '.git'));
    const { stdout } = await run('init', 'fleet', '--ci', 'github');
    const install = parse(await read('.github/actions/pipeform/action.yml')).inputs.install.default;
    expect(install).toMatch(/^\.\/pipeform-[\d.]+\.tgz$/);
    // Wherever it is pasted, the file goes to the top of the repository.
    expect(stdout).toContain(
      `Pack what the pipelines install; no registry has this version yet:\n  npm pack --ignore-scripts --pack-destination ${folder} /`,
    );
    expect(stdout).toContain(`the pipelines install ${install} from the repository`);
  });

  const SCHEDULED = `version: 1
api: { url: 'https://api.example.com', organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
pipes:
  orders:
    service: analytics
    id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001
    scaling:
      replicas: 2
      schedule:
        - { days: [mon, tue, wed, thu, fri], hours: "07:00-19:00", timezone: Europe/Berlin, replicas: 6 }
        - { days: [sat], hours: "22:30-02:00", replicas: 4 }
`;
  const CRONS = ['2 2 * * 0', '2 5,6,17,18 * * 1-5', '32 22 * * 6'];

  test('where sizes are scheduled, start a run at each edge in summer and in winter, and say which key they need where', async () => {
    const { run, read, write, files } = await openFolder();
    await write('pipeform.yaml', SCHEDULED);
    const first = (await run('init', '--ci', 'github')).stdout;
    expect(first).toContain('+ .github/workflows/pipeform-schedule.yml  written');
    expect(first.replace(/\s+/g, ' ')).toContain(
      'Make PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET secrets of the repository: of a key that only reads, if your service has such keys. Create the environments production (with required reviewers) and pipeform-schedule (without), for the default branch only, and set both again there, of the key that can write.',
    );
    const { on, ...rest } = parse(await read('.github/workflows/pipeform-schedule.yml'));
    expect(on).toEqual({ schedule: CRONS.map((cron) => ({ cron })), workflow_dispatch: null });
    const { on: _, ...example } = parse(await readFile(`${EXAMPLES}github/schedule.yml`, 'utf8'));
    expect(rest).toEqual(example);

    await write('pipeform.yaml', SCHEDULED.replace('22:30', '22:40'));
    const { stderr } = await run('init', '--ci', 'github');
    expect(stderr).toContain('note[edit-by-hand]: .github/workflows/pipeform-schedule.yml already exists');

    const { stdout } = await run('init', '--ci', 'gitlab');
    expect(stdout).toContain(
      `Create a pipeline schedule in UTC, with the variable PIPEFORM_SCHEDULE=true, for each of:\n${CRONS.map((cron) => `  ${cron.replace('32 22', '42 22')}\n`).join('')}`,
    );
    expect((await files()).filter((file) => file.includes('schedule'))).toHaveLength(1);
  });

  test('without scheduled sizes, or with errors in the configuration, there is no run for them', async () => {
    const { run, write, files } = await openFolder();
    await write('pipeform.yaml', SCHEDULED.replace(/ {6}schedule:.*/s, ''));
    expect((await run('init', '--ci', 'github')).stderr).not.toContain('has errors');
    await write('pipeform.yaml', SCHEDULED.replace('Europe/Berlin', 'Europe/Nowhere'));
    expect((await run('init', '--ci', 'github')).stderr).toContain(
      'note[edit-by-hand]: The configuration has errors, so no workflow for scheduled sizes or recommendations is written.',
    );
    expect((await files()).filter((file) => file.includes('schedule'))).toEqual([]);
  });

  test('where only an environment schedules sizes, name it, and write its workflows with -e', async () => {
    const { run, read, write, files } = await openFolder();
    const windows = SCHEDULED.slice(SCHEDULED.indexOf('      schedule:'));
    const production = { pipes: { orders: { scaling: parse(windows) } } };
    const environments = `environments: ${JSON.stringify({ staging: {}, production })}\n`;
    await write('pipeform.yaml', `${SCHEDULED.replace(windows, '')}${environments}`);
    expect((await run('init', '--ci', 'gitlab')).stderr).toContain(
      'note[edit-by-hand]: Environment production has scheduled sizes; no workflow for them is written.\n  = help: Rerun init with `-e production`.\n',
    );
    expect((await run('-e', 'staging', 'init', '--ci', 'github')).stderr).not.toContain('scheduled');
    expect((await files()).filter((file) => file.includes('schedule'))).toEqual([]);

    const inProduction = await run('-e', 'production', 'init', '--ci', 'github');
    expect(inProduction.stderr).toContain('note[edit-by-hand]: .github/workflows/pipeform-apply.yml already exists');
    const { on, env } = parse(await read('.github/workflows/pipeform-schedule.yml'));
    expect({ on, env }).toMatchObject({
      on: { schedule: CRONS.map((cron) => ({ cron })) },
      env: { PIPEFORM_ENV: 'production' },
    });
    expect(parse(await read('.github/workflows/pipeform-plan.yml')).env).toEqual({ PIPEFORM_ENV: 'staging' });
  });

  test('where series for sizes are named, recommend sizes every week', async () => {
    const { run, read, write } = await openFolder();
    const cpu = '{ sourceId: 65f4000000000000000000a1, aggFn: sum, where: "metric:cpu", groupBy: [pipe] }';
    await write(
      'pipeform.yaml',
      `${SCHEDULED.replace(/ {6}schedule:.*/s, '')}observability: { url: 'https://api.example.com' }
sizing: { series: { cpu: ${cpu} } }
`,
    );
    await run('init', '--ci', 'github');
    expect(await read('.github/workflows/pipeform-recommend.yml')).toContain('name: Pipeform recommend');
    const { stdout } = await run('init', '--ci', 'gitlab');
    expect(stdout).toContain('with the variable PIPEFORM_RECOMMEND=true, for each of:\n  37 5 * * *\n');
  });

  test('each folder of a repository has its own, which name its configuration and run when its files change', async () => {
    const { run, read, write, folder, files } = await openFolder();
    await mkdir(join(folder, '.git'));
    await run('init', 'teams/a', '--ci', 'github');
    await write('teams/a/pipeform.yaml', SCHEDULED);
    const again = await run('init', 'teams/a', '--ci', 'github');
    expect(again.stdout).toContain('+ .github/workflows/pipeform-teams-a-schedule.yml  written');
    expect(again.stdout).toContain('The workflows are for teams/a only');
    for (const ci of ['github', 'gitlab']) await run('init', 'teams/b', '--ci', ci);
    await run('init', 'teams/a', '--ci', 'gitlab');

    const kinds = ['apply', 'drift', 'plan', 'rollback'];
    expect((await files()).filter((file) => file.startsWith('.github/workflows/'))).toEqual([
      ...[...kinds, 'schedule'].map((kind) => `.github/workflows/pipeform-teams-a-${kind}.yml`),
      ...kinds.map((kind) => `.github/workflows/pipeform-teams-b-${kind}.yml`),
    ]);
    const text = await read('.github/workflows/pipeform-teams-b-apply.yml');
    expect(text.match(/.*\bpipeform-(?!teams-b)[a-z].*/g)).toBeNull();
    const { name, on: onPush, env, concurrency, jobs } = parse(text);
    const own = ['teams/b/**', '.github/workflows/pipeform-teams-b-*.yml', '.github/actions/pipeform/**'];
    expect({ name, onPush, env, concurrency: concurrency.group, environment: jobs.apply.environment }).toEqual({
      name: 'Pipeform apply (teams/b)',
      onPush: { push: { branches: ['main'], paths: own }, workflow_dispatch: null },
      env: { PIPEFORM_CONFIG: 'teams/b/pipeform.yaml' },
      concurrency: 'pipeform-teams-b-apply',
      environment: 'production-teams-b',
    });
    const { on } = parse(await read('.github/workflows/pipeform-teams-b-plan.yml'));
    expect([on.pull_request.paths, on.merge_group]).toEqual([own, { branches: ['main'] }]);

    const template = parse(await read('ci/pipeform-teams-a.gitlab-ci.yml'), { logLevel: 'silent' });
    const names = Object.keys(template).filter((key) => !['variables', 'stages'].includes(key));
    expect(names.filter((key) => !/^\.?pipeform-teams-a(?:-merged|:[a-z-]+)?$/.test(key))).toEqual([]);
    const apply = template['pipeform-teams-a:apply'];
    expect([apply.extends, apply.resource_group, apply.environment]).toEqual([
      '.pipeform-teams-a-merged',
      'pipeform-teams-a',
      'production-teams-a',
    ]);
    expect(template['.pipeform-teams-a'].variables.PIPEFORM_CONFIG).toBe('teams/a/pipeform.yaml');
    expect(template['.pipeform-teams-a-merged'].rules).toEqual([
      { if: '$PIPEFORM_TEAMS_A_ROLLBACK', when: 'never' },
      {
        if: expect.stringContaining('push'),
        changes: ['teams/a/**/*', 'ci/pipeform-teams-a.gitlab-ci.yml'],
      },
    ]);
    expect(parse(await read('.gitlab-ci.yml'))).toEqual({ include: [{ local: 'ci/pipeform-teams-b.gitlab-ci.yml' }] });
    const present = await run('init', 'teams/a', '--ci', 'gitlab');
    expect(present.stderr).toContain('Add to its `include`:  - local: ci/pipeform-teams-a.gitlab-ci.yml');
    expect(present.stdout).toContain('with the variable PIPEFORM_TEAMS_A_SCHEDULE=true, for each of:');
    // Its names are those of teams/a.
    expect((await run('init', 'teams-a', '--ci', 'github')).stderr).toContain(
      'warning[edit-by-hand]: .github/workflows/pipeform-teams-a-plan.yml already exists, is of another configuration, and is not changed.',
    );
  });

  test.each<[string, string, string | null]>([
    ['git init -q -b trunk', 'trunk', null],
    ['git init -q -b x && git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/master', 'master', null],
    [`git init -q -b master && ${COMMIT} && git switch -q -c add-pipeform`, 'master', null],
    [`git init -q -b release/2.x && ${COMMIT}`, 'release/2.x', null],
    [`git init -q -b a && ${COMMIT} && git switch -q -c b`, 'b', 'Which one is the default branch is not known here.'],
    [`git init -q -b main && ${COMMIT} && git branch master`, 'main', 'Which one is the default branch is not known'],
    ["git init -q -b 'a\"b'", 'main', 'not for the default branch a"b'],
  ])('are for the default branch: %s', async (line, branch, warning) => {
    const { run, read, folder } = await openFolder();
    expect(await runShell(line, { cwd: folder })).toMatchObject({ code: 0 });
    const { stderr } = await run('init', '--ci', 'github');
    if (warning === null) expect(stderr).not.toContain('branch');
    else expect(stderr).toContain(warning);
    const { on, jobs } = parse(await read('.github/workflows/pipeform-apply.yml'));
    expect(on.push.branches).toEqual([branch]);
    expect(jobs.apply.steps[0].with.ref).toBe(branch);
    expect(await read('.github/workflows/pipeform-rollback.yml')).toContain(`BRANCH: ${branch}\n`);
  });
});

test.concurrent('with an installed package, writes the schema line for editors and prints commands with npx', async () => {
  const { run, read, folder } = await openFolder();
  await mkdir(join(folder, '.git'));
  await mkdir(join(folder, 'node_modules/pipeform/schema'), { recursive: true });
  await writeFile(join(folder, 'node_modules/pipeform/schema/config.schema.json'), '{}');
  const { stdout } = await run('init', 'fleet');
  expect((await read('fleet/pipeform.yaml')).split('\n')[0]).toBe(
    '# yaml-language-server: $schema=../node_modules/pipeform/schema/config.schema.json',
  );
  expect(stdout).toContain('  npx pipeform plan\n');
});

describe.concurrent('on a terminal', () => {
  /** An error starts as its question does, so the cursor must also be behind a prompt. */
  const asks = (terminal: WatchedTerminal, question: string, times = 1): Promise<void> =>
    terminal.until(question, () => {
      const shown = terminal.everything().filter((line) => line.startsWith(question)).length;
      return shown >= times && terminal.cursorLine().text.trimEnd().endsWith(':');
    });
  /** Types each answer when the question is asked for it: earlier text is echoed into the output above the prompt. */
  const answer = async (terminal: WatchedTerminal, question: string, ...answers: readonly string[]): Promise<void> => {
    for (const [before, text] of answers.entries()) {
      await asks(terminal, question, before + 1);
      terminal.type(`${text}\r`);
    }
  };

  test('offers a default for each question, explains an invalid answer, and asks again', async () => {
    const { talk, read } = await openFolder();
    const terminal = talk([], 60);
    await answer(terminal, 'Address of the pipes API', 'http://api.example.com', 'https://api.example.com');
    // More than ten questions: Node prints a warning for the eleventh listener of an event.
    await answer(terminal, 'Id of the organization', '', 'a', 'b', 'c', 'd', '11111111-2222-3333-4444-555555555555');
    await answer(terminal, 'Name of a service', 'billing');
    await answer(terminal, 'Id of billing:', '66666666-7777-8888-9999-000000000000');
    await answer(terminal, 'Address of the observability API', '');
    await asks(terminal, 'CI workflows');
    expect(terminal.hasWrapped(), 'a word is broken').toBe(false);
    await answer(terminal, 'CI workflows', 'github');
    expect(await terminal.ended).toBe(0);
    const shown = terminal.everything().join(' ').replace(/ +/g, ' ');
    expect(shown).toContain('Address of the pipes API [http://127.0.0.1:4010, the sandbox]:');
    expect(shown).toContain(
      ' Address of the pipes API: Credentials are not sent over plain http to another machine: api.example.com. Use https://api.example.com. ',
    );
    expect(shown).toContain(
      ' Id of the organization takes a UUID, not "". Write it in full, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11. ',
    );
    expect(shown).not.toContain('Warning');
    const { api, services, observability } = parse(await read('pipeform.yaml'));
    expect({ api, services, observability }).toEqual({
      api: {
        url: '${PIPEFORM_API_URL:-https://api.example.com}',
        organization: '11111111-2222-3333-4444-555555555555',
        rateLimit: { requests: 10, per: '10s' },
      },
      services: { billing: '66666666-7777-8888-9999-000000000000' },
      observability: undefined,
    });
    expect(await read('.github/workflows/pipeform-apply.yml')).toContain('name: Pipeform apply');
  });

  inCi.each([
    ['Ctrl-C', CTRL_C, 130, 'Interrupted. Nothing was written.'],
    ['the end of the input', CTRL_D, 1, 'The input ended. Nothing was written.'],
  ])('%s writes nothing', async (_, key, code, words) => {
    const { talk, files } = await openFolder();
    const terminal = talk();
    await asks(terminal, 'Address of the pipes API');
    terminal.type('\r');
    await asks(terminal, 'Id of the organization');
    terminal.type(key);
    expect(await terminal.ended).toBe(code);
    expect(terminal.everything().join('\n')).toContain(words);
    expect(await files()).toEqual([]);
  });

  inCi('asks only about workflows when a configuration exists, and nothing that an option answers', async () => {
    const { talk, write } = await openFolder();
    await write('pipeform.yaml', 'version: 1\n');
    const terminal = talk();
    await asks(terminal, 'CI workflows');
    terminal.type('\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything().join('\n')).not.toContain('organization');
    const answered = talk(['--yes']);
    expect(await answered.ended).toBe(0);
    expect(answered.everything()[0]).toContain('= pipeform.yaml');
  });
});
