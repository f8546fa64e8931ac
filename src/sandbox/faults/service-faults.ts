import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { ApiError } from '../pipes-api/http.ts';
import { editByHand } from '../pipes-api/updates.ts';
import type { SandboxService } from '../service.ts';
import type { FaultOf } from './fault-kinds.ts';

type ServiceFault = FaultOf<'wrongPipe' | 'ignored' | 'settle' | 'unreadable'>;

/** The service as it is for a request that such a fault takes: the same in all but one thing. */
export function applyServiceFault(service: SandboxService, fault: ServiceFault, pipeId: string | null): SandboxService {
  const { store, switches, view } = service;
  switch (fault.kind) {
    case 'ignored':
      return {
        ...service,
        store: {
          ...store,
          async update(id, change) {
            const pipe = store.find(id);
            if (pipe === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
            return change(pipe);
          },
        },
      };
    case 'settle':
      return { ...service, switches: { ...switches, scaling: 'async', settleMs: fault.for } };
    case 'unreadable':
      return {
        ...service,
        view: {
          renderPipe(pipe, now) {
            const shown = JSON.parse(view.renderPipe(pipe, now));
            const [settings, scaling] = [showSettings(shown.settings, fault), showScaling(shown.scaling, fault)];
            return stringify({ ...shown, settings, scaling });
          },
          renderSettings: (pipe) => stringify(showSettings(JSON.parse(view.renderSettings(pipe)), fault) ?? null),
        },
      };
    case 'wrongPipe': {
      const pipe = store.find((pipeId ?? '').toLowerCase());
      if (pipe === undefined) return service;
      const other = findNeighbor(store.pipes(), pipe);
      const renderSettings = () => view.renderSettings(other);
      return { ...service, view: { renderPipe: (_, now) => view.renderPipe(other, now), renderSettings } };
    }
  }
}

/** The pipe after this one; in a fleet of one, the same under another id. */
function findNeighbor(pipes: readonly Pipe[], pipe: Pipe): Pipe {
  const next = pipes[(pipes.findIndex(({ id }) => id === pipe.id) + 1) % pipes.length];
  if (next !== undefined && next.id !== pipe.id) return next;
  return { ...pipe, id: pipe.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
}

/** Changes the pipe as someone else would, while a request is in progress. */
export async function editByOthers(
  { store, clock }: SandboxService,
  { settings, scaling }: FaultOf<'edit'>,
  pipeId: string | null,
  requestId: string,
): Promise<void> {
  const body: JsonObject = Object.fromEntries(
    Object.entries({ settings, scaling }).filter(([, values]) => Object.keys(values).length > 0),
  );
  const change = (pipe: Pipe) => editByHand(pipe, body, clock());
  await store.update((pipeId ?? '').toLowerCase(), change, { by: 'fault', method: null, requestId, body });
}

// JSON.stringify writes no number that a client cannot hold: such numbers are put in as marked texts.
const MARK = '\u0000';
const NESTING = 70;

function stringify(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000([^"]*)"/g, '$1');
}

/** undefined leaves them out. */
function showSettings(settings: JsonObject, { settings: how }: FaultOf<'unreadable'>): JsonValue | undefined {
  const withOdd = (value: JsonValue) => ({ ...settings, x_unreadable: value });
  switch (how) {
    case null:
      return settings;
    case 'empty':
      return null;
    case 'absent':
      return undefined;
    case 'list':
      return [1];
    case 'text':
      return 'none';
    case 'huge':
      return withOdd(`${MARK}9007199254740993`);
    case 'infinite':
      return withOdd(`${MARK}1e400`);
    case 'deep':
      return withOdd(JSON.parse(`${'['.repeat(NESTING)}${']'.repeat(NESTING)}`));
  }
}

const ODD_SCALING = { list: [], text: 'abc', fraction: -0.123456, infinite: `${MARK}1e400` } as const;

function showScaling(scaling: JsonObject, { scaling: how }: FaultOf<'unreadable'>): JsonValue | undefined {
  if (how === null) return scaling;
  if (how === 'empty') return null;
  if (how === 'absent') return undefined;
  return Object.fromEntries(Object.keys(scaling).map((key) => [key, ODD_SCALING[how]]));
}
