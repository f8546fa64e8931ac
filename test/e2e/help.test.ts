import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTerminal } from '../progress/terminal.ts';
import { afterTests } from './clean-up.ts';
import { makeFolder } from './folder.ts';
import { cleanEnvironment, PIPEFORM, runCommand } from './process.ts';

describe.concurrent('help', () => {
  test('the prebuilt help equals the generated help', async () => {
    const cwd = await makeFolder();
    const built = readFileSync(new URL('help.txt', `file://${PIPEFORM}`), 'utf8');
    const [atOnce, asCommand] = await Promise.all([runCommand(['--help'], { cwd }), runCommand(['help'], { cwd })]);
    expect(atOnce).toEqual({ code: 0, stdout: built, stderr: '' });
    expect(asCommand).toEqual(atOnce);
  });

  test.each([['--help'], ['publish --help'], ['help apply']])('%s fits a terminal of 60 columns', async (line) => {
    const cwd = await makeFolder();
    const command = [process.execPath, PIPEFORM, ...line.split(' ')];
    const terminal = openTerminal(60, 200, command, { cwd, env: cleanEnvironment(cwd) });
    afterTests(() => terminal.close());
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()[0]).toContain('Usage: pipeform');
    expect(terminal.hasWrapped()).toBe(false);
  });
});
