import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { ApiError } from '../pipes-api/http.ts';
import { editByHand } from '../pipes-api/updates.ts';
import type { SandboxService } from '../service.ts';
import type { PipeStore } from '../state/store.ts';
import type { Fault, FaultOf } from './fault-plan.ts';

type ServiceFault = Extract<Fault, { readonly kind: 'wrongPipe' | 'ignored' | 'settle' | 'unreadable' }>;

/** The service as a request finds it that such a fault has taken: the same in all but one thing. */
export function applyServiceFault(service: SandboxService, fault: ServiceFault, pipeId: string | null): SandboxService {
  switch (fault.kind) {
    case 'ignored':
      return { ...service, store: withoutCommits(service.store) };
    case 'settle':
      return { ...service, switches: { ...service.switches, scaling: 'async', settleMs: fault.for } };
    case 'unreadable':
      return { ...service, view: unreadableView(service, fault) };
    case 'wrongPipe': {
      const pipe = service.store.find((pipeId ?? '').toLowerCase());
      return pipe === undefined ? service : { ...service, view: viewOf(service, neighbourOf(service.store, pipe)) };
    }
  }
}

/** Checks a write and answers it, and that is all. */
function withoutCommits(store: PipeStore): PipeStore {
  return {
    ...store,
    async update(id, change) {
      const pipe = store.find(id);
      if (pipe === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
      return change(pipe);
    },
  };
}

function viewOf({ view }: SandboxService, shown: Pipe): SandboxService['view'] {
  return {
    renderPipe: (_, now) => view.renderPipe(shown, now),
    renderSettings: () => view.renderSettings(shown),
  };
}

function unreadableView(
  { view }: SandboxService,
  fault: Pick<Extract<Fault, { readonly kind: 'unreadable' }>, 'settings' | 'scaling'>,
): SandboxService['view'] {
  return {
    renderPipe: (pipe, now) => showUnreadable(view.renderPipe(pipe, now), fault),
    renderSettings(pipe) {
      const text = view.renderSettings(pipe);
      return fault.settings === null ? text : (settingsText(JSON.parse(text), fault.settings) ?? 'null');
    },
  };
}

/** The pipe after this one; in a fleet of one, the same under another id. */
function neighbourOf(store: PipeStore, pipe: Pipe): Pipe {
  const pipes = store.pipes();
  const next = pipes[(pipes.findIndex(({ id }) => id === pipe.id) + 1) % pipes.length];
  if (next !== undefined && next.id !== pipe.id) return next;
  return { ...pipe, id: pipe.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
}

/** Changes the pipe as someone else would, while a request is in progress. */
export async function editByOthers(
  { store, clock }: SandboxService,
  { settings, scaling }: Extract<Fault, { readonly kind: 'edit' }>,
  { pipeId, requestId }: { readonly pipeId: string | null; readonly requestId: string },
): Promise<void> {
  const edit: JsonObject = Object.fromEntries(
    Object.entries({ settings, scaling }).filter(
      ([, values]) => isJsonObject(values) && Object.keys(values).length > 0,
    ),
  );
  await store.update((pipeId ?? '').toLowerCase(), (pipe) => editByHand(pipe, edit, clock()), {
    by: 'fault',
    method: null,
    requestId,
    body: edit,
  });
}

type UnreadableSettings = NonNullable<FaultOf<'unreadable'>['settings']>;
type UnreadableScaling = NonNullable<FaultOf<'unreadable'>['scaling']>;

const NESTING = 70;

/** The setting that makes all of them unusable. */
const ODD_KEY = 'x_unreadable';

/** A pipe as JSON text with such values in the place of its own. Text, since JSON.stringify writes none of these numbers. */
export function showUnreadable(
  pipe: string,
  { settings, scaling }: { readonly settings: UnreadableSettings | null; readonly scaling: UnreadableScaling | null },
): string {
  const shown = JSON.parse(pipe) as JsonObject;
  const entries = Object.entries(shown).flatMap(([key, value]) => {
    const text =
      key === 'settings' && settings !== null
        ? settingsText(value as JsonObject, settings)
        : key === 'scaling' && scaling !== null
          ? scalingText(value as JsonObject, scaling)
          : JSON.stringify(value);
    return text === null ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${entries.join(',')}}`;
}

/** null leaves them out. */
export function settingsText(settings: JsonObject, how: UnreadableSettings): string | null {
  const withOdd = (value: string): string => {
    const rest = JSON.stringify(settings).slice(1, -1);
    return `{${rest}${rest === '' ? '' : ','}"${ODD_KEY}":${value}}`;
  };
  switch (how) {
    case 'empty':
      return 'null';
    case 'absent':
      return null;
    case 'list':
      return '[1]';
    case 'text':
      return '"none"';
    case 'huge':
      return withOdd('9007199254740993');
    case 'infinite':
      return withOdd('1e400');
    case 'deep':
      return withOdd(`${'['.repeat(NESTING)}${']'.repeat(NESTING)}`);
  }
}

function scalingText(scaling: JsonObject, how: UnreadableScaling): string | null {
  const each = (value: string): string =>
    `{${Object.keys(scaling)
      .map((key) => `${JSON.stringify(key)}:${value}`)
      .join(',')}}`;
  switch (how) {
    case 'empty':
      return 'null';
    case 'absent':
      return null;
    case 'list':
      return each('[]');
    case 'text':
      return each('"abc"');
    case 'fraction':
      return each('-0.123456');
    case 'infinite':
      return each('1e400');
  }
}

/** Writes that are carried out some time after their requests have ended. */
export interface LateWrites {
  /** Carries a write out after so many milliseconds. */
  start(milliseconds: number, carryOut: () => Promise<unknown>): void;
  /** Forgets those that wait. */
  cancel(): void;
}

export function createLateWrites(): LateWrites {
  let waiting = new AbortController();
  return {
    start(milliseconds, carryOut) {
      delay(milliseconds, undefined, { signal: waiting.signal, ref: false }).then(carryOut, () => undefined);
    },
    cancel() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}

/** Pipes of which reads show an older state for a time, as from a replica that lags behind. */
export interface StaleReads {
  /** Until `until` (epoch milliseconds) reads show the pipe as it is now. */
  start(pipe: Pipe, until: number): void;
  /** The older state that a read at `now` (epoch milliseconds) shows of a pipe; undefined when it shows the pipe as it is. */
  find(id: string, now: number): Pipe | undefined;
  clear(): void;
}

export function createStaleReads(): StaleReads {
  const held = new Map<string, { readonly pipe: Pipe; readonly until: number }>();
  const find = (id: string, now: number): Pipe | undefined => {
    const stale = held.get(id);
    if (stale !== undefined && now < stale.until) return stale.pipe;
    held.delete(id);
    return undefined;
  };
  return {
    start: (pipe, until) => void held.set(pipe.id, { pipe, until }),
    find,
    clear: () => held.clear(),
  };
}
