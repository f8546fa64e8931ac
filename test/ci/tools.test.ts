import { afterEach, expect, type TestContext, test, vi } from 'vitest';
import { requireLibrary, requireTool } from './tools.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function watch(): { readonly context: TestContext; readonly skipped: string[] } {
  const skipped: string[] = [];
  const context = { task: { name: 'a check' }, skip: (note: string) => void skipped.push(note) };
  return { context: context as unknown as TestContext, skipped };
}

test.each([
  ['skipped aloud when only others are required', 'git', 'no-such-tool is not installed, so "a check" did not run.'],
  ['a failure when it is required', 'git no-such-tool', null],
])('a missing tool is %s', (_, required, note) => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', required);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { context, skipped } = watch();
  const need = () => requireTool('no-such-tool', context);
  if (note === null) expect(need).toThrow('no-such-tool is not installed');
  else {
    need();
    expect(written).toHaveBeenCalledWith(expect.stringContaining(`SKIPPED: ${note}`));
  }
  expect(skipped).toEqual(note === null ? [] : [note]);
});

test('a tool and a library that are there are neither skipped nor a failure', () => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', 'git libno-such.so');
  const { context, skipped } = watch();
  requireTool('git', context);
  requireLibrary('libc.so.6', context);
  expect(() => requireLibrary('libno-such.so', context)).toThrow('libno-such.so is not installed');
  expect(skipped).toEqual([]);
});
