import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { PolicyTest } from '../../src/model/policy-test.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { openWorkspace, pipe, readDocument } from './harness.ts';

const fleet = createQuickstartFleet();

function documentWith(rules: readonly JsonObject[], policy: JsonObject = {}): JsonObject {
  return {
    policy: { ...policy, rules: [...rules] },
    pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }) },
  };
}

const RULES = [
  { name: 'slow', when: 'change.after > 2 * change.before', level: 'warn', message: 'Go slow.' },
  { name: 'never', when: 'pipe.name == "billing"', level: 'refuse', message: 'Not billing.' },
];

describe('policy test', () => {
  test('says what each rule says of plans, drift reports, runs and the journal, and sends nothing', async () => {
    const { run, writes } = await openWorkspace({ document: documentWith(RULES) });
    await run('plan --out plan.json');
    await run('drift --out drift.json');
    expect((await run('apply --auto-approve --out run.json')).code).toBe(0);
    const sent = writes().length;
    const tested = await run('policy test plan.json drift.json run.json .pipeform/runs --format json');
    expect(tested.code).toBe(0);
    const document = readDocument<PolicyTest>(tested.stdout);
    expect(findFaults('policy-test', document)).toEqual([]);
    expect(document.documents.map(({ kind, changes }) => [kind, changes])).toEqual([
      ['plan', 1],
      ['drift', 1],
      ['run', 1],
      ['run', 1],
    ]);
    expect(document.rules).toMatchObject([
      { name: 'slow', warned: 4, refused: 0 },
      { name: 'never', warned: 0, refused: 0 },
    ]);
    expect((await run('policy test')).stdout).toContain('settings.db_max_threads  4 -> 16');
    expect(writes()).toHaveLength(sent);
  });

  test('exits with 2 when a rule would have refused something', async () => {
    const { run, write, folder } = await openWorkspace({ document: documentWith([]) });
    expect((await run('plan --out plan.json')).code).toBe(0);
    const { readFile } = await import('node:fs/promises');
    const file = await readFile(`${folder}/pipeform.yaml`, 'utf8');
    const rule = 'rules: [{ name: slow, when: change.after > 5, level: refuse, message: Go slow. }]';
    await write({ 'pipeform.yaml': file.replace('rules: []', rule) });
    const tested = await run('policy test plan.json');
    expect(tested.code).toBe(2);
    expect(tested.stdout).toContain('refused  slow  analytics/orders  settings.db_max_threads  4 -> 16');
    expect(tested.stdout).toContain('slow  refuses 1');
  });

  test('asks about the changes of a run that was refused as a whole', async () => {
    const freeze = [{ from: '2026-01-01', until: '2099-12-31', reason: 'move' }];
    const { run } = await openWorkspace({ document: documentWith(RULES, { freeze }) });
    expect((await run('apply --auto-approve')).code).toBe(5);
    expect((await run('policy test')).stdout).toMatch(/^slow +warns of 1$/m);
  });

  test('fails without a rule, and without a document', async () => {
    const { run } = await openWorkspace({ document: documentWith([]) });
    await run('plan --out plan.json');
    const noRule = await run('policy test plan.json');
    expect(noRule).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('has no rules, so nothing was'),
    });
    const empty = await openWorkspace({ document: documentWith(RULES) });
    const noRun = await empty.run('policy test');
    expect(noRun).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no run in .pipeform/runs') });
    const json = await empty.run('policy test --format json');
    expect([json.code, readDocument<{ diagnostics: unknown }>(json.stdout).diagnostics]).toMatchObject([
      1,
      [{ code: 'nothing-to-check' }],
    ]);
  });

  test('fails for a file that is no document, and for another verb', async () => {
    const { run } = await openWorkspace({ document: documentWith(RULES) });
    expect((await run('policy test pipeform.yaml')).code).toBe(1);
    expect((await run('policy try')).code).toBe(1);
    const missing = await run('policy test missing.jsonl');
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('missing.jsonl cannot be read.');
    expect(missing.stderr).not.toContain('Move the file');
  });

  test('fails for a folder without a journal, and names a broken journal by its path', async () => {
    const { run, write } = await openWorkspace({ document: documentWith(RULES) });
    await run('apply --auto-approve');
    await write({ 'plans/plan.json': '{}' });
    for (const folder of ['plans', '.pipeform']) {
      const { code, stderr } = await run(`policy test ${folder}`);
      expect(code).toBe(1);
      expect(stderr).toContain(`${folder} has no journals.`);
      expect(stderr).toContain('Name the files');
    }
    await write({ 'old/20261120T100000Z-1f4a2c.jsonl': 'no journal\n{}\n' });
    const broken = await run('policy test old');
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('old/20261120T100000Z-1f4a2c.jsonl, line 1,');
    expect(broken.stderr).not.toContain('.pipeform');
  });
});
