import { describe, expect, test } from 'vitest';
import { inCi, sample } from '../effort.ts';
import type { WatchedTerminal } from '../progress/terminal.ts';
import { fleet, openHeld, openWorkspace, pipe, readEvents } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: { orders: pipe(fleet, 'orders-prod', { settings }), payments: pipe(fleet, 'payments-prod', { settings }) },
};
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const shows = (terminal: WatchedTerminal, words: string): Promise<void> =>
  terminal.until(words, () => terminal.everything().join('\n').includes(words));
const asks = (terminal: WatchedTerminal): Promise<void> => shows(terminal, 'Only "yes" is accepted: ');

/** An apply at its prompt, after the plan. */
async function openPrompt(env = {}) {
  const workspace = await openWorkspace({ document });
  const terminal = workspace.watch('apply', env);
  await asks(terminal);
  return { ...workspace, terminal };
}

describe.concurrent('the prompt of apply', () => {
  test('continues after yes, and ends with the command that undoes it', async () => {
    const { terminal, live, run } = await openPrompt();
    expect(terminal.everything().join('\n')).toContain('settings.db_max_threads  4 -> 16');
    terminal.type('yes\r');
    expect(await terminal.ended).toBe(0);
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
    const [id, undo] = terminal.everything().slice(-2);
    expect(undo).toBe(`Undo: pipeform rollback ${id?.replace('Run: ', '')}`);
    expect((await run(`${undo?.replace('Undo: pipeform ', '')} --auto-approve`)).code).toBe(0);
    expect(live('orders-prod').settings.db_max_threads).toBe(4);
  });

  test('the question says how much is written, and where, in lines that fit the terminal', async () => {
    const environments = { production: {} };
    const { runPrompted, sandbox } = await openWorkspace({ document: { ...document, environments } });
    const at = `(${new URL(sandbox.url).host}, organization\n  ${fleet.organization})?\nOnly "yes" is accepted: `;
    const asked = async (line: string, answer: string) => (await runPrompted(line, () => answer)).stderr;
    const changes = 'Apply 2 changes to 2 pipes';
    expect(await asked('apply', 'no')).toContain(`\n${changes}, no environment chosen ${at}`);
    expect(await asked('apply -e production', 'yes')).toContain(`\n${changes} of production ${at}`);
    expect(await asked('rollback latest -e production', 'no')).toContain(
      `\nRestore 2 values of 2 pipes of production ${at}`,
    );
  });

  test.each([
    ['plan', ['Apply it: pipeform apply']],
    ['plan --out plan.json', ['Apply it: pipeform apply plan.json']],
    [
      'drift --target o*',
      [
        "Restore the declared values: pipeform apply --target 'o*'",
        "Write the live values to the files: pipeform pull --target 'o*'",
      ],
    ],
  ])('%s ends with the next command', async (command, lines) => {
    const { runPrompted } = await openWorkspace({ document });
    const { stdout, stderr } = await runPrompted(command, () => '');
    expect((stdout + stderr).trimEnd().split('\n').slice(-lines.length)).toEqual(lines);
  });

  test('a drift of scheduled sizes ends without a command that leaves them as they are', async () => {
    const scaling = { replicas: 7, schedule: [{ days: ['mon'], replicas: 7 }] };
    const pipes = { orders: pipe(fleet, 'orders-prod', { scaling }), payments: document.pipes.payments };
    const { runPrompted } = await openWorkspace({ document: { pipes } });
    const endOf = async (target: string) => {
      const { stdout, stderr } = await runPrompted(`drift --target ${target}`, () => '');
      return (stdout + stderr).trimEnd().split('\n').slice(-2);
    };
    expect(await endOf('orders')).toEqual(['', 'Restore the declared values: pipeform apply --target orders']);
    expect(await endOf('payments')).toContain('Write the live values to the files: pipeform pull --target payments');
  });

  test('any other answer than yes is not yes: nothing is written', async () => {
    const { runPrompted, writes } = await openWorkspace({ document });
    for (const answer of ['y', 'YES', 'no', 'yes please', '']) {
      const { code, stderr } = await runPrompted('apply', () => answer);
      expect([answer, code, stderr]).toEqual([answer, 1, expect.stringContaining('Nothing was written.')]);
    }
    expect(writes()).toEqual([]);
  });

  const TYPED = [
    ['a line', 'yes\r', 'no\r'],
    ['a line that is not ended', 'yes', '\r'],
  ] as const;

  test.each(sample(TYPED))('%s that was typed before the question is discarded', async (_, before, after) => {
    const { watch, held, release, writes } = await openHeld('GET', { document });
    const terminal = watch('apply');
    await held;
    terminal.type(before);
    await shows(terminal, 'yes');
    release();
    await asks(terminal);
    terminal.type(after);
    expect(await terminal.ended).toBe(1);
    expect(terminal.everything().join('\n')).toContain('Nothing was written.');
    expect(writes()).toEqual([]);
  });

  const ENDS: readonly (readonly [string, (terminal: WatchedTerminal) => void, number, string])[] = [
    ['Ctrl-C', (terminal) => terminal.type(CTRL_C), 130, 'Interrupted. Nothing was written.'],
    ['SIGTERM', (terminal) => terminal.signal('SIGTERM'), 143, 'Interrupted. Nothing was written.'],
    ['the end of the input', (terminal) => terminal.type(CTRL_D), 1, 'Nothing was written.'],
  ];

  test.each(sample(ENDS))('%s is not yes: nothing is written', async (_, end, code, words) => {
    const { terminal, writes } = await openPrompt();
    end(terminal);
    expect(await terminal.ended).toBe(code);
    expect(terminal.everything().join('\n')).toContain(words);
    expect(writes()).toEqual([]);
  });

  test('does not prompt when there are no changes', async () => {
    const { runPrompted } = await openWorkspace({
      document: { pipes: { payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 8 } }) } },
    });
    const { code, stdout, stderr } = await runPrompted('apply', () => 'yes');
    expect(code).toBe(0);
    expect(stdout + stderr).toMatch(/^Organization \S+, API \S+\nNo changes\. The pipe matches the configuration\.\n$/);
  });

  inCi('--format json prompts after the plan, and then prints its events', async () => {
    const { runPrompted, live, takeRequests } = await openWorkspace({ document });
    let plan = '';
    const { code, stdout, stderr } = await runPrompted('apply --format json', () => {
      plan = Object.values(takeRequests()).flat().join();
      return 'yes';
    });
    expect([code, plan]).toEqual([0, 'GET,GET']);
    expect(stderr).toMatch(/settings\.db_max_threads {2}4 -> 16[\s\S]*Only "yes" is accepted: /);
    expect(readEvents<{ type: string }>(stdout).at(-1)?.type).toBe('run_done');
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
  });

  test('without a terminal apply refuses immediately and sends nothing', async () => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stdout, stderr } = await run('apply');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('not-approved');
    expect(stderr).toContain('there is no terminal to ask on');
    expect(stderr).toContain('`pipeform plan --out FILE`');
    expect(stderr).not.toContain('--auto-approve');
    const mistyped = (await run('apply --target nosuch', { PIPEFORM_KEY_ID: '' })).stderr;
    expect(mistyped.match(/(?<=^error\[)[a-z-]+/gm)).toEqual([
      'target-no-match',
      'credentials-missing',
      'not-approved',
    ]);
    const json = await run('apply --format json');
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(readEvents<{ type: string }>(json.stdout).at(-1)?.type).toBe('run_done');
    expect(takeRequests()).toEqual({});
  });

  test('refuses a yes from a pipe', async () => {
    const { shell, takeRequests } = await openWorkspace();
    expect((await shell('echo yes | $PIPEFORM apply')).code).toBe(1);
    expect(takeRequests()).toEqual({});
  });
});

test.concurrent('4: a pipe that changes between the plan and the yes is not written, and the others are', async () => {
  const { runPrompted, editLive, live, takeRequests } = await openWorkspace({ document });
  const { code, stdout, stderr } = await runPrompted('apply', async () => {
    await editLive('orders-prod', { settings: { db_max_threads: 2 } });
    return 'yes';
  });
  expect(code).toBe(4);
  expect(stdout + stderr).toContain('pipe-moved');
  expect(stdout + stderr).toContain('settings.db_max_threads: planned from 4, now 2');
  expect(live('orders-prod').settings.db_max_threads).toBe(2);
  expect(live('payments-prod').settings.db_max_threads).toBe(16);
  expect(takeRequests()).toMatchObject({ 'orders-prod': ['GET', 'GET'] });
});

describe.concurrent('on a terminal', () => {
  inCi('shows progress, and at Ctrl-C what happens next; only the summary stays', async () => {
    const { watch, release } = await openHeld('PUT', { document });
    const terminal = watch('apply --parallelism 1');
    await asks(terminal);
    terminal.type('yes\r');
    await shows(terminal, 'sending');
    expect(terminal.screen().join('\n')).toContain('Running (1)');
    expect(terminal.isCursorVisible()).toBe(false);
    terminal.type(CTRL_C);
    await shows(terminal, 'Interrupted: pipes in flight are finished');
    release();
    expect(await terminal.ended).toBe(130);
    const text = terminal.everything().join('\n');
    expect(text).not.toContain('Running (');
    expect(text).toContain('Interrupted (SIGINT). Applied 1 pipe, 1 not attempted');
    expect(terminal.isCursorVisible()).toBe(true);
  });
});
