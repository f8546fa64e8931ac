import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { type Delivery, deliverWhole, RESET, sendHead, stays } from '../../src/sandbox/faults/delivery.ts';
import { defineKind, HEADER_VALUE, WHEN, WRITES } from '../../src/sandbox/faults/fault-kinds.ts';
import {
  choice,
  DURATION,
  integer,
  mapOf,
  optional,
  type Parameter,
  type ValuesOf,
} from '../../src/sandbox/faults/parameters.ts';
import { kindOf, type Pipe } from '../../src/sandbox/fleet/pipe.ts';
import { JSON_TYPE, type ServiceResponse } from '../../src/sandbox/http.ts';
import { findScalingProblem, findSettingProblem } from '../../src/sandbox/pipes-api/field-rules.ts';
import { editByHand } from '../../src/sandbox/pipes-api/updates.ts';
import type { PipeView } from '../../src/sandbox/pipes-api/view.ts';
import type { SandboxService, TakenRequest } from '../../src/sandbox/service.ts';

const ON_PIPES = ['get', 'put', 'patch'] as const;

type Scalar = number | string | boolean | null;

function scalarOf(expected: string, findProblem: (value: Scalar) => string | undefined): Parameter<Scalar> {
  return {
    expected,
    read(value, place) {
      if (typeof value === 'object' && value !== null) return undefined;
      const problem = findProblem(value);
      if (problem !== undefined) place.report(problem);
      return value;
    },
  };
}

const EDIT = {
  settings: optional(
    mapOf('a map of settings', (key) => scalarOf('a setting', (value) => findSettingProblem(key, value))),
    {},
  ),
  scaling: optional(
    mapOf('a map of scaling values', (key) =>
      scalarOf('a number', (value) => findScalingProblem(undefined, key, value)),
    ),
    {},
  ),
  ...WHEN,
};

const UNREADABLE = {
  settings: optional(choice('empty', 'absent', 'list', 'text', 'huge', 'infinite', 'deep'), null),
  scaling: optional(choice('empty', 'absent', 'list', 'text', 'fraction', 'infinite'), null),
};

/** What networks, proxies, services and other people may do, beyond the faults of the sandbox. */
export const ODD_FAULT_KINDS = {
  late: defineKind({
    description: 'resets the connection, and commits the write after a time',
    operations: WRITES,
    parameters: { for: DURATION },
    effect(fault, { handle }, service) {
      void delay(fault.for, undefined, { ref: false }).then(() => handle(service));
      return RESET;
    },
  }),
  lostLag: defineKind({
    description: 'commits the write and resets the connection; reads show the earlier pipe for a time',
    operations: WRITES,
    parameters: { for: DURATION },
    async effect(fault, { pipeId, handle }, service) {
      service.faults.holdBack(pipeId, service.clock() + fault.for);
      await handle(service);
      return RESET;
    },
  }),
  settle: defineKind({
    description: 'commits the scaling update; reads show it after a time',
    operations: ['patch'],
    parameters: { for: DURATION },
    effect: (fault, { handle }, service) =>
      handle({ ...service, switches: { ...service.switches, settleMs: fault.for } }),
  }),
  trickle: defineKind({
    description: 'sends the right response a few bytes at a time',
    parameters: { every: optional(DURATION, 100), bytes: optional(integer(1, 65_536), 1) },
    effect: async ({ every, bytes }, { handle }, service) => deliverTrickle(await handle(service), every, bytes),
  }),
  truncate: defineKind({
    description: 'cuts the right response off',
    parameters: {
      length: optional(choice('promised', 'matching'), 'promised'),
      bytes: optional(integer(0, 1_048_576), null),
    },
    effect: async ({ length, bytes }, { handle }, service) => deliverTruncated(await handle(service), length, bytes),
  }),
  contentType: defineKind({
    description: 'sends the right response with a wrong content type',
    parameters: { type: optional(HEADER_VALUE, 'text/html; charset=utf-8') },
    async effect({ type }, { handle }, service) {
      const response = await handle(service);
      return { ...response, headers: { ...response.headers, 'content-type': type } };
    },
  }),
  endless: defineKind({
    description: 'returns 200 with a body that never ends',
    parameters: WHEN,
    async effect({ when }, { requestId, handle }, service) {
      if (when === 'after') await handle(service);
      return deliverEndless(`{"status":200,"requestId":"${requestId}","result":{"name":"`);
    },
  }),
  wrongPipe: defineKind({
    description: 'returns another pipe',
    operations: ON_PIPES,
    parameters: {},
    effect: (_, { pipeId, handle }, service) => handle({ ...service, view: showAnotherPipe(service, pipeId) }),
  }),
  unreadable: defineKind({
    description: 'shows settings or scaling that no client can use',
    operations: ON_PIPES,
    parameters: UNREADABLE,
    effect: (fault, { handle }, service) =>
      handle({
        ...service,
        reshape: (operation, result) => showUnreadable(operation === 'put', service.reshape(operation, result), fault),
      }),
  }),
  edit: defineKind({
    description: 'someone else changes the pipe before or after this request, if the change fits it',
    operations: ON_PIPES,
    parameters: EDIT,
    async effect(fault, request, service) {
      if (fault.when === 'before') editByOthers(service, fault, request);
      const response = await request.handle(service);
      if (fault.when === 'after') editByOthers(service, fault, request);
      return response;
    },
  }),
};

function editByOthers(
  { store }: SandboxService,
  { settings, scaling }: ValuesOf<typeof EDIT>,
  { pipeId, requestId }: TakenRequest,
): void {
  const pipe = store.find(pipeId);
  if (pipe === undefined) return;
  const fits = Object.entries(scaling).every(
    ([key, value]) => findScalingProblem(kindOf(pipe), key, value) === undefined,
  );
  if (!fits) return;
  const sections = Object.entries({ settings, scaling }).filter(([, values]) => Object.keys(values).length > 0);
  const body: JsonObject = Object.fromEntries(sections);
  const cause = { by: 'hand', method: null, requestId, body } as const;
  store.update(pipeId, (latest) => editByHand(latest, body), cause);
}

/** Shows the next pipe of the fleet instead; in a fleet of one, the same under another id. */
function showAnotherPipe({ store, view }: SandboxService, pipeId: string): PipeView {
  const pipe = store.find(pipeId);
  if (pipe === undefined) return view;
  const other = findNeighbor(store.pipes(), pipe);
  return { renderPipe: (_, now) => view.renderPipe(other, now), renderSettings: () => view.renderSettings(other) };
}

function findNeighbor(pipes: readonly Pipe[], pipe: Pipe): Pipe {
  const next = pipes[(pipes.findIndex(({ id }) => id === pipe.id) + 1) % pipes.length];
  if (next !== undefined && next.id !== pipe.id) return next;
  return { ...pipe, id: pipe.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
}

// Marks strings that are replaced with numbers that JSON.stringify cannot write.
const MARK = '\u0000';
const NESTING = 70;

/** Replaces settings or scaling with invalid values. The result of a PUT is the settings alone. */
function showUnreadable(isSettings: boolean, result: string, fault: ValuesOf<typeof UNREADABLE>): string {
  const shown = JSON.parse(result);
  const odd = isSettings
    ? (showSettings(shown, fault) ?? null)
    : { ...shown, settings: showSettings(shown.settings, fault), scaling: showScaling(shown.scaling, fault) };
  return JSON.stringify(odd).replace(/"\\u0000([^"]*)"/g, '$1');
}

const withOdd = (settings: JsonObject, value: JsonValue) => ({ ...settings, x_unreadable: value });

const ODD_SETTINGS = {
  empty: () => null,
  absent: () => undefined,
  list: () => [1],
  text: () => 'none',
  huge: (settings: JsonObject) => withOdd(settings, `${MARK}9007199254740993`),
  infinite: (settings: JsonObject) => withOdd(settings, `${MARK}1e400`),
  deep: (settings: JsonObject) => withOdd(settings, JSON.parse(`${'['.repeat(NESTING)}${']'.repeat(NESTING)}`)),
};

function showSettings(settings: JsonObject, { settings: how }: ValuesOf<typeof UNREADABLE>): JsonValue | undefined {
  return how === null ? settings : ODD_SETTINGS[how](settings);
}

const ODD_SCALING = { list: [], text: 'abc', fraction: -0.123456, infinite: `${MARK}1e400` } as const;

function showScaling(scaling: JsonObject, { scaling: how }: ValuesOf<typeof UNREADABLE>): JsonValue | undefined {
  if (how === null) return scaling;
  if (how === 'empty') return null;
  if (how === 'absent') return undefined;
  return Object.fromEntries(Object.keys(scaling).map((key) => [key, ODD_SCALING[how]]));
}

function deliverTrickle(response: ServiceResponse, every: number, bytes: number): Delivery {
  return {
    response,
    async send({ outgoing }) {
      const body = sendHead(outgoing, response);
      for (let sent = 0; sent < body.length; sent += bytes) {
        outgoing.write(body.subarray(sent, sent + bytes));
        if (!(await stays(outgoing, every))) return;
      }
      outgoing.end();
    },
  };
}

/** The content-length is that of the complete body (`promised`) or of what is sent (`matching`). */
function deliverTruncated(response: ServiceResponse, length: string, bytes: number | null): Delivery {
  const body = Buffer.from(response.body);
  const kept = body.subarray(0, bytes ?? Math.floor(body.length / 2));
  if (length === 'matching') return deliverWhole({ ...response, body: kept.toString('utf8') });
  return {
    response,
    send({ incoming, outgoing }) {
      sendHead(outgoing, response);
      outgoing.flushHeaders();
      outgoing.write(kept, () => incoming.socket.destroySoon());
    },
  };
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');
/** About 3 MB per second: soon longer than any response of the API. */
const CHUNK_EVERY_MS = 5;

function deliverEndless(body: string): Delivery {
  const response = { status: 200, body, headers: JSON_TYPE };
  return {
    response,
    async send({ outgoing }) {
      outgoing.writeHead(response.status, response.headers);
      outgoing.write(body);
      while (await stays(outgoing, CHUNK_EVERY_MS)) {
        // Without this check, the chunks for a client that does not read would fill the memory.
        if (!outgoing.writableNeedDrain) outgoing.write(CHUNK);
      }
    },
  };
}
