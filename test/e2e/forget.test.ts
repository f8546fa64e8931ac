import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { validateJournalLine } from '../../generated/validate-report.js';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-clicks': pipe(fleet, 'clickstream-prod', { settings }),
    'b-orders': pipe(fleet, 'orders-prod', { settings }),
  },
};
const APPLY = 'apply --auto-approve --parallelism 1';

interface Cut extends Workspace {
  readonly runId: string;
  /** The lines of the journal of the run. */
  journal(): Promise<readonly Record<string, unknown>[]>;
  /** Removes a pipe from the configuration, or restores it. */
  configure(which: 'all' | 'without b-orders'): Promise<void>;
}

/** An apply that was killed after its nth request of this kind took effect and before it read the response. */
async function openCut(kind: 'read' | 'write', nth: number): Promise<Cut> {
  const workspace = await openHeld(kind === 'read' ? 'GET' : 'write', { document, nth, moment: 'after' });
  const running = workspace.start(APPLY);
  await running.reaches(workspace.held);
  running.signal('SIGKILL');
  await running.ended;
  const runs = join(workspace.folder, '.pipeform', 'runs');
  const [name = ''] = await readdir(runs);
  const file = join(workspace.folder, 'pipeform.yaml');
  const whole = await readFile(file, 'utf8');
  return {
    ...workspace,
    runId: name.replace('.jsonl', ''),
    async journal() {
      const text = await readFile(join(runs, name), 'utf8');
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async configure(which) {
      const { pipes, ...rest } = parse(whole) as { pipes: Record<string, unknown> };
      const { 'b-orders': _, ...others } = pipes;
      await writeFile(file, stringify({ ...rest, pipes: which === 'all' ? pipes : others }));
    },
  };
}

const LEFT = 'b-orders: is no longer in the configuration, so it was not read';

describe.concurrent('an unfinished run with a pipe that left the configuration', () => {
  test('is reported by every plan and apply until the pipe is read', async () => {
    const { run, runId, journal, configure } = await openCut('write', 2);
    await configure('without b-orders');
    for (const line of ['plan', APPLY, APPLY, 'plan']) {
      const { code, stdout } = await run(line);
      expect(code).toBe(0);
      expect(stdout).toContain(LEFT);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`\`pipeform runs forget ${runId}\``);
    }
    expect((await journal()).at(-1)).not.toMatchObject({ type: 'settled' });

    await configure('all');
    expect((await run(APPLY)).stdout).toContain('b-orders: has the values that the run wrote');
    expect((await journal()).at(-1)).toMatchObject({
      type: 'settled',
      pipes: [{ pipe: 'b-orders', found: 'written' }],
    });
    expect((await run('plan')).stdout).not.toContain(runId);
    expect((await run(`runs forget ${runId}`)).stderr).toContain('A later run has read its open pipes');
  });

  inCi('is not reported after forget, which sends no request and needs no valid configuration', async () => {
    const { run, runId, folder, sandbox, journal, configure } = await openCut('write', 2);
    const before = sandbox.requests().length;
    await writeFile(join(folder, 'pipeform.yaml'), 'pipes: [not, a, map');
    const forgotten = await run(`runs forget ${runId}`, { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '' });
    expect(forgotten).toMatchObject({ code: 0, stderr: '' });
    expect(forgotten.stdout).toBe(
      [
        `The run ${runId} is forgotten: plan and apply no longer report it.`,
        'The current values of these pipes were not read: b-orders.',
        'No pipe was changed.\n',
      ].join('\n'),
    );
    expect(sandbox.requests()).toHaveLength(before);
    const lines = await journal();
    expect(lines.filter((line) => !validateJournalLine(line))).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ type: 'forgotten', pipes: ['b-orders'] });
    expect((await readdir(join(folder, '.pipeform'))).sort()).toEqual(['.gitignore', 'runs']);

    await configure('without b-orders');
    expect((await run('plan')).stdout).not.toContain(runId);
    const { stdout } = await run('runs');
    expect(stdout).toContain('unfinished');
    const shown = readDocument<Run>((await run(`runs show ${runId} --format json`)).stdout);
    expect(shown.diagnostics.at(-1)?.detail).toContain('Forgotten since');
  });

  inCi('prints the forgotten run as JSON, as later commands show it', async () => {
    const { run, runId } = await openCut('write', 1);
    const { code, stdout } = await run(`runs forget ${runId.slice(0, 12)} --format json`);
    expect(code).toBe(0);
    expect(findFaults('run', readDocument(stdout))).toEqual([]);
    expect(stdout).toBe((await run(`runs show ${runId} --format json`)).stdout);
    expect(await run(`runs forget ${runId} --format html`)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe.concurrent('forget changes nothing', () => {
  inCi('for a run that ended or was already forgotten', async () => {
    const { run, runId, journal } = await openCut('write', 1);
    expect((await run(`runs forget ${runId}`)).code).toBe(0);
    const again = await run(`runs forget ${runId}`);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('run-not-open');
    expect(again.stderr).toContain('it was already forgotten');
    expect(await journal()).toHaveLength(3);
    await run(APPLY);
    const ended = await run('runs forget latest');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('It ended (finished).');
  });

  inCi('for a run that sent nothing before it was interrupted', async () => {
    const { run, runId } = await openCut('read', 3);
    const { code, stderr } = await run(`runs forget ${runId}`);
    expect(code).toBe(1);
    expect(stderr).toContain('The next apply settles it.');
  });

  test('for an unknown run, and creates no folder for it', async () => {
    const { run, folder } = await openWorkspace({ document });
    const { code, stderr } = await run('runs forget latest');
    expect(code).toBe(1);
    expect(stderr).toContain('run-not-found');
    expect(await readdir(folder)).toEqual(['pipeform.yaml']);
  });

  inCi('while another run is in progress', async () => {
    const { run, runId, folder } = await openCut('write', 1);
    const own = { processId: process.pid, host: 'elsewhere', startedAt: null, since: 'now', purpose: 'run-x' };
    await writeFile(join(folder, '.pipeform', 'lock'), JSON.stringify(own));
    const { code, stderr } = await run(`runs forget ${runId}`);
    expect(code).toBe(1);
    expect(stderr).toContain('apply-locked');
    expect(stderr).toContain('Run run-x, process');
  });
});
