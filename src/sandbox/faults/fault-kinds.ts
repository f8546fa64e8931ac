import { findScalingProblem, findSettingProblem } from '../pipes-api/contract.ts';
import {
  choice,
  DURATION,
  integer,
  mapOf,
  optional,
  type Parameter,
  text,
  type ValuePlace,
  type ValuesOf,
} from './parameters.ts';

/** The operations of the pipes API and of the observability API. */
export const OPERATIONS = ['get', 'list', 'put', 'patch', 'series', 'alert'] as const;
export type Operation = (typeof OPERATIONS)[number];

const ON_PIPES = ['get', 'put', 'patch'] as const;
const WRITES = ['put', 'patch'] as const;

/** A plain value in a plan sets the first parameter. The fault applies only to `operations`. */
function kind<Parameters>(description: string, parameters: Parameters, operations: readonly Operation[] = OPERATIONS) {
  return { description, parameters, operations };
}

const HEADER_VALUE = text('a text that a header can carry', /^[\t\x20-\x7e\x80-\xff]*$/);
// With wrong framing headers, a client would wait for bytes that never come.
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'trailer'];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const HEADER: Parameter<string | number> = {
  ...HEADER_VALUE,
  read(value, place) {
    const name = lastKeyOf(place).toLowerCase();
    if (FRAMING.includes(name) || !HEADER_NAME.test(name)) place.report('not a header that a fault can set');
    return typeof value === 'number' ? value : HEADER_VALUE.read(value, place);
  },
};

type Scalar = number | string | boolean | null;

function fieldOf(expected: string, findProblem: (key: string, value: Scalar) => string | undefined): Parameter<Scalar> {
  return {
    expected,
    read(value, place) {
      if (typeof value === 'object' && value !== null) return undefined;
      const problem = findProblem(lastKeyOf(place), value);
      if (problem !== undefined) place.report(problem);
      return value;
    },
  };
}

const SETTING = fieldOf('a number, a text, true, false or null', findSettingProblem);
const SCALING = fieldOf('a number or null', (key, value) => findScalingProblem(undefined, key, value));

function lastKeyOf({ path }: ValuePlace): string {
  return String(path.at(-1));
}

/** Before or after the service has handled the request and committed its write. */
const WHEN = { when: optional(choice('before', 'after'), 'before') };

/** `effects.ts` has the effect of each kind. */
export const FAULT_KINDS = {
  status: kind('returns a status and an error body', {
    code: integer(200, 599),
    body: optional(choice('contract', 'message', 'error', 'plain', 'html', 'empty'), 'contract'),
    text: optional(text('a text', /^/), 'the request failed.'),
    headers: optional(mapOf('a map of headers', HEADER), {}),
    ...WHEN,
  }),
  idle: kind('returns 424: the owning service is idle', {}, ON_PIPES),
  reset: kind('resets the connection instead of responding', WHEN),
  late: kind('resets the connection, and commits the write after a time', { for: DURATION }, WRITES),
  stall: kind('sends nothing, for a time or forever', {
    for: optional(DURATION, null),
    ...WHEN,
  }),
  trickle: kind('sends the right response a few bytes at a time', {
    every: optional(DURATION, 100),
    bytes: optional(integer(1, 65_536), 1),
  }),
  truncate: kind('cuts the right response off', {
    length: optional(choice('promised', 'matching'), 'promised'),
    bytes: optional(integer(0, 1_048_576), null),
  }),
  contentType: kind('sends the right response with a wrong content type', {
    type: optional(HEADER_VALUE, 'text/html; charset=utf-8'),
  }),
  html: kind('returns 200 with a web page, as a captive portal does', WHEN),
  notJson: kind('returns 200 with invalid JSON', WHEN),
  endless: kind('returns 200 with a body that never ends', WHEN),
  redirect: kind('redirects the client', {
    to: optional(text('an address that begins with http:// or https://', /^https?:\/\/[^\s/?#]+\S*$/), null),
    status: optional(choice(301, 302, 303, 307, 308), 307),
    ...WHEN,
  }),
  wrongPipe: kind('returns another pipe', {}, ON_PIPES),
  ignored: kind('returns 200 and applies nothing', {}, WRITES),
  settle: kind('commits the scaling update; reads show it after a time', { for: DURATION }, ['patch']),
  lag: kind(
    'commits the write, but reads show the earlier pipe for a time; the response is sent or lost',
    { for: DURATION, answer: optional(choice('sent', 'lost'), 'sent') },
    WRITES,
  ),
  unreadable: kind(
    'shows settings or scaling that no client can use',
    {
      settings: optional(choice('empty', 'absent', 'list', 'text', 'huge', 'infinite', 'deep'), null),
      scaling: optional(choice('empty', 'absent', 'list', 'text', 'fraction', 'infinite'), null),
    },
    ON_PIPES,
  ),
  edit: kind(
    'someone else changes the pipe before or after this request, if the change fits it',
    {
      settings: optional(mapOf('a map of settings', SETTING), {}),
      scaling: optional(mapOf('a map of scaling values', SCALING), {}),
      ...WHEN,
    },
    ON_PIPES,
  ),
};

export type FaultKind = keyof typeof FAULT_KINDS;

/** A fault with all parameters. Durations are milliseconds. */
export type Fault = FaultOf<FaultKind>;
export type FaultOf<Kind extends FaultKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & ValuesOf<(typeof FAULT_KINDS)[Each]['parameters']>;
}[Kind];
