import {
  appendFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenJournal, openJournal, settleJournal } from '../../src/journal/open-journal.ts';
import {
  journalFile,
  listRunIds,
  MAX_KEPT,
  makeProjectFolder,
  NotOurFolderError,
  type ProjectFolder,
  projectFolder,
  pruneJournals,
  readTail,
} from '../../src/journal/project-folder.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { JournaledRun } from '../../src/journal/rebuild-run.ts';
import type { JournalEntry, SettledEntry } from '../../src/model/journal.ts';
import { runScenario } from '../apply/guarded-run.ts';
import { growingPipe, writeText } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';

let project: string;
let folder: ProjectFolder;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'journal-files-'));
  folder = projectFolder(project);
});
afterEach(() => rm(project, { recursive: true }));

const SETTLED: SettledEntry = { type: 'settled', at: '2026-11-20T11:00:00.000Z', by: 'later', pipes: [] };

async function entriesOfRun(): Promise<readonly JournalEntry[]> {
  const journal = createMemoryJournal();
  await runScenario({ pipes: [growingPipe('a')] }, journal);
  return journal.entries;
}

/** Why the run lost the lock of the project; null while it holds it. */
let lockLoss: string | null = null;
afterEach(() => {
  lockLoss = null;
});
const open = (id = 'run-1'): OpenJournal =>
  openJournal(folder, id, {
    explain: (error) => `failed: ${(error as { code?: string }).code}`,
    findLockLoss: async () => lockLoss,
  });
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

async function read(id = 'run-1') {
  const result = readJournal(await readFile(journalFile(folder, id), 'utf8'), { id, name: id });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostic));
  return result.journaled;
}

describe('the folder of a project', () => {
  test('is readable only by its owner, and excludes itself from git', async () => {
    await makeProjectFolder(folder);
    await makeProjectFolder(folder);
    expect(await modeOf(folder.path)).toBe(0o700);
    expect(await modeOf(folder.runs)).toBe(0o700);
    expect(await readFile(join(folder.path, '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('keeps an existing .gitignore', async () => {
    await mkdir(folder.path);
    await writeFile(join(folder.path, '.gitignore'), '# mine\n');
    await makeProjectFolder(folder);
    expect(await readFile(join(folder.path, '.gitignore'), 'utf8')).toBe('# mine\n');
  });

  test('does not follow a link instead of its .gitignore', async () => {
    await mkdir(folder.path);
    await symlink(join(project, 'victim'), join(folder.path, '.gitignore'));
    await makeProjectFolder(folder);
    expect(await readdir(project)).toEqual(['.pipeform']);
  });

  test.each(['path', 'runs'] as const)('is refused when its %s is a link or a file', async (which) => {
    const elsewhere = join(project, 'elsewhere');
    await mkdir(elsewhere);
    if (which === 'runs') await mkdir(folder.path);
    await symlink(elsewhere, folder[which]);
    await expect(makeProjectFolder(folder)).rejects.toMatchObject({ folder: folder[which] });
    await rm(folder[which]);
    await symlink(join(project, 'nowhere'), folder[which]);
    await expect(makeProjectFolder(folder)).rejects.toBeInstanceOf(NotOurFolderError);
    await rm(folder[which]);
    await writeFile(folder[which], '');
    await expect(makeProjectFolder(folder)).rejects.toBeInstanceOf(NotOurFolderError);
    expect(await readdir(elsewhere)).toEqual([]);
    expect((await lstat(folder[which])).isFile()).toBe(true);
  });
});

describe('the file of a run', () => {
  beforeEach(() => makeProjectFolder(folder));

  test('does not exist before its first line, and only its owner can read it', async () => {
    const [head, next] = await entriesOfRun();
    const journal = open();
    expect(await readdir(folder.runs)).toEqual([]);
    expect(await journal.write(head as JournalEntry)).toBe(true);
    expect(await readdir(folder.runs)).toEqual(['run-1.jsonl']);
    expect(await readFile(journalFile(folder, 'run-1'), 'utf8')).toBe(writeText([head as JournalEntry]));
    expect(await journal.write(next as JournalEntry)).toBe(true);
    expect(await modeOf(journalFile(folder, 'run-1'))).toBe(0o600);
    await journal.close();
  });

  test('is named when it cannot be written', async () => {
    const [head] = await entriesOfRun();
    const journal = open();
    const file = journalFile(folder, 'run-1');
    await mkdir(`${file}.new`);
    expect(await journal.write(head as JournalEntry)).toBe(false);
    expect(journal.failure()).toEqual({
      code: 'journal-failed',
      detail: `${file} cannot be written. failed: EISDIR`,
    });
  });

  test('has its lines in order, whether they are awaited or not', async () => {
    const [head, ...rest] = await entriesOfRun();
    const journal = open();
    await journal.write(head as JournalEntry);
    // One after the other, with a pause between, like a run without parallelism.
    for (const entry of rest.slice(0, 3)) expect(await journal.write(entry)).toBe(true);
    for (const entry of rest.slice(3)) void journal.write(entry);
    await journal.close();
    const written = (await readFile(journalFile(folder, 'run-1'), 'utf8')).replace(
      /,"digest":"sha256:[0-9a-f]{64}"/,
      '',
    );
    expect(written).toBe(writeText([head as JournalEntry, ...rest]));
    expect(journal.failure()).toBeNull();
  });

  test('does not exist for a run that never started', async () => {
    await open().close();
    expect(await readdir(folder.runs)).toEqual([]);
  });

  test('cannot be written when its folder is gone: nothing is written, later either, and nothing is left', async () => {
    const [head] = await entriesOfRun();
    const journal = open();
    await rm(folder.runs, { recursive: true });
    expect(await journal.write(head as JournalEntry)).toBe(false);
    await mkdir(folder.runs);
    expect(await journal.write(head as JournalEntry)).toBe(false);
    expect(journal.failure()).toMatchObject({ code: 'journal-lost', detail: expect.stringContaining(folder.path) });
    await journal.close();
    expect(await readdir(folder.runs)).toEqual([]);
  });

  test('is empty when the first line was interrupted', async () => {
    await writeFile(`${journalFile(folder, 'run-1')}.new`, '{"type":"run","formatVers');
    expect(await listRunIds(folder)).toEqual([]);
  });

  test('escapes messages of the service for the terminal', async () => {
    const [head] = await entriesOfRun();
    const journal = open();
    await journal.write({ ...(head as JournalEntry), environment: '\u001b[31m\u009b\u2028evil' } as JournalEntry);
    await journal.close();
    const text = await readFile(journalFile(folder, 'run-1'), 'utf8');
    expect(text.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect((await read()).run.environment).toBe('\u001b[31m\u009b\u2028evil');
  });
});

const write = (text: string): Promise<void> => writeFile(journalFile(folder, 'run-1'), text);

/** The lines of a run over one pipe, by type. */
async function linesOfRun() {
  const entries = await entriesOfRun();
  const find = (type: JournalEntry['type']): JournalEntry => {
    const found = entries.find((entry) => entry.type === type);
    if (found === undefined) throw new Error(`the run has no line ${type}`);
    return found;
  };
  const [head, intent, outcome] = [find('run'), find('intent'), find('outcome')];
  return { head, intent, outcome, pipe: find('pipe'), result: find('result'), end: find('end') };
}

/** A journal with these lines. */
async function journalWith(...lines: readonly JournalEntry[]): Promise<OpenJournal> {
  const journal = open();
  for (const line of lines) expect(await journal.write(line)).toBe(true);
  return journal;
}

describe('a journal that was lost', () => {
  beforeEach(() => makeProjectFolder(folder));

  const LOSSES: Readonly<Record<string, () => Promise<unknown>>> = {
    'its file was removed': () => rm(journalFile(folder, 'run-1')),
    'the folder of runs was removed': () => rm(folder.runs, { recursive: true }),
    'the folder of the project was removed': () => rm(folder.path, { recursive: true }),
    'its file was replaced': () => rename(journalFile(folder, 'run-1'), join(project, 'x')).then(() => write('')),
  };
  test.each(Object.entries(LOSSES))('accepts no more lines when %s', async (_, lose) => {
    const { head, intent, end } = await linesOfRun();
    const journal = await journalWith(head);
    await lose();
    expect(await journal.write(intent)).toBe(false);
    expect(journal.failure()).toMatchObject({ code: 'journal-lost', detail: expect.stringContaining(folder.path) });
    expect(await journal.write(end)).toBe(false);
    await journal.close();
  });

  test('is detected by its last line', async () => {
    const { head, result, end } = await linesOfRun();
    const journal = await journalWith(head, result);
    await rm(journalFile(folder, 'run-1'));
    expect(await journal.write(end)).toBe(false);
    expect(journal.failure()?.code).toBe('journal-lost');
    await journal.close();
  });
});

describe('a run that lost the lock of the project', () => {
  beforeEach(() => makeProjectFolder(folder));
  const LOSS = 'Another process holds it now.';

  test('sends nothing more, still records what was sent, and records that the run failed', async () => {
    const { head, intent, outcome, pipe, result, end } = await linesOfRun();
    const journal = await journalWith(head, intent);
    lockLoss = LOSS;
    expect(await journal.write(outcome)).toBe(true);
    expect(journal.failure()).toEqual({ code: 'lock-lost', detail: LOSS });
    expect(await journal.write(intent)).toBe(false);
    for (const line of [pipe, result, end]) expect(await journal.write(line)).toBe(true);
    await journal.close();
    const { status, run } = await read();
    expect(status).toBe('failed');
    expect(run.pipes.map(({ status: ended }) => ended)).toEqual(['applied']);
    expect(run.diagnostics).toMatchObject([{ code: 'lock-lost', detail: LOSS, severity: 'error' }]);
    const lines = (await readFile(journalFile(folder, 'run-1'), 'utf8')).match(/"type":"intent"/g);
    expect(lines).toHaveLength(1);
  });

  test('reports the lost journal if that is gone too, since its lines are not on disk', async () => {
    const { head, intent, outcome } = await linesOfRun();
    const journal = await journalWith(head);
    lockLoss = LOSS;
    // The request that it recorded when it noticed the loss is not sent.
    expect(await journal.write(intent)).toBe(false);
    await rm(folder.path, { recursive: true });
    expect(await journal.write(outcome)).toBe(false);
    expect(journal.failure()?.code).toBe('journal-lost');
    await journal.close();
  });

  test('is not affected once there is nothing more to send', async () => {
    const { head, result, end } = await linesOfRun();
    const journal = await journalWith(head);
    void journal.write(result);
    lockLoss = LOSS;
    expect(await journal.write(end)).toBe(true);
    expect(journal.failure()).toBeNull();
    await journal.close();
    expect((await read()).status).toBe('finished');
  });
});

describe('the end of a journal', () => {
  beforeEach(() => makeProjectFolder(folder));

  test('shows whether the run ended', async () => {
    const entries = await entriesOfRun();
    const text = writeText(entries);
    await write(text);
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'end' });
    await write(text.slice(0, -1));
    expect(await readTail(folder, 'run-1')).toEqual({ ends: 'open', line: '' });
    await write(writeText(entries.slice(0, -1)));
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'open' });
    await write(`${text}\0\0\0`);
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'open' });
    await write('');
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'open' });
  });

  test('is found in a journal of any length', async () => {
    const pipes = Array.from({ length: 500 }, (_, index) => ({ pipe: `pipe-${index}`, found: 'written' as const }));
    await write(writeText([...(await entriesOfRun()).slice(0, 2), { ...SETTLED, pipes }]));
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'settled' });
  });
});

/** The same run after a later one has settled it. */
function settled(before: JournaledRun): JournaledRun {
  const diagnostics = before.run.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    detail: expect.stringContaining(`Run ${SETTLED.by} has read these pipes since.`),
    hint: '`pipeform rollback run-1` restores the earlier values.',
  }));
  return { ...before, run: { ...before.run, diagnostics }, isSettled: true };
}

describe('settling an unfinished run', () => {
  beforeEach(() => makeProjectFolder(folder));

  test.each(['{"type":"outc', '\0\0\0\0'])(
    'removes a partial line, adds one, and changes nothing else: %j',
    async (torn) => {
      const whole = writeText((await entriesOfRun()).slice(0, 3));
      await write(whole + torn);
      const before = await read();
      await settleJournal(folder, 'run-1', SETTLED);
      expect(await readFile(journalFile(folder, 'run-1'), 'utf8')).toBe(whole + writeText([SETTLED]));
      expect(await read()).toEqual(settled(before));
      expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'settled' });
    },
  );

  test('keeps a last line without its line end, since it was reported', async () => {
    const entries = await entriesOfRun();
    const upTo = entries.findIndex(({ type }) => type === 'pipe') + 1;
    await write(writeText(entries.slice(0, upTo)).slice(0, -1));
    const before = await read();
    expect(before.run.summary.applied).toBe(1);
    await settleJournal(folder, 'run-1', SETTLED);
    expect(await read()).toEqual(settled(before));
  });

  test('by forgetting it ends the reports about it, and records that it was not checked', async () => {
    await write(writeText((await entriesOfRun()).slice(0, 3)));
    await settleJournal(folder, 'run-1', { type: 'forgotten', at: SETTLED.at, pipes: ['a'] });
    const { isSettled, run } = await read();
    expect(isSettled).toBe(true);
    expect(run.finishedAt).not.toBe(SETTLED.at);
    expect(run.diagnostics.map(({ detail }) => detail)).toEqual([
      'Forgotten since with `pipeform runs forget`. These pipes were not read: a.',
    ]);
    expect(await readTail(folder, 'run-1')).toMatchObject({ ends: 'settled' });
  });

  test('does not replace a line that the run itself writes at the same time', async () => {
    const { head, intent, outcome, pipe, result, end } = await linesOfRun();
    const journal = open();
    for (const line of [head, intent]) await journal.write(line);
    await settleJournal(folder, 'run-1', SETTLED);
    for (const line of [outcome, pipe, result, end]) expect(await journal.write(line)).toBe(true);
    await journal.close();
    expect(await read()).toMatchObject({ status: 'finished', open: [], isSettled: true });
  });
});

describe('retention of journals', () => {
  beforeEach(() => makeProjectFolder(folder));

  async function fill(ids: readonly string[]): Promise<void> {
    const entries = await entriesOfRun();
    const ended = writeText([entries[0] as JournalEntry, entries.at(-1) as JournalEntry]);
    await Promise.all(ids.map((id) => writeFile(journalFile(folder, id), ended)));
  }
  const idOf = (index: number): string => `20261120T1000${String(index).padStart(3, '0')}Z-000000`;
  const ids = Array.from({ length: MAX_KEPT.sent + 7 }, (_, index) => idOf(index));

  test('keeps the newest runs, and every interrupted run that is not settled', async () => {
    await fill(ids);
    const entries = await entriesOfRun();
    await writeFile(journalFile(folder, idOf(1)), writeText(entries.slice(0, 2)));
    await writeFile(journalFile(folder, idOf(2)), writeText([...entries.slice(0, 2), SETTLED]));
    await appendFile(journalFile(folder, idOf(3)), '{"half');
    await pruneJournals(folder);
    expect(await listRunIds(folder)).toEqual([...ids.slice(7).reverse(), idOf(3), idOf(1)]);
  });

  test('does not count runs that sent nothing', async () => {
    await fill([idOf(1), idOf(2)]);
    const [head, end] = [(await entriesOfRun())[0], (await entriesOfRun()).at(-1)];
    if (end?.type !== 'end') throw new Error('the run has no end');
    const digest = `sha256:${'0'.repeat(64)}`;
    const idle = writeText([head as JournalEntry, { ...end, summary: { ...end.summary, requests: 0 }, digest }]);
    const many = Array.from({ length: MAX_KEPT.idle + 5 }, (_, index) => idOf(index + 10));
    await Promise.all(many.map((id) => writeFile(journalFile(folder, id), idle)));
    await pruneJournals(folder);
    expect(await listRunIds(folder)).toEqual([...many.slice(5).reverse(), idOf(2), idOf(1)]);
  });

  test('removes a run that was killed in its first line', async () => {
    await writeFile(`${journalFile(folder, 'run-1')}.new`, '{"type":"run","formatVers');
    await pruneJournals(folder);
    expect(await readdir(folder.runs)).toEqual([]);
  });

  test('touches only journals', async () => {
    await writeFile(join(folder.runs, 'notes.txt'), 'mine');
    await writeFile(join(folder.runs, '..jsonl'), 'mine');
    await mkdir(journalFile(folder, 'a-folder'));
    await symlink('/dev/zero', journalFile(folder, 'a-link'));
    await fill([idOf(1)]);
    await pruneJournals(folder);
    expect(await listRunIds(folder)).toEqual([idOf(1)]);
    expect(await readdir(folder.runs)).toHaveLength(5);
  });

  test('accepts a missing folder', async () => {
    await rm(folder.runs, { recursive: true });
    expect(await listRunIds(folder)).toEqual([]);
  });
});
