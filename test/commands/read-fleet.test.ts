import { describe, expect, test } from 'vitest';
import { type Judge, readFleet } from '../../src/engine/read-fleet.ts';
import type { FailureKind, PipeReader, ReadResult } from '../../src/model/client.ts';
import type { ReadProgress } from '../../src/model/event.ts';
import { createLatch } from '../e2e/gate.ts';
import { answered, desiredPipe, failure, livePipe } from '../plan/samples.ts';

const PIPES = ['a', 'b', 'c'].map((name) => desiredPipe({ name, id: name }));
const NEVER = new AbortController().signal;

/** Answers by the id of the pipe. */
function readerOf(answer: (id: string) => Promise<ReadResult>): PipeReader {
  return { readPipe: ({ id }) => answer(id) };
}

const read = (name: string): ReadResult => answered(livePipe({ name }));
const failed = (kind: FailureKind): ReadResult => ({ ok: false, failure: failure(kind) });
const byName: Judge<string> = ({ desired, read: { ok } }) => `${desired.name} ${ok}`;

describe('a fleet that is read', () => {
  test('is judged while answers are on their way, and told in the order of the configuration', async () => {
    const judged = createLatch();
    const reader = readerOf(async (id) => {
      // The answer for the first pipe comes after the second has been judged.
      if (id === 'a') await judged.passed;
      return id === 'c' ? failed('server') : read(id);
    });
    const judge: Judge<string> = (one, readAtMs) => {
      if (one.desired.name === 'b') judged.open();
      return byName(one, readAtMs);
    };
    const seen: ReadProgress[] = [];
    const found = await readFleet(PIPES, reader, {
      openJudge: async () => judge,
      clock: { now: () => 0 },
      parallelism: 2,
      signal: NEVER,
      onProgress: (progress) => seen.push(progress),
    });
    expect(found).toEqual(['a true', 'b true', 'c false']);
    expect(seen).toEqual([
      { done: 1, total: 3, failed: 0 },
      { done: 2, total: 3, failed: 1 },
      { done: 3, total: 3, failed: 1 },
    ]);
  });

  test('is read whole before a judge that is late, who learns when; what was cancelled is no progress', async () => {
    const late = createLatch();
    const seen: ReadProgress[] = [];
    let asked = 0;
    const reader = readerOf(async (id) => {
      asked += 1;
      if (asked === PIPES.length) setImmediate(late.open);
      return id === 'b' ? failed('cancelled') : read(id);
    });
    const judge: Judge<string> = (one, readAtMs) => `${byName(one, readAtMs)} at ${readAtMs}`;
    const found = await readFleet(PIPES, reader, {
      openJudge: () => late.passed.then(() => judge),
      clock: { now: () => asked },
      parallelism: 1,
      signal: NEVER,
      onProgress: (progress) => seen.push(progress),
    });
    expect(found).toEqual(['a true at 1', 'b false at 2', 'c true at 3']);
    expect(seen.map(({ done }) => done)).toEqual([1, 2]);
  });
});
