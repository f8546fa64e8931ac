import type {
  PipeAddress,
  PipeReader,
  PipeResult,
  PipeWriter,
  RequestFailure,
  WriteOptions,
  WriteResponse,
  WriteResult,
} from '../../src/model/client.ts';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import type { LivePipe, LiveScaling } from '../../src/model/live-pipe.ts';
import { assignValues, type UpdateOddities } from '../odd-service/assign-values.ts';
import { valuesOf } from '../plan/samples.ts';

/** The result of one write. `limited` is a 429, `busy` a 409 and `missing` a 404 without a change; `late` gets no answer and is committed only after more reads. */
export type WriteFault =
  | 'none'
  | 'lost-before-commit'
  | 'lost-after-commit'
  | 'reset-after-commit'
  | 'late'
  | 'rejected'
  | 'missing'
  | 'limited'
  | 'busy'
  | 'ignored';

/** The result of one read, or what the answer to a write shows: unreadable settings or scaling. */
export type ReadFault = 'none' | 'lost' | Unreadable;
export type Unreadable = 'absent-settings' | 'unusable-settings' | 'absent-scaling' | 'unreadable-scaling';

export interface ServiceOptions extends Partial<UpdateOddities> {
  /** How many reads after a scaling update still show `zero` for CPU and memory, or the `old` values. */
  readonly settling?: { readonly reads: number; readonly shows: 'zero' | 'old' };
  /** The result of each write of the run, in order; `none` when the list ends. */
  readonly writes?: readonly WriteFault[];
  /** The wait that each `busy` names, in milliseconds. */
  readonly busyMs?: number;
  /** The result of each read of the run, in order. */
  readonly reads?: readonly ReadFault[];
  /** What a read shows of the pipe; reads of the run are counted from 1. */
  readonly shows?: (live: LivePipe, read: number) => LivePipe;
  /** Reads until a `late` write is committed. */
  readonly lateness?: number;
  /** The unreadable part of the answer to each accepted write, in order. */
  readonly answers?: readonly ('none' | Unreadable)[];
  /** What the answer to an accepted write shows instead of the current pipe. */
  readonly answer?: (method: 'PUT' | 'PATCH', live: LivePipe) => LivePipe;
  /** Called before each request takes effect, for edits of someone else and for interrupts. */
  readonly onRequest?: (request: ReceivedRequest, service: FakeService) => void;
}

export interface ReceivedRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly id: string;
  readonly body: JsonObject | null;
  /** Counts the requests of this method to this pipe, from 1. */
  readonly nth: number;
}

export interface ReceivedWrite extends ReceivedRequest {
  readonly fault: WriteFault;
  /** Whether the requested values were live when it arrived. */
  readonly wasAlreadyThere: boolean;
}

/** The faults of writes that change the pipe at once. */
const COMMITTED: readonly WriteFault[] = ['none', 'lost-after-commit', 'reset-after-commit'];

const LOST = { outcome: 'lost', kind: 'server', status: 502 } as const;
const FAILURES: Readonly<
  Partial<Record<WriteFault, Pick<RequestFailure, 'kind' | 'status'> & { outcome: 'rejected' | 'lost' }>>
> = {
  rejected: { outcome: 'rejected', kind: 'rejected', status: 400 },
  missing: { outcome: 'rejected', kind: 'not-found', status: 404 },
  limited: { outcome: 'rejected', kind: 'rate-limited', status: 429 },
  busy: { outcome: 'rejected', kind: 'busy', status: 409 },
  late: { outcome: 'lost', kind: 'timeout', status: null },
  'lost-before-commit': LOST,
  'lost-after-commit': LOST,
  'reset-after-commit': { outcome: 'lost', kind: 'network', status: null },
};

interface Kept {
  live: LivePipe;
  /** What reads still show instead of the scaling. */
  settling: { readonly scaling: LiveScaling; readsLeft: number } | null;
  late: { readonly write: () => void; readsLeft: number } | null;
  /** Whether its settings exist and cannot be read. */
  isObscure: boolean;
}

/**
 * The ports of `apply`, with pipes in memory and scripted results: what a client reports after its retries, counted in requests, so
 * that properties run thousands of plans in virtual time. What a service sends is the sandbox's and `odd-service`'s to fake.
 */
export class FakeService implements PipeReader, PipeWriter {
  readonly received: ReceivedRequest[] = [];
  readonly writes: ReceivedWrite[] = [];
  /** Writes that changed a pipe, by pipe. */
  readonly commits: string[] = [];
  readonly #pipes: Map<string, Kept>;
  readonly #options: ServiceOptions;
  #reads = 0;
  #answers = 0;

  constructor(pipes: readonly LivePipe[], options: ServiceOptions = {}) {
    this.#pipes = new Map(pipes.map((live) => [live.id, { live, settling: null, late: null, isObscure: false }]));
    this.#options = options;
  }

  /** The true state of the pipe, whatever reads show. */
  truth(id: string): LivePipe {
    return this.#find(id).live;
  }

  /** An edit by someone else. */
  edit(id: string, settings: JsonObject, scaling: Partial<LiveScaling> = {}): void {
    const kept = this.#find(id);
    kept.live = {
      ...kept.live,
      settings: { status: 'known', values: { ...valuesOf(kept.live), ...settings } },
      scaling: { ...kept.live.scaling, ...scaling },
    };
  }

  /** An edit by someone else: a setting that makes all settings unreadable. */
  obscure(id: string, settings: JsonObject): void {
    this.edit(id, settings);
    this.#find(id).isObscure = true;
  }

  rename(id: string, name: string): void {
    const kept = this.#find(id);
    kept.live = { ...kept.live, name };
  }

  /** From now on the pipe shows no settings object at all. */
  hideSettings(id: string): void {
    const kept = this.#find(id);
    kept.live = { ...kept.live, settings: { status: 'absent' } };
  }

  async readPipe({ id }: PipeAddress, signal?: AbortSignal): Promise<PipeResult> {
    if (signal?.aborted) return { ok: false, failure: canceled('GET', id) };
    this.#receive('GET', id, null);
    const fault = this.#options.reads?.[this.#reads] ?? 'none';
    this.#reads += 1;
    const kept = this.#find(id);
    if (kept.late !== null && kept.late.readsLeft-- <= 0) {
      kept.late.write();
      kept.late = null;
    }
    if (fault === 'lost') return { ok: false, failure: failure('GET', id, 'server', 503) };
    let { live } = kept;
    if (kept.settling !== null && kept.settling.readsLeft-- > 0) live = { ...live, scaling: kept.settling.scaling };
    else kept.settling = null;
    if (kept.isObscure) live = showUnreadable(live, 'unusable-settings');
    live = this.#options.shows?.(live, this.#reads) ?? live;
    return { ok: true, pipe: showUnreadable(live, fault), attempts: 1 };
  }

  replaceSettings({ id }: PipeAddress, body: JsonObject, options: WriteOptions = {}): Promise<WriteResult> {
    return this.#write('PUT', id, body, options);
  }

  changeScaling({ id }: PipeAddress, body: JsonObject, options: WriteOptions = {}): Promise<WriteResult> {
    return this.#write('PATCH', id, body, options);
  }

  async #write(
    method: 'PUT' | 'PATCH',
    id: string,
    body: JsonObject,
    { signal, beforeSend }: WriteOptions,
  ): Promise<WriteResult> {
    const durationMs = 5;
    if (signal?.aborted) return { outcome: 'rejected', failure: canceled(method, id), durationMs };
    if (beforeSend !== undefined && !(await beforeSend())) {
      return { outcome: 'rejected', failure: { ...canceled(method, id), kind: 'journal-failed' }, durationMs };
    }
    const request = this.#receive(method, id, body);
    const fault = this.#options.writes?.[this.writes.length] ?? 'none';
    this.writes.push({ ...request, fault, wasAlreadyThere: this.#holds(method, id, body) });
    if (fault === 'late') {
      const write = () => this.#commit(method, id, body);
      this.#find(id).late = { write, readsLeft: this.#options.lateness ?? 1 };
    } else if (COMMITTED.includes(fault)) this.#commit(method, id, body);
    const failed = FAILURES[fault];
    if (failed !== undefined) {
      const waitMs = fault === 'busy' ? this.#options.busyMs : undefined;
      return {
        outcome: failed.outcome,
        failure: {
          ...failure(method, id, failed.kind, failed.status),
          waitMs,
          requestId: `write-${this.writes.length}`,
        },
        durationMs,
      };
    }
    return {
      outcome: 'accepted',
      status: 200,
      requestId: `write-${this.writes.length}`,
      attempts: 1,
      durationMs,
      response: this.#respond(method, id),
    };
  }

  /** The response to a scaling update is the pipe, to a settings update the settings (contract, part 4). */
  #respond(method: 'PUT' | 'PATCH', id: string): WriteResponse {
    const shown = this.#options.answer?.(method, this.truth(id)) ?? this.truth(id);
    const fault = this.#options.answers?.[this.#answers++] ?? 'none';
    const live = showUnreadable(shown, this.#find(id).isObscure ? 'unusable-settings' : fault);
    return { settings: live.settings, unreadable: live.unreadable, pipe: method === 'PATCH' ? live : null };
  }

  #commit(method: 'PUT' | 'PATCH', id: string, body: JsonObject): void {
    const kept = this.#find(id);
    this.commits.push(id);
    if (method === 'PUT') {
      const values = assignValues(valuesOf(kept.live), body, { put: 'replace', null: 'reset', ...this.#options });
      kept.live = { ...kept.live, settings: { status: 'known', values } };
      return;
    }
    const { settling } = this.#options;
    if (settling !== undefined) {
      const zero = { ...kept.live.scaling, replicaCpuMillicores: 0, replicaMemoryGb: 0 };
      kept.settling = { scaling: settling.shows === 'zero' ? zero : kept.live.scaling, readsLeft: settling.reads };
    }
    kept.live = { ...kept.live, scaling: { ...kept.live.scaling, ...(body as Partial<LiveScaling>) } };
  }

  #holds(method: 'PUT' | 'PATCH', id: string, body: JsonObject): boolean {
    const live = this.truth(id);
    const shown: Readonly<Record<string, JsonValue>> = method === 'PUT' ? valuesOf(live) : live.scaling;
    return Object.entries(body).every(([key, value]) => JSON.stringify(shown[key] ?? null) === JSON.stringify(value));
  }

  #receive(method: ReceivedRequest['method'], id: string, body: JsonObject | null): ReceivedRequest {
    const nth = 1 + this.received.filter((earlier) => earlier.method === method && earlier.id === id).length;
    const request = { method, id, body, nth };
    this.received.push(request);
    this.#options.onRequest?.(request, this);
    return request;
  }

  #find(id: string): Kept {
    const kept = this.#pipes.get(id);
    if (kept === undefined) throw new Error(`the fake service has no pipe ${id}`);
    return kept;
  }
}

function showUnreadable(live: LivePipe, fault: ReadFault): LivePipe {
  const all = (value: 'absent' | 'unreadable'): LiveScaling => ({
    replicas: value,
    concurrency: value,
    replicaCpuMillicores: value,
    replicaMemoryGb: value,
  });
  switch (fault) {
    case 'none':
    case 'lost':
      return live;
    case 'absent-settings':
      return { ...live, settings: { status: 'absent' } };
    case 'unusable-settings':
      return { ...live, settings: { status: 'unusable' } };
    case 'absent-scaling':
      return { ...live, scaling: all('absent') };
    case 'unreadable-scaling':
      return { ...live, scaling: all('unreadable') };
  }
}

function failure(
  method: RequestFailure['method'],
  id: string,
  kind: RequestFailure['kind'],
  status: number | null,
): RequestFailure {
  return { kind, method, path: `/v1/pipes/${id}`, status, message: 'as scripted', requestId: null, attempts: 1 };
}

function canceled(method: RequestFailure['method'], id: string): RequestFailure {
  return { ...failure(method, id, 'interrupted', null), attempts: 0 };
}
