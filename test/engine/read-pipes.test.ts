import { describe, expect, test } from 'vitest';
import { readEach } from '../../src/engine/read-pipes.ts';
import type { PipeReader, PipeResult } from '../../src/model/client.ts';
import type { FailureKind } from '../../src/model/failure-kinds.ts';
import type { ReadProgress } from '../../src/model/run.ts';
import { createLatch } from '../e2e/gate.ts';
import { answered, desiredPipe, failure, livePipe } from '../plan/samples.ts';

const PIPES = ['a', 'b', 'c'].map((name) => desiredPipe({ name, id: name }));
const NEVER = new AbortController().signal;

/** Responses by the id of the pipe. */
function readerOf(answer: (id: string) => Promise<PipeResult>): PipeReader {
  return { readPipe: ({ id }) => answer(id) };
}

const read = (name: string): PipeResult => answered(livePipe({ name }));
const failed = (kind: FailureKind): PipeResult => ({ ok: false, failure: failure(kind) });

describe('reading every pipe', () => {
  test('returns the reads in the order of the configuration, regardless of which response comes first', async () => {
    const second = createLatch();
    const seen: ReadProgress[] = [];
    const reader = readerOf(async (id) => {
      if (id === 'a') await second.passed;
      if (id === 'b') second.open();
      return id === 'c' ? failed('server') : read(id);
    });
    const found = await readEach(PIPES, reader, {
      clock: { now: () => 0 },
      parallelism: 2,
      signal: NEVER,
      onProgress: (progress) => seen.push(progress),
    });
    expect(found.map(({ desired, read: { ok } }) => `${desired.name} ${ok}`)).toEqual(['a true', 'b true', 'c false']);
    expect(seen).toEqual([
      { done: 1, total: 3, failed: 0 },
      { done: 2, total: 3, failed: 0 },
      { done: 3, total: 3, failed: 1 },
    ]);
  });

  test('records the time of each read; a canceled read does not count as progress', async () => {
    const seen: ReadProgress[] = [];
    let asked = 0;
    const reader = readerOf(async (id) => {
      asked += 1;
      return id === 'b' ? failed('interrupted') : read(id);
    });
    const found = await readEach(PIPES, reader, {
      clock: { now: () => asked },
      parallelism: 1,
      signal: NEVER,
      onProgress: (progress) => seen.push(progress),
    });
    expect(found.map(({ readAtMs }) => readAtMs)).toEqual([1, 2, 3]);
    expect(seen.map(({ done }) => done)).toEqual([1, 2]);
  });
});
