import { describe, expect, test } from 'vitest';
import { readJournal } from '../../src/journal/read-journal.ts';
import { type JournaledRun, rebuildRun } from '../../src/journal/rebuild-run.ts';
import type { HeadEntry, IntentEntry, JournalEntry, OutcomeEntry, PipeEntry } from '../../src/model/journal.ts';
import type { Run, RunPipe } from '../../src/model/run.ts';
import { runScenario } from '../apply/guarded-run.ts';
import { createScenarios, growingPipe, writeText } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';
import { findFaults } from '../apply/schemas.ts';
import { ORGANIZATION } from '../plan/samples.ts';

/** A run as its journal shows it: unchanged pipes are only counted. */
function withoutUnchanged(run: Run): Run {
  return { ...run, pipes: run.pipes.filter(({ status }) => status !== 'unchanged') };
}

const SCENARIOS = Object.entries(createScenarios());

async function journalOf(scenario: (typeof SCENARIOS)[number][1]) {
  const journal = createMemoryJournal();
  const trial = await runScenario(scenario, journal);
  return { ...trial, entries: journal.entries };
}

function read(text: string): JournaledRun {
  const result = readJournal(text, { id: 'run-1', name: 'the journal' });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostic));
  return result.journaled;
}

describe('a finished run', () => {
  test.each(SCENARIOS)('is rebuilt as it was reported: %s', async (_, scenario) => {
    const { run, entries } = await journalOf(scenario);
    const rebuilt = read(writeText(entries));
    expect(rebuilt.run).toEqual(JSON.parse(JSON.stringify(withoutUnchanged(run))));
    expect(rebuilt).toMatchObject({ open: [], isSettled: false });
    expect(rebuilt.status).not.toBe('unfinished');
  });

  test('does not change when a later run adds to it', async () => {
    const { entries } = await journalOf({ pipes: [growingPipe('a')] });
    const before = read(writeText(entries));
    const settled = { type: 'settled', at: '2027-01-01T00:00:00.000Z', by: 'later', pipes: [] } as const;
    expect(read(writeText([...entries, settled]))).toEqual({ ...before, isSettled: true });
  });
});

/** The journal entries of one pipe up to a line: its last result, and the writes since. */
function follow(entries: readonly JournalEntry[], name: string) {
  const own = entries.filter((entry) => 'pipe' in entry && entry.pipe === name);
  const last = own.findLastIndex(({ type }) => type === 'pipe');
  const done = own[last] as PipeEntry | undefined;
  return { done, since: own.slice(last + 1) as readonly (IntentEntry | OutcomeEntry)[] };
}

/** Compares the rebuilt run with the journal lines before the interruption. */
function checkRebuilt(rebuilt: JournaledRun, entries: readonly JournalEntry[]): void {
  const [head] = entries as readonly [HeadEntry, ...JournalEntry[]];
  expect(rebuilt.status).toBe('unfinished');
  expect(findFaults('run', rebuilt.run)).toEqual([]);
  for (const pipe of rebuilt.run.pipes) {
    const { done, since } = follow(entries, pipe.name);
    const planned = head.pipes.find(({ name }) => name === pipe.name);
    const mayHaveChanged = isUndecided(since);
    if (mayHaveChanged) expect(pipe.status).toBe('unknown');
    else if (since.length > 0 && done === undefined) expect(pipe.status).toBe('failed');
    else expect(pipe.status).toBe((done ?? planned)?.status);
    expect(rebuilt.open.includes(pipe.name)).toBe(pipe.status === 'unknown');
    const sent = entries.filter((entry) => entry.type === 'intent' && entry.pipe === pipe.name).length;
    const counted = pipe.requests.reduce((sum, { attempts }) => sum + attempts, 0);
    expect(counted).toBeLessThanOrEqual(sent);
    if (sent === 0) expect(pipe.requests.every(({ outcome }) => outcome === 'not-sent')).toBe(true);
  }
}

/** Whether a write may have taken effect: it has no outcome, or an outcome other than rejected. */
function isUndecided(since: readonly (IntentEntry | OutcomeEntry)[]): boolean {
  const intents = since.filter(({ type }) => type === 'intent').length;
  const outcomes = since.filter((entry): entry is OutcomeEntry => entry.type === 'outcome');
  return outcomes.length < intents || outcomes.some(({ outcome }) => outcome !== 'rejected');
}

describe('an interrupted run', () => {
  test.each(SCENARIOS)('is rebuilt without false claims when cut after any line: %s', async (_, scenario) => {
    const { entries } = await journalOf(scenario);
    for (let count = 1; count < entries.length; count++) {
      const lines = entries.slice(0, count);
      checkRebuilt(read(writeText(lines)), lines);
    }
  });

  test.each(SCENARIOS.slice(0, 3))(
    'is rebuilt up to the previous line when cut within any line: %s',
    async (_, scenario) => {
      const { entries } = await journalOf(scenario);
      const whole = Buffer.from(writeText(entries));
      const ends = [...whole.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index] : []));
      for (const [index, end] of ends.entries()) {
        if (index === 0) continue;
        const start = (ends[index - 1] ?? 0) + 1;
        const before = JSON.stringify(read(whole.toString('utf8', 0, start)));
        const bytes = end - start;
        // Every position of a short line; the ends and some positions of a long one.
        const places = Array.from({ length: bytes }, (_unused, place) => place).filter(
          (place) => place < 3 || place >= bytes - 3 || place % Math.ceil(bytes / 12) === 0,
        );
        for (const place of places) expect(JSON.stringify(read(whole.toString('utf8', 0, start + place)))).toBe(before);
        const after = read(whole.toString('utf8', 0, end));
        expect(after).toEqual(read(whole.toString('utf8', 0, end + 1)));
      }
    },
  );
});

describe('an open pipe of an interrupted run', () => {
  const at = '2026-11-20T10:00:01.000Z';
  const path = `/v1/organizations/${ORGANIZATION}/services/s/pipes/p`;
  const put = { method: 'PUT', path: `${path}/settings`, body: { db_max_threads: 8 } } as const;
  const patch = { method: 'PATCH', path: `${path}/scaling`, body: { replicas: 3 } } as const;
  const intent = (request: typeof put | typeof patch, purpose: IntentEntry['purpose'] = 'update'): IntentEntry => ({
    type: 'intent',
    at,
    pipe: 'a',
    purpose,
    ...request,
    before: {},
  });
  const outcome = (method: 'PUT' | 'PATCH', came: OutcomeEntry['outcome'], status: number | null): OutcomeEntry => ({
    type: 'outcome',
    at: '2026-11-20T10:00:02.000Z',
    pipe: 'a',
    method,
    outcome: came,
    status,
    requestId: 'r',
  });

  async function cut(...lines: readonly JournalEntry[]): Promise<JournaledRun & { readonly pipe: RunPipe }> {
    const { entries } = await journalOf({ pipes: [growingPipe('a')] });
    const rebuilt = rebuildRun(entries[0] as HeadEntry, lines);
    const [pipe] = rebuilt.run.pipes;
    if (pipe === undefined) throw new Error('the run has no pipe');
    expect(findFaults('run', rebuilt.run)).toEqual([]);
    return { ...rebuilt, pipe };
  }
  const words = ({ requests }: RunPipe): readonly string[] =>
    requests.map(({ method, outcome: came, attempts, httpStatus }) => `${method} ${came} ${attempts} ${httpStatus}`);

  test('is unknown when the outcome of a write is missing', async () => {
    const { pipe, open, run } = await cut(intent(patch));
    expect(words(pipe)).toEqual(['PATCH unknown 1 null', 'PUT not-sent 0 null']);
    expect({ status: pipe.status, open }).toEqual({ status: 'unknown', open: ['a'] });
    expect(pipe.diagnostics.map(({ code }) => code)).toEqual(['write-unknown']);
    expect(run.summary).toMatchObject({ unknown: 1, skipped: 0, requests: 1 });
  });

  test('is unconfirmed when a write was accepted', async () => {
    const { pipe, open } = await cut(intent(patch), outcome('PATCH', 'accepted', 200), intent(put));
    expect(words(pipe)).toEqual(['PATCH accepted 1 200', 'PUT unknown 1 null']);
    expect({ status: pipe.status, open }).toEqual({ status: 'unknown', open: ['a'] });
    expect(pipe.requests[0]?.durationMs).toBe(1_000);
  });

  test('counts both sends of a write that was lost and sent again', async () => {
    const { pipe } = await cut(intent(patch), outcome('PATCH', 'lost', 502), intent(patch));
    expect(words(pipe)).toEqual(['PATCH unknown 2 null', 'PUT not-sent 0 null']);
  });

  test('is unknown when a write was lost and then rejected, since the first may still arrive', async () => {
    const lost = [intent(patch), outcome('PATCH', 'lost', null)];
    const { pipe } = await cut(...lost, intent(patch), outcome('PATCH', 'rejected', 400));
    expect(words(pipe)).toEqual(['PATCH unknown 2 400', 'PUT not-sent 0 null']);
    expect(pipe.status).toBe('unknown');
  });

  test('is not open when its only write was rejected: nothing changed', async () => {
    const { pipe, open } = await cut(intent(patch), outcome('PATCH', 'rejected', 429));
    expect(words(pipe)).toEqual(['PATCH rejected 1 429', 'PUT not-sent 0 null']);
    expect({ status: pipe.status, open }).toEqual({ status: 'failed', open: [] });
    expect(pipe.diagnostics.map(({ code }) => code)).toEqual(['unfinished-run']);
    expect(pipe.diagnostics[0]?.summary).not.toContain('not known');
  });

  test('is unknown again during a rollback, with the values written and the values to restore', async () => {
    const { entries } = await journalOf({ pipes: [growingPipe('a')] });
    const done = entries.find((entry): entry is PipeEntry => entry.type === 'pipe');
    if (done === undefined) throw new Error('the run has no line of its pipe');
    const back = { ...put, body: { db_max_threads: 4 } } as unknown as typeof put;
    const { pipe, open } = await cut(done, intent(back, 'rollback'));
    expect(words(pipe)).toEqual(['PATCH accepted 1 200', 'PUT accepted 1 200', 'PUT unknown 1 null']);
    expect(pipe.requests.map(({ purpose }) => purpose)).toEqual(['update', 'update', 'rollback']);
    expect({ status: pipe.status, open }).toEqual({ status: 'unknown', open: ['a'] });
    expect(pipe.diagnostics.at(-1)?.summary).toContain('restoring');
  });

  test('ignores lines about a pipe that the run does not have', async () => {
    const stray = { ...intent(patch), pipe: '__proto__' };
    const { run, open, pipe } = await cut(stray, { ...intent(put), pipe: 'b' });
    expect({ open, status: pipe.status, pipes: run.pipes.length }).toEqual({ open: [], status: 'skipped', pipes: 1 });
  });
});
