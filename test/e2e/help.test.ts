import { describe, expect, test } from 'vitest';
import { sample } from '../effort.ts';
import { openTerminal } from '../progress/terminal.ts';
import { afterTests } from './clean-up.ts';
import { makeFolder } from './folder.ts';
import { cleanEnvironment, PIPEFORM } from './process.ts';

describe.concurrent('help', () => {
  test.each(sample(['help apply', '--help', 'publish --help']))('%s fits a terminal of 60 columns', async (line) => {
    const cwd = await makeFolder();
    const command = [process.execPath, PIPEFORM, ...line.split(' ')];
    const terminal = openTerminal(60, 200, command, { cwd, env: cleanEnvironment(cwd) });
    afterTests(() => terminal.close());
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()[0]).toContain('Usage: pipeform');
    expect(terminal.hasWrapped()).toBe(false);
  });
});
