// Generated from src/sandbox/faults/fault-plan.schema.json by `npm run generate`. Do not edit.

export type HeaderValue = string | number;
/**
 * Milliseconds.
 */
export type Duration = number;

export interface WrittenPlan {
  seed: number | null;
  faults: Rule[];
}
export interface Rule {
  /**
   * @minItems 1
   */
  operation: ('get' | 'put' | 'patch' | 'series' | 'alert')[];
  /**
   * Globs over the live name, or over `service/name`, and ids of pipes; null for requests about any pipe and about none.
   *
   * @minItems 1
   */
  pipe: string[] | null;
  /**
   * The number of matching requests that pass first.
   */
  after: number;
  /**
   * How often it fires at most; null for no limit.
   */
  count: number | null;
  probability: number;
  fault: Fault;
}
export interface Fault {
  /**
   * answers with a status and an error body
   */
  status?: {
    code: number;
    body: 'contract' | 'message' | 'error' | 'plain' | 'html' | 'empty';
    text: string;
    headers: {
      [k: string]: HeaderValue;
    };
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * answers 424: the owning service sleeps
   */
  idle?: {};
  /**
   * resets the connection instead of answering
   */
  reset?: {
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * resets the connection, and commits the write only after a time
   */
  late?: {
    for: Duration;
  };
  /**
   * sends nothing: for a time, or until the client leaves or the sandbox stops
   */
  stall?: {
    for: number | null;
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * sends the right answer a few bytes at a time
   */
  trickle?: {
    /**
     * Milliseconds.
     */
    every: number;
    bytes: number;
  };
  /**
   * cuts the right answer off; its length promises the whole, or matches what is sent
   */
  truncate?: {
    length: 'promised' | 'matching';
    bytes: number | null;
  };
  /**
   * sends the right answer under a wrong content type
   */
  contentType?: {
    type: string;
  };
  /**
   * answers 200 with a web page, as a captive portal does
   */
  html?: {
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * answers 200 with a body that is declared as JSON and is not
   */
  notJson?: {
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * answers 200 with a body that never ends
   */
  endless?: {
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * sends the client elsewhere; without an address, to one that the request log watches
   */
  redirect?: {
    to: string | null;
    status: 301 | 302 | 303 | 307 | 308;
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
  /**
   * answers with what another pipe has
   */
  wrongPipe?: {};
  /**
   * answers 200 as if the write had been applied, and applies nothing
   */
  ignored?: {};
  /**
   * commits the scaling update, but reads show it only after a time
   */
  settle?: {
    for: Duration;
  };
  /**
   * commits the write, but reads show the pipe as it was before for a time; the answer is sent or lost
   */
  lag?: {
    for: Duration;
    answer: 'sent' | 'lost';
  };
  /**
   * shows something else in the place of settings or scaling, or values that no client can carry exactly
   */
  unreadable?: {
    settings: 'empty' | 'absent' | 'list' | 'text' | 'huge' | 'infinite' | 'deep' | null;
    scaling: 'empty' | 'absent' | 'list' | 'text' | 'fraction' | 'infinite' | null;
  };
  /**
   * lets someone else change the pipe just before or after this request; only on pipes that the change fits
   */
  edit?: {
    settings: {
      [k: string]: number | string | boolean | null;
    };
    scaling: {
      [k: string]: number | null;
    };
    /**
     * Before or after the service has handled the request: for a write, before or after its commit.
     */
    when: 'before' | 'after';
  };
}
