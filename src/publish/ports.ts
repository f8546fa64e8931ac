import type { Environment } from '../api/http/proxy.ts';
import type { HttpMethod } from '../api/http/transport.ts';
import type { Clock } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';

/** One attempt, for `--debug`: no header, no body, no secret; the path of a webhook is left out. */
export interface PublishLogEntry {
  readonly method: HttpMethod;
  readonly path: string;
  /** null when there was no answer. */
  readonly status: number | null;
  readonly attempt: number;
  readonly durationMs: number;
  readonly requestId: string | null;
}

/** The world as publishing sees it. */
export interface PublishPorts {
  /** Tokens, addresses and numbers as CI sets them, and the proxy variables. */
  readonly environment: Environment;
  /** The text of a file; rejects when it cannot be read. For GITHUB_EVENT_PATH only. */
  readonly readFile: (path: string) => Promise<string>;
  readonly clock: Clock;
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  /** For one attempt: connecting, sending and the whole answer together. */
  readonly timeoutMs: number;
  /** For all of it, waits and further attempts included. After it, nothing more is sent or waited for. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly onRequest?: (entry: PublishLogEntry) => void;
}

/** What publishing did; `none`: there was nothing to do. Each webhook call is `created`. */
export interface Publication {
  readonly action: 'created' | 'updated' | 'unchanged' | 'closed' | 'none';
  /** Where a person can see it, or null when the service does not say. */
  readonly url: string | null;
  /** Warnings about what was published. */
  readonly diagnostics: readonly Diagnostic[];
}

export type PublishResult =
  | { readonly ok: true; readonly publication: Publication }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Default for `PublishPorts.budgetMs`: long enough for the minute that GitHub's secondary rate limit asks for. */
export const PUBLISH_BUDGET_MS = 300_000;
