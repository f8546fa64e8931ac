import { describe, expect, test } from 'vitest';
import { generateFleet } from '../../src/sandbox/index.ts';
import { inCi } from '../effort.ts';
import type { WatchedTerminal } from '../progress/terminal.ts';
import { openWorkspace, pipe } from './harness.ts';

const fleet = generateFleet(40, 1);
const document = {
  pipes: Object.fromEntries(
    [...fleet.pipes.values()].map(({ name }, index) => [
      name,
      pipe(fleet, name, { settings: { db_max_threads: 16 + index } }),
    ]),
  ),
};
const MARKED = "sed 's/^/paged /'";
const LAST_LINE = 'Plan: 40 pipes to update';

const textOf = (terminal: WatchedTerminal): string => terminal.everything().join('\n');
const shows = (terminal: WatchedTerminal, words: string): Promise<void> =>
  terminal.until(words, () => textOf(terminal).includes(words));

describe.concurrent('a plan that is longer than the screen', () => {
  inCi('opens in less at its start, and stays on the screen after less has ended', async () => {
    const { watch } = await openWorkspace({ fleet, document });
    const terminal = watch('plan');
    await terminal.until('the prompt of less', () => terminal.screen().at(-1) === ':');
    expect(textOf(terminal)).not.toContain(LAST_LINE);
    terminal.type('G');
    await shows(terminal, LAST_LINE);
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
    expect(textOf(terminal)).toContain(LAST_LINE);
  });

  inCi('ends with its totals for who leaves less early', async () => {
    const { watch } = await openWorkspace({ fleet, document });
    const terminal = watch('plan');
    await terminal.until('the prompt of less', () => terminal.screen().at(-1) === ':');
    terminal.type('q');
    await shows(terminal, LAST_LINE);
    expect(await terminal.ended).toBe(0);
    expect(textOf(terminal)).not.toContain('Capacity');
  });

  inCi('goes through $PAGER, which a shell reads', async () => {
    const { watch } = await openWorkspace({ fleet, document });
    const terminal = watch('plan', { PAGER: MARKED });
    await shows(terminal, LAST_LINE);
    expect(await terminal.ended).toBe(0);
    expect(textOf(terminal)).toContain(`paged ${LAST_LINE}`);
  });

  inCi.each([
    ['--no-pager', 'plan --no-pager', { PAGER: MARKED }],
    ['an empty PAGER', 'plan', { PAGER: '' }],
    ['PAGER=cat', 'plan', { PAGER: 'cat' }],
    ['a pager that does not exist', 'plan', { PAGER: 'no-such-pager' }],
    ['a dumb terminal', 'plan', { PAGER: MARKED, TERM: 'dumb' }],
    ['CI', 'plan', { PAGER: MARKED, CI: 'true' }],
    ['a plan that fits', 'plan --summary', { PAGER: MARKED }],
  ])('is printed with %s', async (_, line, env) => {
    const { watch } = await openWorkspace({ fleet, document });
    const terminal = watch(line, env);
    await shows(terminal, LAST_LINE);
    expect(await terminal.ended).toBe(0);
    expect(textOf(terminal)).not.toContain('paged');
  });

  test('is printed when stdout is not a terminal', async () => {
    const { run } = await openWorkspace({ fleet, document });
    expect((await run('plan', { PAGER: MARKED })).stdout).toContain(`\n${LAST_LINE}`);
  });

  inCi('is printed before the prompt of apply', async () => {
    const { watch } = await openWorkspace({ fleet, document });
    const terminal = watch('apply', { PAGER: MARKED });
    await shows(terminal, 'Only "yes" is accepted:');
    expect(textOf(terminal)).toContain(`\n${LAST_LINE}`);
    terminal.type('no\r');
    expect(await terminal.ended).toBe(1);
  });
});
