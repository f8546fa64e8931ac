import type { PipeAddress, PipeReader, PipeWriter, ReadResult, WriteResult } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RunEvent } from '../../model/event.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { pipePath } from '../../model/pipe-path.ts';
import type { ApiPlace, PlannedPipe, PlannedRequest } from '../../model/plan.ts';
import type { RequestRecord, RunStatus } from '../../model/run.ts';
import { type RequestTarget, targetOf } from '../../plan/requests/build-requests.ts';
import type { ApplyPorts, Interrupts } from '../ports.ts';
import { type Expectation, sectionOf } from './expectation.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** The work on one pipe: its address, the ports, and the events that carry its name. */
export interface PipeSession {
  /** Identifiers come from the configuration. */
  readonly target: RequestTarget;
  readonly address: PipeAddress;
  readonly writer: PipeWriter;
  readonly clock: Clock;
  /** Aborts at the first interrupt: what is held back is sent no more. */
  readonly stop: AbortSignal;
  /** Aborts at the second interrupt: stop now. */
  readonly abort: AbortSignal;
  /** What the requests are for. */
  readonly purpose: RequestRecord['purpose'];
  /** Whether a live pipe is the one that was planned: one that was renamed, or is of another kind, may be another. */
  isSame(live: LivePipe): boolean;
  read(): Promise<ReadResult>;
  /** Writes down that a request is about to be sent; false when it cannot be, and then it must not be sent. */
  intend(request: PlannedRequest, before: Expectation): Promise<boolean>;
  /** Writes down what came back. The run goes on either way: what was sent is looked after to its end. */
  noteOutcome(request: PlannedRequest, result: WriteResult): Promise<void>;
  /** Waits between reads of the same pipe: 200 ms, doubling up to 2 s. */
  pause(round: number): Promise<void>;
  emitRequest(method: 'GET' | 'PUT' | 'PATCH', path: string, status: number | null, attempt: number): void;
  emitStart(): void;
  emitDiagnostic(diagnostic: Diagnostic): void;
  emitDone(status: RunStatus, diagnostics: readonly Diagnostic[]): void;
}

/** What a session is for, and what ends it. */
export interface SessionOptions extends Interrupts {
  readonly purpose: RequestRecord['purpose'];
}

export function openSession(
  pipe: Pick<PlannedPipe, 'name' | 'serviceId' | 'id' | 'liveName' | 'source'>,
  api: Pick<ApiPlace, 'organization' | 'naming'>,
  ports: ApplyPorts,
  emit: (event: RunEvent) => void,
  { stop, abort, purpose }: SessionOptions,
): PipeSession {
  const { clock, writer, journal } = ports;
  const reader: PipeReader = ports.reader;
  const address = { serviceId: pipe.serviceId, id: pipe.id };
  const path = pipePath(api.organization, address, api.naming);
  const at = (): string => new Date(clock.now()).toISOString();

  const session: PipeSession = {
    target: targetOf(api, address),
    address,
    writer,
    clock,
    stop,
    abort,
    purpose,
    isSame: (live) => live.name === pipe.liveName && (live.source === null || live.source === pipe.source),
    async read() {
      const read = await reader.readPipe(address, abort);
      session.emitRequest(
        'GET',
        path,
        read.ok ? 200 : read.failure.status,
        read.ok ? read.attempts : read.failure.attempts,
      );
      return read;
    },
    intend: (request, before) =>
      journal.write({
        type: 'intent',
        at: at(),
        pipe: pipe.name,
        purpose,
        ...request,
        before: sectionOf(before, request),
      }),
    async noteOutcome({ method }, result) {
      const { status, requestId } = result.outcome === 'accepted' ? result : result.failure;
      await journal.write({
        type: 'outcome',
        at: at(),
        pipe: pipe.name,
        method,
        outcome: result.outcome,
        status,
        requestId,
      });
    },
    async pause(round) {
      await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (round - 1), LONGEST_PAUSE_MS), abort);
    },
    emitRequest(method, requestPath, status, attempt) {
      if (attempt === 0) return;
      emit({ type: 'request', at: at(), pipe: pipe.name, method, path: requestPath, status, attempt });
    },
    emitStart() {
      emit({ type: 'pipe_start', at: at(), pipe: pipe.name });
    },
    emitDiagnostic(diagnostic) {
      emit({ type: 'diagnostic', at: at(), pipe: pipe.name, diagnostic });
    },
    emitDone(status, diagnostics) {
      for (const diagnostic of diagnostics) session.emitDiagnostic(diagnostic);
      emit({ type: 'pipe_done', at: at(), pipe: pipe.name, status });
    },
  };
  return session;
}
