import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { editLive } from '../e2e/control.ts';
import { makeFolder } from '../e2e/folder.ts';
import { CREDENTIALS, openHeld, pipe } from '../e2e/harness.ts';
import { startProgram } from '../e2e/process.ts';
import { type FleetRepository, openFleetRepository } from './fleet-repository.ts';
import { type JobEnd, runWorkflow } from './github-runner.ts';
import { readCommands } from './runner-commands.ts';
import { jobEnvironment, ROOT } from './shell.ts';
import { readAction, type Step } from './workflow.ts';

vi.setConfig({ testTimeout: 60_000 });

const CHECKOUT = 'actions/checkout@9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0';
const SECRETS = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' };

/** One use of the action on main, after a checkout. */
async function runOnMain(fleet: FleetRepository, given: Readonly<Record<string, string>>): Promise<JobEnd> {
  const env = {
    PIPEFORM_KEY_ID: '${{ secrets.PIPEFORM_KEY_ID }}',
    PIPEFORM_KEY_SECRET: '${{ secrets.PIPEFORM_KEY_SECRET }}',
  };
  const steps: readonly Step[] = [
    { uses: CHECKOUT },
    { id: 'ours', uses: './.github/actions/pipeform', with: given, env },
  ];
  const ends = await runWorkflow(
    { on: {}, permissions: {}, jobs: { one: { steps } } },
    {
      origin: fleet.origin,
      eventName: 'push',
      event: {},
      github: { repository: 'acme/fleet', sha: fleet.main, ref: 'refs/heads/main' },
      secrets: SECRETS,
      token: 'a-token',
      artifacts: new Map(),
    },
  );
  if (ends.one === undefined) throw new Error('the job did not run');
  return ends.one;
}

describe('exit codes', () => {
  test('the exit code of the command is an output and the exit code of the step', async () => {
    const fleet = await openFleetRepository();
    const drifted = await runOnMain(fleet, { command: 'drift' });
    expect([drifted.result, drifted.steps.ours?.['exit-code']]).toEqual(['failure', '2']);
    const accepted = await runOnMain(fleet, { command: 'drift', 'accept-exit-codes': '2 5' });
    expect([accepted.result, accepted.steps.ours?.['exit-code']]).toEqual(['success', '2']);
    const planned = await runOnMain(fleet, { command: 'plan', args: '--detailed-exitcode\n--target=orders' });
    expect([planned.result, planned.steps.ours?.['exit-code']]).toEqual(['failure', '2']);
    expect(JSON.parse(planned.steps.ours?.summary ?? '')).toMatchObject({ total: 1, update: 1 });
  });

  test('a report that cannot be posted fails the step, and the report is still written', async () => {
    const fleet = await openFleetRepository();
    const end = await runOnMain(fleet, { command: 'plan', publish: 'github-pr' });
    expect([end.result, end.steps.ours?.['exit-code'], end.steps.ours?.['has-changes']]).toEqual([
      'failure',
      '0',
      'true',
    ]);
    expect(end.log).toContain('pull request');
  });

  test.each([
    [{ command: 'rollback', run: 'pipeform.yaml', out: 'pipeform.yaml' }, 'The inputs run and out name the same file.'],
    [{ command: 'apply', plan: 'plan.json', out: 'pipeform.yaml' }, 'plan.json'],
    [{ command: 'apply', plan: 'pipeform.yaml', out: './pipeform.yaml' }, 'name the same file'],
    [{ command: 'apply' }, 'there is no terminal to ask on'],
    [{ command: 'apply', plan: '--auto-approve' }, './--auto-approve cannot be read'],
  ])('refuses %o with a message', async (given, words) => {
    const fleet = await openFleetRepository();
    const end = await runOnMain(fleet, given);
    expect(end.result).toBe('failure');
    expect(end.log).toContain(words);
    expect(fleet.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('untrusted text', () => {
  test('a live name is not a command to the runner', async () => {
    const fleet = await openFleetRepository();
    const name = '::add-mask::x\n::error::from the service\n##[error]again';
    await editLive(fleet.sandbox.url, '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001', { name });
    const end = await runOnMain(fleet, { command: 'plan' });
    const [, token = ''] = /^::stop-commands::([0-9a-f]{32})$/m.exec(end.log) ?? [];
    const [, asText = '', afterwards = ''] = end.log.split(new RegExp(`^::(?:stop-commands::)?${token}(?:::)?$`, 'm'));
    expect(asText).toContain('from the service');
    expect(afterwards).toMatch(/^::error file=pipes\/streaming\.yaml,line=3/m);
    const commands = readCommands(end.log);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toMatch(/^::(notice|warning|error) (file|title)=/);
    expect(commands.filter((command) => /^::error::|add-mask::x$/.test(command))).toEqual([]);
  });
});

const fleet = createQuickstartFleet();

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a %s of the runner reaches the command, which stops cleanly; report and journal are there',
  async (signal, code) => {
    const settings = { db_max_threads: 16 };
    const pipes = {
      'a-orders': pipe(fleet, 'orders-prod', { settings }),
      'b-payments': pipe(fleet, 'payments-prod', { settings }),
    };
    const held = await openHeld('PUT', { document: { pipes } });
    const { env, place } = await openStep(held.folder);
    const [{ run: script = '' } = {}] = readAction().runs.steps;
    await writeFile(place('step.sh'), script);
    const inputs = {
      INPUT_COMMAND: 'apply',
      INPUT_AUTO_APPROVE: 'true',
      INPUT_ARGS: '--parallelism=1',
      INPUT_PUBLISH: 'webhook',
    };
    const running = startProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', place('step.sh')], {
      cwd: held.folder,
      env: { ...env, ...CREDENTIALS, ...inputs, GITHUB_ACTION_PATH: ROOT },
    });
    await running.reaches(held.held);
    // To the process that the runner has started, and to no other.
    running.signal(signal);
    await running.says(/Interrupted: pipes in flight are finished/);
    held.release();
    const end = await running.ended;
    expect(end).toMatchObject({ code, stdout: expect.stringContaining(`Interrupted (${signal}). Applied 1 pipe`) });
    expect(held.live('orders-prod').settings.db_max_threads).toBe(16);
    const report = join(place('temp'), 'pipeform/apply.json');
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ interrupted: signal, summary: { applied: 1 } });
    expect(await readFile(place('OUTPUT'), 'utf8')).toContain(`exit-code=${code}\nreport=${report}\n`);
    const [journal = ''] = await readdir(join(held.folder, '.pipeform/runs'));
    expect(await readFile(join(held.folder, '.pipeform/runs', journal), 'utf8')).toMatch(/\n\{"type":"end",.*\n$/);
  },
);

/** The files and variables of a step, with inputs that are empty. */
async function openStep(workspace: string) {
  const folder = await makeFolder();
  const place = (name: string): string => join(folder, name);
  await mkdir(place('temp'));
  const files = Object.fromEntries(['OUTPUT', 'PATH', 'STEP_SUMMARY'].map((name) => [`GITHUB_${name}`, place(name)]));
  const names = (await readFile(join(ROOT, 'action.sh'), 'utf8')).match(/INPUT_\w+/g) ?? [];
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  const env = {
    ...empty,
    ...files,
    ...(await jobEnvironment(folder)),
    INPUT_WORKING_DIRECTORY: '.',
    INPUT_SUMMARY: 'true',
    RUNNER_TEMP: place('temp'),
    GITHUB_WORKSPACE: workspace,
  };
  return { place, env };
}
