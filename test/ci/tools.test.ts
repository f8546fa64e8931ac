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

test('a missing tool is reported as a skip, also when others are required', () => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', 'git');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { context, skipped } = watch();
  requireTool('no-such-tool', context);
  expect(skipped).toEqual(['no-such-tool is not installed, so "a check" did not run.']);
  expect(written).toHaveBeenCalledWith(expect.stringContaining('SKIPPED: no-such-tool is not installed'));
});

test('a missing tool is a failure when it is required', () => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', 'git no-such-tool');
  const { context, skipped } = watch();
  expect(() => requireTool('no-such-tool', context)).toThrow('no-such-tool is not installed');
  expect(skipped).toEqual([]);
});

test('a tool that exists is neither skipped nor a failure', () => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', 'git');
  const { context, skipped } = watch();
  requireTool('git', context);
  expect(skipped).toEqual([]);
});

test('a library is searched for by name', () => {
  vi.stubEnv('PIPEFORM_REQUIRE_TOOLS', 'libno-such.so');
  const { context } = watch();
  expect(() => requireLibrary('libno-such.so', context)).toThrow('libno-such.so is not installed');
  requireLibrary('libc.so.6', context);
});
