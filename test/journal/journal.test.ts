import { describe, expect, test } from 'vitest';
import type { RunJournal } from '../../src/apply/ports.ts';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import type { JournalEntry } from '../../src/model/journal.ts';
import { mayHaveWritten } from '../../src/model/run.ts';
import type { FakeService, ReceivedRequest } from '../apply/fake-service.ts';
import { movingPipes, runScenario, type Scenario } from '../apply/guarded-run.ts';
import { createScenarios, growingPipe } from '../apply/journaled-run.ts';
import { createMemoryJournal } from '../apply/memory-journal.ts';
import { findFaults } from '../apply/schemas.ts';
import { idOf, valuesOf } from '../plan/samples.ts';

const NAMES = Object.keys(createScenarios());

function scenario(name: string): Scenario {
  const found = createScenarios()[name];
  if (found === undefined) throw new Error(`there is no scenario of ${name}`);
  return found;
}

/** A journal with a slow disk: `onDisk` has the acknowledged lines. */
function createSlowJournal(): RunJournal & { readonly onDisk: readonly JournalEntry[] } {
  const onDisk: JournalEntry[] = [];
  return {
    onDisk,
    failure: () => null,
    async write(entry) {
      await new Promise((resolve) => setImmediate(resolve));
      onDisk.push(entry);
      return true;
    },
  };
}

/** A journal that accepts the given number of lines. */
function createFullJournal(most: number): RunJournal & { readonly entries: readonly JournalEntry[] } {
  const memory = createMemoryJournal();
  return {
    entries: memory.entries,
    failure: memory.failure,
    write(entry) {
      if (memory.entries.length === most) memory.fail('The disk is full.');
      return memory.write(entry);
    },
  };
}

/** One line for each entry, without details. */
function outline(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case 'intent':
        return `intent ${entry.pipe} ${entry.purpose} ${entry.method}`;
      case 'outcome':
        return `outcome ${entry.pipe} ${entry.method} ${entry.outcome}`;
      case 'pipe':
        return `pipe ${entry.pipe} ${entry.status}`;
      case 'end':
        return `end ${entry.status}`;
      default:
        return entry.type;
    }
  });
}

describe('the journal entries of a run', () => {
  test('are an intent and an outcome for each request, also for one that a rate limit refused, and the end of each pipe', async () => {
    const journal = createMemoryJournal();
    await runScenario(scenario('a rate limit'), journal);
    expect(outline(journal.entries)).toEqual([
      'run',
      'intent a update PATCH',
      'outcome a PATCH rejected',
      'intent a update PATCH',
      'outcome a PATCH accepted',
      'intent a update PUT',
      'outcome a PUT rejected',
      'intent a update PUT',
      'outcome a PUT accepted',
      'pipe a applied',
      'intent b update PUT',
      'outcome b PUT accepted',
      'pipe b applied',
      'result',
      'end finished',
    ]);
  });

  test('end as finished when a pipe has the planned values already', async () => {
    const journal = createMemoryJournal();
    const onRequest = ({ id }: ReceivedRequest, service: FakeService) => service.edit(id, { db_max_threads: 8 });
    await runScenario({ pipes: movingPipes('a'), service: { onRequest } }, journal);
    expect(outline(journal.entries)).toEqual(['run', 'pipe a unchanged', 'result', 'end finished']);
  });

  test('hold the previous values of what each request changes', async () => {
    const journal = createMemoryJournal();
    await runScenario({ pipes: [growingPipe('a')] }, journal);
    const intents = journal.entries.filter((entry) => entry.type === 'intent');
    expect(intents.map(({ method, body, before }) => ({ method, body, before }))).toEqual([
      { method: 'PATCH', body: { replicas: 3 }, before: { replicas: 2 } },
      { method: 'PUT', body: { db_max_threads: 8, other: 1 }, before: { db_max_threads: 4, other: 1 } },
    ]);
  });
});

describe('the journal on disk when a request is sent', () => {
  /** Captures the journal at each request; the service is called together with the client. */
  async function watch(name: string, look: (request: ReceivedRequest, onDisk: readonly JournalEntry[]) => void) {
    const scripted = scenario(name);
    const journal = createSlowJournal();
    const before = scripted.service?.onRequest;
    const onRequest = (request: ReceivedRequest, service: FakeService): void => {
      look(request, journal.onDisk);
      before?.(request, service);
    };
    const options = { parallelism: 3, ...scripted.options };
    return {
      journal,
      ...(await runScenario({ ...scripted, options, service: { ...scripted.service, onRequest } }, journal)),
    };
  }
  const nameOf = ({ id }: ReceivedRequest): string =>
    ['a', 'b', 'c'].find((name) => idOf(name) === id) ?? 'none of these';
  const ofPipe = (entries: readonly JournalEntry[], name: string) =>
    entries.filter((entry) => (entry.type === 'intent' || entry.type === 'outcome') && entry.pipe === name);

  test.each(NAMES)(
    'has the intent of each write, and before it the outcomes of all earlier writes to the pipe: %s',
    async (name) => {
      const seen: { readonly request: ReceivedRequest; readonly onDisk: readonly JournalEntry[] }[] = [];
      const { journal, service, run } = await watch(name, (request, onDisk) => {
        seen.push({ request, onDisk: [...onDisk] });
      });
      let writes = 0;
      for (const { request, onDisk } of seen) {
        expect(onDisk[0]?.type).toBe('run');
        if (request.method === 'GET') continue;
        writes += 1;
        const lines = ofPipe(onDisk, nameOf(request));
        expect(lines.map(({ type }) => type)).toEqual(
          lines.map((_, index) => (index % 2 === 0 ? 'intent' : 'outcome')),
        );
        expect(lines.at(-1)).toMatchObject({ type: 'intent', method: request.method, body: request.body });
      }
      expect(writes).toBe(service.writes.length);
      expect(writes).toBeGreaterThan(0);
      const intended = journal.onDisk.filter(({ type }) => type === 'intent').length;
      // A request canceled before it was sent has an intent, and an outcome without a change.
      const isBrokenOff = run.interrupted !== null;
      if (isBrokenOff) expect(intended).toBeGreaterThanOrEqual(writes);
      else expect(intended).toBe(writes);
      expect(journal.onDisk.at(-1)).toMatchObject({ type: 'end', summary: run.summary });
    },
  );
});

describe('a journal that can no longer be written', () => {
  test.each(NAMES)(
    'stops all requests from the failing line on, and the run reports its true state: %s',
    async (name) => {
      const whole = createMemoryJournal();
      await runScenario(scenario(name), whole);
      for (let most = 0; most < whole.entries.length; most++) {
        const journal = createFullJournal(most);
        const scripted = scenario(name);
        let intents = 0;
        const { run, service, events } = await runScenario(scripted, journal);
        for (const entry of journal.entries) if (entry.type === 'intent') intents += 1;
        // Each write that arrived has its intent on disk, so none was sent after the failure.
        expect(service.writes.length, `after ${most} lines`).toBe(intents);
        if (most === 0) expect(service.received).toEqual([]);
        expect(run.diagnostics.at(-1), `after ${most} lines`).toMatchObject({
          code: 'journal-failed',
          severity: 'error',
        });
        expect(findFaults('run', run)).toEqual([]);
        expect(events.at(-1)?.type).toBe('run_done');
        for (const { name: pipe, live } of scripted.pipes.map(({ desired, live }) => ({ name: desired.name, live }))) {
          const ended = run.pipes.find((one) => one.name === pipe);
          if (ended === undefined) throw new Error(`pipe ${pipe} is not in the run`);
          const wasWritten = service.writes.some(({ id }) => id === idOf(pipe));
          if (!wasWritten) {
            expect(mayHaveWritten(ended), `${pipe} after ${most} lines`).toBe(false);
            expect(['skipped', 'failed'], `${pipe} after ${most} lines`).toContain(ended.status);
          }
          if (ended.status === 'applied')
            expect(valuesOf(service.truth(idOf(pipe)))).toMatchObject({ db_max_threads: 8 });
          if (ended.status === 'rolled-back') expect(valuesOf(service.truth(idOf(pipe)))).toEqual(valuesOf(live));
          if (ended.status === 'skipped') expect(service.truth(idOf(pipe))).toEqual(live);
        }
        const code = chooseExitCode({ kind: 'report', report: run });
        if (run.interrupted === null && service.writes.length === 0) expect(code, `after ${most} lines`).toBe(1);
        expect(code, `after ${most} lines`).not.toBe(0);
      }
    },
  );

  test('stops a pipe between two requests, and reports what was written and what was not', async () => {
    const { run, service } = await runScenario({ pipes: [growingPipe('a')] }, createFullJournal(3));
    expect(service.writes.map(({ method }) => method)).toEqual(['PATCH']);
    const [pipe] = run.pipes;
    expect(pipe?.requests.map(({ method, outcome }) => `${method} ${outcome}`)).toEqual([
      'PATCH accepted',
      'PUT not-sent',
    ]);
    expect(pipe?.status).toBe('failed');
    expect(pipe?.diagnostics.map(({ code }) => code)).toEqual(['journal-failed']);
    expect(run.diagnostics.map(({ code }) => code)).toEqual(['journal-failed']);
    expect(chooseExitCode({ kind: 'report', report: run })).toBe(3);
  });
});
