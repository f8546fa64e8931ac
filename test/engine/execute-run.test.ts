import { expect, test } from 'vitest';
import { type ExecutableRun, executeRun } from '../../src/engine/run.ts';

test('nobody listens to the waits of a connection after an apply that throws', async () => {
  const listeners: unknown[] = [];
  const connection = { onRateLimit: (listener: unknown) => listeners.push(listener) };
  const project = { connection, observability: { ok: true, reader: connection }, runtime: {} };
  // The rest of the project is missing, which is a bug that throws.
  const prepared = { project } as unknown as ExecutableRun;
  const options = { waitTimeoutMs: 0, failFast: false, emit: () => {}, folder: '.' };
  await expect(executeRun(prepared, options)).rejects.toThrow(TypeError);
  expect(listeners).toEqual([expect.any(Function), expect.any(Function), null, null]);
});
