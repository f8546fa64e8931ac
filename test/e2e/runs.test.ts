import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateJournalLine } from '../../generated/validate-report.js';
import type { RunsDocument } from '../../src/model/journal.ts';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { fleet, openWorkspace, pipe, readDocument, readEvents } from './harness.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    orders: pipe(fleet, 'orders-prod', { settings }),
    'orders-too-far': pipe(fleet, 'payments-prod', { settings, protect: true }),
    untouched: pipe(fleet, 'clickstream-prod'),
  },
};

describe.concurrent('runs', () => {
  test('shows what a run reported, and marks journals that cannot be trusted', async () => {
    const { run, folder } = await openWorkspace({ document });
    const applied = await run('apply --auto-approve --format json');
    expect(applied.code).toBe(5);
    const reported = readEvents<{ run: Run }>(applied.stdout).at(-1)?.run;
    if (reported === undefined) throw new Error('the run reported nothing');
    const shown = await run(`runs show ${reported.id.slice(0, 8)} --format json`);
    expect(shown.code).toBe(0);
    expect(findFaults('run', readDocument(shown.stdout))).toEqual([]);
    const pipes = reported.pipes.filter(({ status }) => status !== 'unchanged');
    expect(pipes.length).toBeLessThan(reported.pipes.length);
    const { digest, ...document_ } = readDocument<Run & { digest: string }>(shown.stdout);
    expect(digest).toMatch(/^sha256:/);
    expect(document_).toEqual({ ...reported, pipes });

    const runs = join(folder, '.pipeform', 'runs');
    const journal = await readFile(join(runs, `${reported.id}.jsonl`), 'utf8');
    const lines = journal.trimEnd().split('\n');
    expect(lines.filter((line) => !validateJournalLine(JSON.parse(line)))).toEqual([]);
    const [head = '', second = ''] = lines;
    const future = head.replace('"formatVersion":1', '"formatVersion":9');
    await writeFile(join(runs, '20260101T000000Z-000001.jsonl'), `${head}\ndamaged\n${second}\n`);
    await writeFile(join(runs, '20260101T000000Z-000002.jsonl'), future);
    await writeFile(join(runs, '20260101T000000Z-000003.jsonl'), '');
    const listed = await run('runs --format json');
    expect(listed.code).toBe(1);
    expect(findFaults('runs', readDocument(listed.stdout))).toEqual([]);
    const durationMs = Date.parse(reported.finishedAt) - Date.parse(reported.startedAt);
    expect(readDocument<{ runs: readonly unknown[] }>(listed.stdout).runs).toEqual([
      expect.objectContaining({ id: reported.id, status: 'failed', durationMs, counts: countsOf(reported) }),
    ]);
    expect(listed.stderr.match(/journal-unreadable/g)).toHaveLength(3);
  });

  test('records environment, commit and author', async () => {
    const { run, folder } = await openWorkspace({ document: { ...document, environments: { production: {} } } });
    const git = (...args: readonly string[]) => {
      const identity = ['-c', 'user.name=Fleet', '-c', 'user.email=fleet@example.com', '-c', 'commit.gpgsign=false'];
      return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
    };
    const list = async () => readDocument<RunsDocument>((await run('runs --format json')).stdout).runs;
    const github = { GITHUB_SHA: 'a'.repeat(40), GITHUB_ACTOR: 'octocat' };
    await run('apply --auto-approve --target orders -e production --out run.json', github);
    const ofEvent = { environment: 'production', commit: github.GITHUB_SHA, author: 'octocat' };
    expect(await list()).toEqual([expect.objectContaining(ofEvent)]);
    expect(readDocument(await readFile(join(folder, 'run.json'), 'utf8'))).toMatchObject(ofEvent);

    git('init', '-q', '-b', 'main');
    git('add', 'pipeform.yaml');
    git('commit', '-q', '-m', 'The fleet');
    await run('rollback latest --auto-approve -e production', { ...github, GITHUB_TRIGGERING_ACTOR: 'hubot' });
    const ofCheckout = { environment: 'production', commit: git('rev-parse', 'HEAD'), author: 'hubot' };
    await run('apply --auto-approve --target orders', { GITLAB_USER_LOGIN: 'root', CI_COMMIT_SHA: 'b'.repeat(40) });
    const ofGitlab = { environment: null, commit: ofCheckout.commit, author: 'root' };
    expect(await list()).toMatchObject([ofGitlab, ofCheckout, ofEvent]);
    const shown = await run('runs show latest');
    expect(shown.stdout).toContain(`commit ${ofCheckout.commit.slice(0, 12)}; by root; from `);
  });

  test('needs a journal: when none can be written, writes nothing and explains why', async () => {
    const { run, folder, writes } = await openWorkspace({ document });
    await symlink(folder, join(folder, '.pipeform'));
    const linked = await run('apply --auto-approve');
    expect(linked.code).toBe(1);
    expect(linked.stderr).toContain('journal-unusable');
    expect(writes()).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['.pipeform', 'pipeform.yaml']);

    await rm(join(folder, '.pipeform'));
    await writeFile(join(folder, '.pipeform'), 'none of ours');
    const listed = await run('runs');
    expect(listed.code).toBe(1);
    expect(listed.stderr).toContain('journal-unreadable');
  });
});

function countsOf({ summary }: Run) {
  const { total: _, requests: __, ...counts } = summary;
  return counts;
}
