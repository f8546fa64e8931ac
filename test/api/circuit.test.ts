import { describe, expect, it } from 'vitest';
import { createCircuit } from '../../src/api/http/circuit.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import type { FailureKind } from '../../src/model/failure-kinds.ts';

function failure(kind: FailureKind, status: number | null = null, message = 'no luck'): RequestFailure {
  return { kind, method: 'GET', path: '/', status, message, requestId: null, attempts: 1 };
}

function circuitOf(parallelism = 8) {
  const circuit = createCircuit(parallelism);
  const ask = () => (circuit.reason === null ? 'closed' : 'open');
  const end = (ended: RequestFailure | null, times = 1): void => {
    for (let time = 0; time < times; time += 1) circuit.end(ended);
  };
  return { circuit, ask, end };
}

describe('a circuit', () => {
  it.each<[FailureKind, number | null, number]>([
    ['credentials', 401, 3],
    ['not-allowed', 403, 8],
    ['not-found', 404, 8],
    ['network', null, 11],
    ['timeout', null, 11],
    ['server', 503, 11],
    ['wrong-address', 302, 11],
    ['invalid-response', 200, 11],
  ])('opens when %s (%s) came %d times in a row', (kind, status, times) => {
    const { circuit, ask, end } = circuitOf();
    end(failure(kind, status), times - 1);
    expect(ask()).toBe('closed');
    end(failure(kind, status));
    expect(ask()).toBe('open');
    const answered = status === null ? 'no response' : `status ${status}`;
    expect(circuit.reason?.message).toBe(`stopped after ${times} consecutive failures: ${answered}, no luck`);
  });

  it.each<[number, number]>([
    [1, 8],
    [8, 11],
    [80, 83],
  ])('of %d at once opens after %d, since one blip fails all that is under way', (parallelism, times) => {
    const { ask, end } = circuitOf(parallelism);
    end(failure('network'), times - 1);
    expect(ask()).toBe('closed');
    end(failure('timeout'));
    expect(ask()).toBe('open');
  });

  it.each<[FailureKind | 'good', number]>([
    ['good', 200],
    ['not-found', 404],
    ['service-idle', 424],
    ['rejected', 400],
    ['wrong-pipe', 200],
  ])('counts anew after an answer of a living service: %s', (kind, status) => {
    const { ask, end } = circuitOf();
    end(failure('server', 500), 10);
    end(kind === 'good' ? null : failure(kind, status));
    end(failure('server', 500), 10);
    expect(ask()).toBe('closed');
  });

  it('ignores interrupted and rate-limited requests', () => {
    const { ask, end } = circuitOf();
    end(failure('interrupted'), 100);
    end(failure('rate-limited', 429), 100);
    end(failure('circuit-open'), 100);
    expect(ask()).toBe('closed');
  });

  it.each([
    ['not-allowed', 403],
    ['not-found', 404],
  ] as const)('does not open for %s (%i) once a request succeeded, or between other answers', (kind, status) => {
    const { ask, end } = circuitOf();
    end(failure(kind, status), 7);
    end(failure(kind === 'not-found' ? 'not-allowed' : 'not-found', 807 - status), 7);
    end(failure(kind, status), 7);
    end(null);
    end(failure(kind, status), 5_000);
    expect(ask()).toBe('closed');
  });

  it('notifies waiting requests once when it opens, and stays open', () => {
    let calls = 0;
    const circuit = createCircuit(8);
    circuit.opening.addEventListener('abort', () => {
      calls += 1;
    });
    for (let failed = 0; failed < 10; failed += 1) circuit.end(failure('credentials', 401));
    circuit.end(null);
    expect([calls, circuit.opening.aborted, circuit.isFailing]).toEqual([1, true, true]);
    expect(circuit.reason?.message).toMatch(/^stopped after 3 consecutive failures/);
  });
});
