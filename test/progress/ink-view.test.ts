import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawApply } from './draw-apply.ts';
import { pipeNames } from './events.ts';
import { busyFleet } from './stories.ts';
import { openTerminal, type WatchedTerminal } from './terminal.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let driver: string;
let opened: WatchedTerminal[] = [];

beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'ui-'));
  driver = join(folder, 'driver.mjs');
  await build({
    input: join(import.meta.dirname, 'driver.ts'),
    platform: 'node',
    external: /^[^./]/,
    tsconfig: join(root, 'tsconfig.json'),
    output: { file: driver, format: 'esm' },
  });
});

afterEach(() => {
  for (const terminal of opened) terminal.close();
  opened = [];
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function watch(columns: number, rows: number, story: string, pipes = 2_000): WatchedTerminal {
  const terminal = openTerminal(columns, rows, [process.execPath, driver, story, String(pipes)]);
  opened.push(terminal);
  return terminal;
}

const count = (lines: readonly string[], text: string): number => lines.filter((line) => line.includes(text)).length;
const shows = (terminal: WatchedTerminal, text: string): boolean => count(terminal.screen(), text) > 0;
const isBusy = (terminal: WatchedTerminal): boolean => shows(terminal, '800/2,000') && shows(terminal, '4 stale');

describe('an apply of 2,000 pipes on a terminal', () => {
  it.each([
    [120, 50],
    [40, 8],
  ])('stays within %i columns and %i rows', async (columns, rows) => {
    const terminal = watch(columns, rows, 'apply');
    await terminal.until('the busy fleet', () => isBusy(terminal));
    const frame = terminal.screen().slice(terminal.screen().findIndex((line) => line.startsWith('Applying')));
    expect(terminal.hasWrapped()).toBe(false);
    expect(count(terminal.everything(), 'Applying')).toBe(1);
    expect(frame.findLastIndex((line) => line !== '') + 1).toBeLessThan(rows);
    expect(Math.max(...frame.map((line) => line.length))).toBeLessThan(columns);
    expect(terminal.isCursorVisible()).toBe(false);
  });

  it('keeps what was printed before when the terminal is resized, and ends cleanly', async () => {
    const terminal = watch(100, 40, 'apply');
    await terminal.until('the busy fleet', () => isBusy(terminal));
    const before = printedAbove(terminal);
    expect(before).toMatch(/^printedbefore1.*clickstream-0701stale0s$/);
    const [pipes, events] = [pipeNames(2_000), busyFleet(2_000)];
    for (const [columns, rows] of [
      [50, 40],
      [41, 16],
      [73, 10],
      [120, 45],
    ] as const) {
      terminal.resize(columns, rows);
      const picture = drawApply({ pipes, events, columns: Math.min(100, columns - 1), rows: rows - 1 });
      await terminal.until(`a picture of ${columns} columns`, () =>
        terminal.screen().join('\n').trimEnd().endsWith(picture),
      );
      expect(printedAbove(terminal).slice(0, before.length)).toBe(before);
    }
    terminal.signal('SIGUSR1');
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything().join('').replaceAll(' ', '').slice(0, before.length)).toBe(before);
    expect(count(terminal.screen(), 'Apply finished in 12s.')).toBe(1);
  });

  it('leaves a line for each of the first pipes and a summary', async () => {
    const terminal = watch(100, 30, 'apply');
    await terminal.until('the busy fleet', () => isBusy(terminal));
    terminal.signal('SIGUSR1');
    expect(await terminal.ended).toBe(0);
    const lines = terminal.everything();
    const [first, last] = [
      lines.indexOf('  … more pipes applied, counted below'),
      lines.indexOf('Apply finished in 12s.'),
    ];
    const left = [...lines.slice(0, 4), '', ...lines.slice(first, first + 4), '', ...lines.slice(last)];
    await expect(`${left.join('\n')}\n`).toMatchFileSnapshot('golden/left-behind.txt');
    expect(terminal.isCursorVisible()).toBe(true);
  });

  it('leaves only the lines of pipes where a report follows', async () => {
    const terminal = watch(100, 30, 'reported', 3);
    await terminal.until('the last pipe', () => shows(terminal, '3/3'));
    terminal.signal('SIGUSR1');
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()).toEqual([
      'printed before 1',
      'printed before 2',
      '  ✓ orders-0000          applied          1s',
      '  ✗ clickstream-0001     failed           1s',
      '  ‹ billing-events-0002  rolled back      1s',
    ]);
  });

  it('shows the cursor again when the process exits without stopping the view', async () => {
    const terminal = watch(80, 24, 'apply');
    await terminal.until('the busy fleet', () => isBusy(terminal));
    terminal.signal('SIGUSR2');
    expect(await terminal.ended).toBe(3);
    expect(terminal.isCursorVisible()).toBe(true);
  });

  it('lets Ctrl-C reach the process as a signal', async () => {
    const terminal = watch(80, 24, 'apply');
    await terminal.until('the busy fleet', () => isBusy(terminal));
    terminal.type('\x03');
    await terminal.until('the notice', () => shows(terminal, '▲ Stopping: finishing 32 pipes in flight.'));
    expect(count(terminal.everything(), '^C')).toBe(0);
    terminal.type('\x03');
    expect(await terminal.ended).toBe(130);
    expect(shows(terminal, 'Apply interrupted after 12s.')).toBe(true);
    expect(terminal.isCursorVisible()).toBe(true);
  });
});

describe('reading a fleet on a terminal', () => {
  it('shows bar and count, and leaves one line', async () => {
    const terminal = watch(80, 24, 'read');
    await terminal.until(
      'the bar',
      () => shows(terminal, '1,000/2,000   50%') && shows(terminal, '3 could not be read'),
    );
    terminal.signal('SIGUSR1');
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()).toHaveLength(3);
    expect(terminal.everything()[2]).toMatch(/^Read 1,997 of 2,000 pipes in [\dms.]+\.$/);
    expect(terminal.isCursorVisible()).toBe(true);
  });
});

/** All text above the latest picture, without blanks, because lines wrap there. */
function printedAbove(terminal: WatchedTerminal): string {
  const lines = terminal.everything();
  const picture = lines.findLastIndex((line) => line.startsWith('Applying'));
  return lines.slice(0, picture).join('').replaceAll(' ', '');
}
