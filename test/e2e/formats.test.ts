import { describe, expect, test } from 'vitest';
import { openWorkspace } from './harness.ts';

const BEGINNINGS = {
  markdown: /^<!-- pipeform:/,
  html: /^<!doctype html>/i,
  github: /^::(notice|warning) file=/,
  json: /^\{\n {2}"kind": "/,
} as const;

describe.concurrent('--format', () => {
  test.each(['plan', 'drift'])(
    '%s prints each format, the same from a saved file, with the same exit code',
    async (command) => {
      const { run } = await openWorkspace();
      const { code } = await run(`${command} --out report.json`);
      for (const [format, beginning] of Object.entries(BEGINNINGS)) {
        const direct = await run(`${command} --format ${format}`);
        expect(direct).toMatchObject({ code, stdout: expect.stringMatching(beginning), stderr: '' });
        const shown = await run(`show report.json --format ${format}`);
        expect(shown).toMatchObject({ code: 0, stderr: '' });
        const timeless = (text: string) => text.replace(/\d\d:\d\d:\d\d(\.\d{3}Z)?/g, 'TIME');
        const withoutCommand = (text: string) => timeless(text).replace(/pipeform apply.*/g, '');
        expect(withoutCommand(shown.stdout)).toBe(withoutCommand(direct.stdout));
      }
    },
  );

  test('apply prints the run report', async () => {
    const { run } = await openWorkspace();
    const { code, stdout } = await run('apply --auto-approve --format markdown');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!-- pipeform:run -->\n### Apply – Applied 3 pipes/);
  });

  test('validate prints annotations and SARIF, with file names relative to the top of the repository', async () => {
    const workspace = await openWorkspace();
    await workspace.write({ 'fleet/pipeform.yaml': 'version: 1\nnonsense: true\n', '.git/HEAD': '' });
    const github = await workspace.run('-C fleet validate --format github');
    expect(github.code).toBe(1);
    expect(github.stdout).toMatch(/^::error file=fleet\/pipeform\.yaml,line=2,/m);
    const sarif = await workspace.run('-C fleet validate --format sarif');
    expect(sarif.code).toBe(1);
    expect(JSON.parse(sarif.stdout).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'fleet/pipeform.yaml',
    );
  });

  test.each([
    ['plan', 'sarif'],
    ['validate', 'html'],
    ['sandbox', 'markdown'],
  ])('%s does not support %s, and lists the formats that it supports', async (command, format) => {
    const { run } = await openWorkspace();
    const { code, stderr } = await run(`${command} --format ${format}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`does not print ${format}`);
    expect(stderr).toContain('It prints text, json');
  });

  test('reports a failed plan in the requested format, and as text on stderr', async () => {
    const { run } = await openWorkspace();
    for (const format of ['markdown', 'html', 'github']) {
      const { code, stdout, stderr } = await run(`plan --format ${format}`, { PIPEFORM_KEY_SECRET: '' });
      expect(code).toBe(1);
      expect(stdout).toContain('PIPEFORM_KEY_SECRET');
      expect(stderr).toContain('error[credentials-missing]');
    }
  });
});
