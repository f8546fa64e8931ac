import {
  choice,
  duration,
  headers,
  headerValue,
  integer,
  type Parameter,
  scaling,
  settings,
  standing,
  text,
  url,
} from './parameters.ts';
import { UNREADABLE_SCALING, UNREADABLE_SETTINGS } from './service-faults.ts';

/** What a request asks for: the three operations of the pipes API and the two of the observability API. */
export const OPERATIONS = ['get', 'put', 'patch', 'series', 'alert'] as const;
export type Operation = (typeof OPERATIONS)[number];

const PIPE_OPERATIONS = ['get', 'put', 'patch'] as const;
const WRITES = ['put', 'patch'] as const;

/** Before or after the service has handled the request: for a write, before or after its commit. */
const when = choice(['before', 'after']);
const before = standing(when, 'before');

export const BODIES = ['contract', 'message', 'error', 'plain', 'html', 'empty'] as const;

interface KindRow {
  /** What happens, for people. */
  readonly meaning: string;
  /** The operations that it makes sense for. */
  readonly operations: readonly Operation[];
  /** The parameter that a plain value stands for. */
  readonly main?: string;
  readonly parameters: Readonly<Record<string, Parameter<unknown>>>;
}

/** Every kind of fault: the one table that the reader of plans, the documentation and the types below go by. */
export const FAULT_KINDS = {
  status: {
    meaning: 'answers with a status and an error body',
    operations: OPERATIONS,
    main: 'code',
    parameters: {
      code: integer(200, 599),
      body: standing(choice(BODIES), 'contract'),
      text: standing(text(), 'the request failed.'),
      headers: standing(headers(), {}),
      when: before,
    },
  },
  idle: {
    meaning: 'answers 424: the owning service sleeps',
    operations: PIPE_OPERATIONS,
    parameters: {},
  },
  reset: {
    meaning: 'resets the connection instead of answering',
    operations: OPERATIONS,
    main: 'when',
    parameters: { when: before },
  },
  late: {
    meaning: 'resets the connection, and commits the write only after a time',
    operations: WRITES,
    main: 'for',
    parameters: { for: duration() },
  },
  stall: {
    meaning: 'says nothing: for a time, or until the client leaves or the sandbox stops',
    operations: OPERATIONS,
    main: 'for',
    parameters: { for: standing(duration(), null), when: before },
  },
  trickle: {
    meaning: 'sends the right answer in drops',
    operations: OPERATIONS,
    main: 'every',
    parameters: { every: standing(duration(), 100), bytes: standing(integer(1, 65_536), 1) },
  },
  truncate: {
    meaning: 'cuts the right answer off; its length promises the whole, or matches what is sent',
    operations: OPERATIONS,
    main: 'length',
    parameters: {
      length: standing(choice(['promised', 'matching']), 'promised'),
      bytes: standing(integer(0, 1_048_576), null),
    },
  },
  contentType: {
    meaning: 'sends the right answer under a wrong content type',
    operations: OPERATIONS,
    main: 'type',
    parameters: { type: standing(headerValue(), 'text/html; charset=utf-8') },
  },
  html: {
    meaning: 'answers 200 with a web page, as a captive portal does',
    operations: OPERATIONS,
    main: 'when',
    parameters: { when: before },
  },
  notJson: {
    meaning: 'answers 200 with a body that is declared as JSON and is not',
    operations: OPERATIONS,
    main: 'when',
    parameters: { when: before },
  },
  endless: {
    meaning: 'answers 200 with a body that never ends',
    operations: OPERATIONS,
    main: 'when',
    parameters: { when: before },
  },
  redirect: {
    meaning: 'sends the client elsewhere; without an address, to one that the request log watches',
    operations: OPERATIONS,
    main: 'to',
    parameters: {
      to: standing(url(), null),
      status: standing(choice([301, 302, 303, 307, 308]), 307),
      when: before,
    },
  },
  wrongPipe: {
    meaning: 'answers with what another pipe has',
    operations: PIPE_OPERATIONS,
    parameters: {},
  },
  ignored: {
    meaning: 'answers 200 as if the write had been applied, and applies nothing',
    operations: WRITES,
    parameters: {},
  },
  settle: {
    meaning: 'commits the scaling update, but reads show it only after a time',
    operations: ['patch'],
    main: 'for',
    parameters: { for: duration() },
  },
  lag: {
    meaning: 'commits the write, but reads show the pipe as it was before for a time; the answer is sent or lost',
    operations: WRITES,
    main: 'for',
    parameters: { for: duration(), answer: standing(choice(['sent', 'lost']), 'sent') },
  },
  unreadable: {
    meaning: 'shows something else in the place of settings or scaling, or values that no client can carry exactly',
    operations: PIPE_OPERATIONS,
    main: 'settings',
    parameters: {
      settings: standing(choice(UNREADABLE_SETTINGS), null),
      scaling: standing(choice(UNREADABLE_SCALING), null),
    },
  },
  edit: {
    meaning: 'lets someone else change the pipe just before or after this request; only on pipes that the change fits',
    operations: PIPE_OPERATIONS,
    parameters: {
      settings: standing(settings(), {}),
      scaling: standing(scaling(), {}),
      when: before,
    },
  },
} as const satisfies Readonly<Record<string, KindRow>>;

export type FaultKind = keyof typeof FAULT_KINDS;

type ValueOf<Row> = Row extends Parameter<infer Value> ? Value : never;
type ParametersOf<Kind extends FaultKind> = (typeof FAULT_KINDS)[Kind]['parameters'];

/** A fault with all that it can be told. Durations are milliseconds. */
export type Fault = {
  readonly [Kind in FaultKind]: { readonly kind: Kind } & {
    readonly [Name in keyof ParametersOf<Kind>]: ValueOf<ParametersOf<Kind>[Name]>;
  };
}[FaultKind];

/** Which requests a fault takes, and how many of them. */
export interface FaultRule {
  readonly operations: readonly Operation[];
  /** Globs over the live name, or over `service/name`, and ids of pipes; null for requests about any pipe and about none. */
  readonly pipes: readonly string[] | null;
  /** So many requests that match pass first. */
  readonly after: number;
  /** It fires at most so often; null for no end. */
  readonly count: number | null;
  readonly probability: number;
  readonly fault: Fault;
}

export interface FaultPlan {
  /** Of the draws that probabilities make; null to leave it as it is. */
  readonly seed: number | null;
  readonly faults: readonly FaultRule[];
}

export function operationsOf(kind: FaultKind): readonly Operation[] {
  return FAULT_KINDS[kind].operations;
}
