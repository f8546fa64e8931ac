import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ROOT, run } from '../../ci/shell.ts';
import { requireTool } from '../../ci/tools.ts';

/** The page written by the build. */
const PAGE = fileURLToPath(new URL('../../../dist/pipeform.1', import.meta.url));
const ENVIRONMENT = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', MANWIDTH: '80' };

test.for([
  ['man', '-l', '--warnings', '-E', 'UTF-8', PAGE],
  ['groff', '-man', '-ww', '-T', 'utf8', '-P', '-cbou', PAGE],
])('%s reports no problems', async (command, context) => {
  requireTool(command[0] ?? '', context);
  const { code, stdout, stderr } = await run(command, ROOT, ENVIRONMENT);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('PIPEFORM_KEY_ID');
});

test('mandoc reports no problems', async (context) => {
  requireTool('mandoc', context);
  const command = ['mandoc', '-T', 'lint', '-W', 'warning', PAGE];
  expect(await run(command, ROOT, ENVIRONMENT)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('shown examples can be pasted: hyphens and quotes are plain ASCII', async (context) => {
  requireTool('man', context);
  const { stdout } = await run(['man', '-l', '-E', 'UTF-8', PAGE], ROOT, { ...ENVIRONMENT, MANWIDTH: '200' });
  expect(stdout).toContain("pipeform plan --target 'orders-*' --detailed-exitcode");
  expect(stdout).toContain('source <(pipeform completion bash)');
  expect(stdout).toContain('~/.config/fish/completions/pipeform.fish');
});
