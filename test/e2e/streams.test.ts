import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { generateFleet } from '../../src/sandbox/index.ts';
import { inCi, sample } from '../effort.ts';
import { fleet, manage, openWorkspace, pipe } from './harness.ts';

const ESCAPE = '\u001b';
const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } });

describe.concurrent('stdout has the result and stderr the rest', () => {
  test('plan: only the plan', async () => {
    const { run } = await openWorkspace();
    const { stdout, stderr } = await run('plan');
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Plan: 3 pipes to update (7 changes, 5 requests), 2 unchanged.');
  });

  test('apply: the plan and its result; progress goes to stderr', async () => {
    const { run } = await openWorkspace();
    const { stdout, stderr } = await run('apply --auto-approve');
    expect(stdout).toMatch(
      /Plan: 3 pipes[^\n]*\n\nApplied 3 pipes, 2 unchanged: 5 update requests in [\d.]+m?s\.\nRun: (\S+)\nUndo: pipeform rollback \1\n$/,
    );
    expect(stderr).toMatch(/^Applying 3 pipes\.\n(applied {2}\S+\n){3}$/);
  });

  test('a warning of the configuration goes to stderr', async () => {
    const scaling = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 8 };
    const { run } = await openWorkspace({ document: { pipes: { orders: { ...orders, scaling } } } });
    const { stdout, stderr } = await run('plan');
    expect(stderr).toContain('unusual-size');
    expect(stdout).not.toContain('unusual-size');
  });

  inCi('shows the reading progress of a large fleet on stderr', async () => {
    const large = generateFleet(60, 2);
    const document = manage(large, 'all', { protect: true });
    const { run } = await openWorkspace({ fleet: large, document, switches: { latencyMs: 25 } });
    const { stdout, stderr } = await run('plan --parallelism 1');
    expect(stderr).toMatch(/^Read 60 pipes in /m);
    expect(stdout).not.toContain('Read 60');
  });

  test('--log-level debug shows each request on stderr', async () => {
    const { run } = await openWorkspace({ document: { pipes: { orders } } });
    const { stderr } = await run('apply --auto-approve --log-level debug');
    const lines = stderr.split('\n').filter((line) => line.startsWith('debug: '));
    const methods = lines.map((line) => / (GET|PUT) (\S+) 200 attempt 1 \d+ms request id \S+$/.exec(line)?.[1]);
    for (const line of lines) expect(line).toMatch(/ http:\/\/127\.0\.0\.1:\d+\/v1\/organizations\//);
    expect(methods).toEqual(['GET', 'GET', 'PUT', 'GET']);
  });

  test('--log-level quiet leaves stderr empty', async () => {
    const { run } = await openWorkspace();
    expect((await run('apply --auto-approve --log-level quiet')).stderr).toBe('');
  });
});

describe.concurrent('the fast path for help and version', () => {
  inCi.each(['--help', '-h'])('%s prints the same as `help`, at any width', async (question) => {
    const { runBuilt: run, shell } = await openWorkspace();
    const answer = await run(question);
    expect(answer).toEqual({ code: 0, stdout: (await run('help')).stdout, stderr: '' });
    const toNowhere = await shell(`$PIPEFORM ${question} > /dev/null; echo "exit code $?"`);
    expect(toNowhere).toMatchObject({ stdout: 'exit code 0\n', stderr: '' });
  });

  test.each(sample(['--version', '-V']))('%s', async (question) => {
    const { runBuilt: run } = await openWorkspace();
    expect(await run(question)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  test.each(sample(['--help', '--version']))(
    '%s fails on a full disk, and not on a closed reader',
    async (question) => {
      const { shell } = await openWorkspace();
      const full = await shell(`$PIPEFORM ${question} > /dev/full; echo "exit code $?"`);
      expect(full.stdout).toBe('exit code 1\n');
      expect(full.stderr).toMatch(/^stdout cannot be written\. The disk is full\./);
      const gone = await shell(`set -o pipefail; $PIPEFORM ${question} | true; echo "exit code $?"`);
      expect(gone).toMatchObject({ stdout: 'exit code 0\n', stderr: '' });
    },
  );
});

describe.concurrent('a reader that closes the pipe does not cause a crash', () => {
  const large = generateFleet(200, 3);
  const document = manage(large, 'changeable', { settings: { db_max_threads: 63 } });

  test.each(sample(['plan', 'plan --format json', 'plan --log-level debug 2>&1']))('%s | head -1', async (line) => {
    const { shell } = await openWorkspace({ fleet: large, document });
    const { stdout, stderr } = await shell(`set -o pipefail; $PIPEFORM ${line} | head -1 >/dev/null; echo "$?"`);
    expect({ stdout, stderr: stderr.replace(/^Read.* pipes .*\n/gm, '') }).toEqual({ stdout: '0\n', stderr: '' });
  });

  inCi('the exit code still reports differences', async () => {
    const { start } = await openWorkspace({ fleet: large, document });
    const running = start('plan --detailed-exitcode');
    running.leave();
    const { code, stderr } = await running.ended;
    expect(code).toBe(2);
    expect(stderr).not.toContain('EPIPE');
  });

  inCi.each(['>&-', '2>&-', '<&-', '>/dev/full'])('plan %s does not crash', async (redirection) => {
    const { shell } = await openWorkspace({ document: { pipes: { orders } } });
    const { stdout, stderr } = await shell(`$PIPEFORM plan ${redirection}; echo "exit code $?"`);
    expect(stdout).toMatch(/exit code [01]\n$/);
    expect(stderr).not.toMatch(/^\s+at .*[:(]\d+/m);
  });

  inCi('fails when a file takes only part of the output', async () => {
    const { shell } = await openWorkspace({ document: { pipes: { orders } } });
    const { stdout, stderr } = await shell('ulimit -f 1; $PIPEFORM --help > help.txt; echo "exit code $?"');
    expect(stdout).toBe('exit code 1\n');
    expect(stderr).toMatch(/^stdout cannot be written\. EFBIG/);
  });

  inCi('an apply continues to the end', async () => {
    const { start, live } = await openWorkspace({ document: { pipes: { orders } } });
    const running = start('apply --auto-approve --format json');
    await running.says(/run_start/);
    running.leave();
    expect((await running.ended).code).toBe(0);
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
  });
});

test.concurrent('color is for terminals, or for FORCE_COLOR, and neither for NO_COLOR nor in JSON', async () => {
  const { run } = await openWorkspace();
  const forced = { FORCE_COLOR: '1' };
  for (const [line, env, isColored] of [
    ['validate', {}, false],
    ['validate', forced, true],
    ['validate --no-color', forced, false],
    ['validate --format json', forced, false],
    ['plan --target nobody', forced, true],
  ] as const) {
    const { stdout, stderr } = await run(line, env);
    expect([line, env, (stdout + stderr).includes(ESCAPE)]).toEqual([line, env, isColored]);
  }
});
