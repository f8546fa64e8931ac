import { STATUS_CODES } from 'node:http';
import type { JsonObject, JsonValue } from '../../model/json/json.ts';
import { kindOf } from '../fleet/pipe.ts';
import { ApiError, createMissingPipeError, HTML_TYPE, JSON_TYPE, type ServiceResponse } from '../http.ts';
import type { FaultKind, SandboxService, TakenRequest } from '../service.ts';
import type { PipeStore } from '../state/store.ts';
import { type Delivery, RESET, SILENCE, stays } from './delivery.ts';
import { type FaultShape, OPERATIONS } from './fault-plan.ts';
import {
  choice,
  DURATION,
  integer,
  mapOf,
  type NamedParameters,
  optional,
  type Parameter,
  text,
  type ValuesOf,
} from './parameters.ts';

/** A kind that applies to all operations, unless it names some. */
export function defineKind<Each extends NamedParameters>(
  kind: Pick<FaultShape, 'description'> &
    Partial<Pick<FaultShape, 'operations'>> & {
      readonly parameters: Each;
      effect(
        fault: ValuesOf<Each>,
        request: TakenRequest,
        service: SandboxService,
      ): ServiceResponse | Delivery | Promise<ServiceResponse | Delivery>;
    },
): FaultKind {
  return { operations: OPERATIONS, ...kind };
}

export const WRITES = ['put', 'patch'] as const;

/** Before or after the service has handled the request and committed its write. */
export const WHEN = { when: optional(choice('before', 'after'), 'before') };

export const HEADER_VALUE = text('a text that a header can carry', /^[\t\x20-\x7e\x80-\xff]*$/);
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
// With wrong framing headers, a client would wait for bytes that never come.
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'trailer'];

function headerOf(name: string): Parameter<string> {
  return {
    ...HEADER_VALUE,
    read(value, place) {
      const isSettable = HEADER_NAME.test(name) && !FRAMING.includes(name.toLowerCase());
      if (!isSettable) place.report('not a header that a fault can set');
      return typeof value === 'number' ? String(value) : HEADER_VALUE.read(value, place);
    },
  };
}

const STATUS = {
  code: integer(200, 599),
  body: optional(choice('contract', 'message', 'error', 'plain', 'html', 'empty'), 'contract'),
  text: optional(text('a text', /^/), 'the request failed.'),
  headers: optional(mapOf('a map of headers', headerOf), {}),
  ...WHEN,
};

export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  status: defineKind({
    description: 'returns a status and an error body',
    parameters: STATUS,
    async effect(fault, request, service) {
      if (fault.when === 'after') await request.handle(service);
      return renderStatus(fault, request.requestId);
    },
  }),
  reset: defineKind({
    description: 'resets the connection instead of responding',
    parameters: WHEN,
    async effect({ when }, { handle }, service) {
      if (when === 'after') await handle(service);
      return RESET;
    },
  }),
  stall: defineKind({
    description: 'sends nothing, for a time or forever',
    parameters: { for: optional(DURATION, null), ...WHEN },
    // A request whose client disconnects during the stall has no effect, unless it was handled before.
    async effect(fault, { outgoing, handle }, service) {
      if (fault.when === 'after') await handle(service);
      return (await stays(outgoing, fault.for)) ? handle(service) : SILENCE;
    },
  }),
  ignored: defineKind({
    description: 'returns 200 and applies nothing',
    operations: WRITES,
    parameters: {},
    effect: (_, { handle }, service) => handle({ ...service, store: keepNothing(service.store) }),
  }),
  lag: defineKind({
    description: 'commits the write, but reads show the earlier pipe for a time',
    operations: WRITES,
    parameters: { for: DURATION },
    effect(fault, { pipeId, handle }, service) {
      service.faults.holdBack(pipeId, service.clock() + fault.for);
      return handle(service);
    },
  }),
  conflict: defineKind({
    description: 'commits a write, and refuses further writes to the pipe for a time: another operation is in progress',
    operations: WRITES,
    parameters: { for: DURATION, code: optional(choice(409, 423, 425), 409), headers: STATUS.headers },
    async effect({ for: busyMs, code, headers }, { pipeId, requestId, handle }, service) {
      const { faults, clock } = service;
      const text = 'another operation on the pipe is in progress.';
      if (faults.isBusy(pipeId, clock())) return renderStatus({ code, text, headers, body: 'contract' }, requestId);
      const response = await handle(service);
      if (response.status === 200) faults.keepBusy(pipeId, clock() + busyMs);
      return response;
    },
  }),
  'hidden-keys': defineKind({
    description:
      'shows one more setting for every pipe: one that only kafka pipes take, a count of writes, or a masked secret',
    operations: ['get', 'put', 'patch'],
    parameters: { show: optional(choice('kind-only', 'counter', 'masked'), 'kind-only') },
    effect: ({ show }, { pipeId, handle }, service) => handle(withHiddenKey(service, show, pipeId)),
  }),
  'absent-settings': defineKind({
    description: 'leaves out the settings of a pipe that has none set',
    operations: ['get', 'list', 'patch'],
    parameters: {},
    effect(_, { handle }, service) {
      const leaveOut = (text: string) => JSON.stringify(leaveOutUnset(JSON.parse(text) as JsonValue));
      return handle({ ...service, reshape: (operation, text) => leaveOut(service.reshape(operation, text)) });
    },
  }),
  'error-in-200': defineKind({
    description: 'returns 200 with an error in the body, and applies nothing',
    parameters: { code: optional(integer(400, 599), 400), text: STATUS.text },
    effect: ({ code, text }, { requestId }) => ({
      ...renderStatus({ code, text, headers: {}, body: 'contract' }, requestId),
      status: 200,
    }),
  }),
};

const HIDDEN_KEYS = {
  'kind-only': 'kafka_read_committed',
  counter: 'internal.config.version',
  masked: 'internal.access_key',
} as const;

/** Shows the key in each response with settings, and treats it in updates as live services do (field notes, "Settings"). */
function withHiddenKey(service: SandboxService, show: keyof typeof HIDDEN_KEYS, pipeId: string): SandboxService {
  const hidden = HIDDEN_KEYS[show];
  const writes = () => service.commits.entries().filter((commit) => commit.pipeId === pipeId).length;
  const showKey = () => ({ 'kind-only': false, counter: 1 + writes(), masked: '********' })[show];
  return {
    ...service,
    updates: {
      ...service.updates,
      settings(pipe, body, ...rest) {
        const { [hidden]: sent, ...others } = body;
        if (sent !== undefined && show === 'kind-only' && kindOf(pipe) !== 'kafka')
          throw new ApiError('BAD_REQUEST', `Setting '${hidden}' is only supported for Kafka pipes.`);
        if (sent === showKey() && show === 'masked')
          throw new ApiError('BAD_REQUEST', `Setting '${hidden}' must not be masked.`);
        return service.updates.settings(pipe, others, ...rest);
      },
    },
    reshape(operation, text) {
      const result = JSON.parse(service.reshape(operation, text)) as JsonObject;
      const extend = (settings: JsonValue | undefined) => ({ ...(settings as JsonObject), [hidden]: showKey() });
      return JSON.stringify(operation === 'put' ? extend(result) : { ...result, settings: extend(result.settings) });
    },
  };
}

function leaveOutUnset(result: JsonValue): JsonValue {
  if (Array.isArray(result)) return result.map(leaveOutUnset);
  const { settings = {}, ...rest } = result as JsonObject;
  return Object.values(settings as JsonObject).every((value) => value === null) ? rest : result;
}

/** An error in one of the forms of the field notes. */
function renderStatus(
  { code: status, body, text, headers }: Omit<ValuesOf<typeof STATUS>, 'when'>,
  requestId: string,
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
    update(id, change) {
      const pipe = store.find(id);
      if (pipe === undefined) throw createMissingPipeError();
      return change(pipe);
    },
  };
}
