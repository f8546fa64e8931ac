import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTerminal } from '../progress/terminal.ts';
import { afterTests } from './clean-up.ts';
import { makeFolder, openWorkspace } from './harness.ts';
import { cleanEnvironment, PIPEFORM, runCommand } from './process.ts';
import { watchLoading } from './watch-loading.ts';

describe.concurrent('help', () => {
  test('that was made beforehand is the help', async () => {
    const cwd = await makeFolder();
    const built = readFileSync(new URL('help.txt', `file://${PIPEFORM}`), 'utf8');
    const [atOnce, told] = await Promise.all([runCommand(['--help'], { cwd }), runCommand(['help'], { cwd })]);
    expect(atOnce).toEqual({ code: 0, stdout: built, stderr: '' });
    expect(told).toEqual(atOnce);
  });

  test.each([['--help'], ['sandbox --help'], ['help init']])('%s fits a terminal of 60 columns', async (line) => {
    const cwd = await makeFolder();
    const command = [process.execPath, PIPEFORM, ...line.split(' ')];
    const terminal = openTerminal(60, 200, command, { cwd, env: cleanEnvironment(cwd) });
    afterTests(() => terminal.close());
    expect(await terminal.ended).toBe(0);
    expect(terminal.everything()[0]).toContain('Usage: pipeform');
    expect(terminal.hasWrapped()).toBe(false);
  });

  test.each(['plan --help', 'help apply', 'plan --traget', 'complete -- pl'])(
    '%s loads no module of a command that is not run',
    async (line) => {
      const { files } = await watchLoading(await openWorkspace(), line);
      const others = [
        'plan',
        'apply',
        'configuration',
        'load-fleet',
        'yaml',
        'api',
        'connection',
        'sandbox',
        'ink-view',
      ];
      expect(files.filter((file) => others.includes(file))).toEqual([]);
    },
  );
});

test('completion asks no service, and reads no more than the configuration', async () => {
  const { ended, reads, requests, builtIns } = await watchLoading(
    await openWorkspace(),
    'complete -- plan --target ord',
  );
  expect(ended).toEqual({ code: 0, stdout: 'orders\tanalytics\n', stderr: '' });
  expect(reads).toEqual(['pipeform.yaml', 'pipes/files.yaml', 'pipes/streaming.yaml']);
  expect({ requests, http: builtIns.filter((name) => /^(?:_http_.*|https?|http2|tls)$/.test(name)) }).toEqual({
    requests: 0,
    http: [],
  });
});
