import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';
import {
  createIdleError,
  createMissingPipeError,
  HTML_TYPE,
  JSON_TYPE,
  renderThrown,
  type ServiceResponse,
} from '../http.ts';
import { editByHand } from '../pipes-api/updates.ts';
import type { SandboxService } from '../service.ts';
import type { PipeStore } from '../state/store.ts';
import {
  type Delivery,
  deliverEndless,
  deliverTrickle,
  deliverTruncated,
  deliverWhole,
  type RawExchange,
  RESET,
  SILENCE,
  stays,
} from './delivery.ts';
import type { Fault, FaultKind, FaultOf } from './fault-kinds.ts';
import { showAnotherPipe, showUnreadable } from './views.ts';

export interface TakenRequest extends RawExchange {
  readonly requestId: string;
  /** Empty when the request has no pipe. */
  readonly pipeId: string;
  /** Lets a service handle the request. Never throws. */
  handle(service: SandboxService): Promise<ServiceResponse>;
}

export async function applyFault(service: SandboxService, fault: Fault, request: TakenRequest): Promise<Delivery> {
  let handled: ReturnType<TakenRequest['handle']> | undefined;
  const handle = async (by: SandboxService) => (handled ??= request.handle(by));
  if ('when' in fault && fault.when === 'after') await handle(service);
  // The type of the table guarantees this.
  const effect = EFFECTS[fault.kind] as Effect<Fault>;
  const outcome = await effect(fault, { ...request, handle }, service);
  return 'send' in outcome ? outcome : deliverWhole(outcome);
}

/** A returned response is sent unchanged. `handle` runs once and then returns the same response. */
type Effect<Kind> = (
  fault: Kind,
  request: TakenRequest,
  service: SandboxService,
) => ServiceResponse | Delivery | Promise<ServiceResponse | Delivery>;

/** The target of a redirect without `to`. A request for it shows that a client followed the redirect. */
export const ELSEWHERE = '/elsewhere';

const EFFECTS: { readonly [Kind in FaultKind]: Effect<FaultOf<Kind>> } = {
  status: renderStatus,
  idle: (_, { requestId }) => renderThrown(requestId, createIdleError()),
  reset: () => RESET,
  late(fault, { handle }, service) {
    service.faults.writeLater(fault.for, () => handle(service));
    return RESET;
  },
  // A request whose client disconnects during the stall has no effect.
  stall: async (fault, { outgoing, handle }, service) =>
    (await stays(outgoing, fault.for)) ? handle(service) : SILENCE,
  trickle: async (fault, { handle }, service) => deliverTrickle(await handle(service), fault),
  truncate: async (fault, { handle }, service) => deliverTruncated(await handle(service), fault),
  async contentType({ type }, { handle }, service) {
    const response = await handle(service);
    return { ...response, headers: { ...response.headers, 'content-type': type } };
  },
  html: () => ({ status: 200, body: PORTAL, headers: HTML_TYPE }),
  notJson: () => ({ status: 200, body: 'upstream connect error: no healthy upstream\n', headers: JSON_TYPE }),
  endless: (_, { requestId }) => deliverEndless(`{"status":200,"requestId":"${requestId}","result":{"name":"`),
  redirect({ to, status }, { incoming }) {
    const location = to ?? `http://${incoming.headers.host ?? ''}${ELSEWHERE}`;
    return { status, body: '', headers: { location } };
  },
  wrongPipe: (_, { pipeId, handle }, service) => handle({ ...service, view: showAnotherPipe(service, pipeId) }),
  ignored: (_, { handle }, service) => handle({ ...service, store: keepNothing(service.store) }),
  settle: (fault, { handle }, service) =>
    handle({ ...service, switches: { ...service.switches, scaling: 'async', settleMs: fault.for } }),
  async lag(fault, { pipeId, handle }, service) {
    const before = service.store.find(pipeId);
    if (before !== undefined) service.faults.holdBack(before, service.clock() + fault.for);
    const response = await handle(service);
    return fault.answer === 'lost' ? RESET : response;
  },
  unreadable: (fault, { handle }, service) => handle({ ...service, view: showUnreadable(service.view, fault) }),
  async edit(fault, request, service) {
    if (fault.when === 'before') await editByOthers(service, fault, request);
    const response = await request.handle(service);
    if (fault.when === 'after') await editByOthers(service, fault, request);
    return response;
  },
};

const PORTAL =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to use this network</h1></body></html>\n';

/** An error in one of the forms of the field notes. */
function renderStatus(
  { code: status, body, text, headers }: FaultOf<'status'>,
  { requestId }: TakenRequest,
): ServiceResponse {
  const reason = STATUS_CODES[status] ?? 'Unknown';
  const code = reason.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
  const title = `${status} ${reason}`;
  const page = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  const forms = {
    contract: [JSON_TYPE, JSON.stringify({ status, error: `${code}: ${text}`, requestId })],
    message: [JSON_TYPE, JSON.stringify({ message: text })],
    error: [JSON_TYPE, JSON.stringify({ error: text })],
    plain: [{ 'content-type': 'text/plain; charset=utf-8' }, text],
    html: [HTML_TYPE, page],
    empty: [{}, ''],
  } as const;
  const [type, written] = forms[body];
  return { status, body: written, headers: { ...type, ...headers } };
}

/** Responds to writes without committing them. */
function keepNothing(store: PipeStore): PipeStore {
  return {
    ...store,
    async update(id, change) {
      const pipe = store.find(id);
      if (pipe === undefined) throw createMissingPipeError();
      return change(pipe);
    },
  };
}

/** Simulates another client that changes the pipe during a request. */
async function editByOthers(
  { store, clock }: SandboxService,
  { settings, scaling }: FaultOf<'edit'>,
  { pipeId, requestId }: TakenRequest,
): Promise<void> {
  const sections = Object.entries({ settings, scaling }).filter(([, values]) => Object.keys(values).length > 0);
  const body: JsonObject = Object.fromEntries(sections);
  const change = (pipe: Pipe) => editByHand(pipe, body, clock());
  await store.update(pipeId, change, { by: 'fault', method: null, requestId, body });
}
