import type { HttpClientOptions } from '../api/http/http-client.ts';
import type { Environment } from '../api/http/proxy.ts';
import type { RateLimitWait } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json/json.ts';
import type { Result } from '../model/result.ts';
import { LONGEST_STAMP, readStamp, type Stamp, withoutStamp } from './stamp.ts';

export interface PublishPorts extends Pick<HttpClientOptions, 'clock' | 'version' | 'timeoutMs' | 'onRequest'> {
  /** The variables that CI sets, and the proxy variables. */
  readonly environment: Environment;
  /** Rejects when the file cannot be read. For GITHUB_EVENT_PATH only. */
  readonly readFile: (path: string) => Promise<string>;
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** The limit of all requests, waits and retries together. */
  readonly budgetMs: number;
  /** Called before each wait for a rate limit. */
  readonly onWait?: ((wait: RateLimitWait) => void) | undefined;
  readonly signal: AbortSignal;
}

/**
 * `none`: there was nothing to do. A webhook call is always `created`, or `unconfirmed` when it may have been posted and
 * counts as posted.
 */
export interface Publication {
  readonly action: 'created' | 'updated' | 'unchanged' | 'reopened' | 'closed' | 'none' | 'unconfirmed';
  /** The page of the post, or null when the service does not return one. */
  readonly url: string | null;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where there is nothing to post. */
export const NOTHING_POSTED: Publication = { action: 'none', url: null, diagnostics: [] };

export type PublishResult = Result<
  { readonly publication: Publication },
  {
    readonly diagnostics: readonly Diagnostic[];
    /** Whether the request was sent, and it is unknown whether the service acted on it. */
    readonly isUnconfirmed?: boolean;
  }
>;

/** The default of `PublishPorts.budgetMs` is enough for the minute that GitHub’s secondary rate limit requires. */
export const PUBLISH_BUDGET_MS = 300_000;

/** A rendered report. */
export interface Message {
  /** The hidden first line of `body`, `<!-- pipeform:... -->`, by which our comment is found again. */
  readonly marker: string;
  /** GitHub-flavored Markdown, at most `LONGEST_MESSAGE` characters. */
  readonly body: string;
  /** When the report was made: UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  /** The commit that is checked out, or null. */
  readonly commit: string | null;
  /** One plain line, such as `Pipeform plan: 2 pipes to update`. */
  readonly title: string;
  /** What a chat shows below the title: plain lines. */
  readonly brief: readonly string[];
  /** The http(s) address of the whole report, or null. */
  readonly link?: string | null;
  /** `clean`: no differences, and everything was read; `incomplete`: something could not be read. */
  readonly status: 'clean' | 'differences' | 'incomplete';
  /** Whether a report with status `clean` is posted only in place of an earlier one. */
  readonly onlyChanges: boolean;
  /** The report itself, for the plain webhook. */
  readonly document: JsonObject;
}

/** A message with what its body hides of the report. */
export interface StampedMessage extends Message {
  readonly stamp: Stamp;
}

/** The length in UTF-16 units is the limit of GitHub for comments and issues, without what is added to them. */
export const LONGEST_MESSAGE = 65_536 - LONGEST_STAMP;

const MARKER = /^<!-- pipeform:[^\r\n<>]+ -->$/;

/** A message that breaks these rules is a bug: it could not be found again, or would be rejected. */
export function findInvalidParts({ marker, body, title }: Message): readonly Diagnostic[] {
  const flaws = [
    MARKER.test(marker) ? '' : 'its marker is not one hidden line',
    body === marker || body.startsWith(`${marker}\n`) ? '' : 'its body does not start with the marker',
    body.length <= LONGEST_MESSAGE ? '' : `its body has ${body.length.toLocaleString('en-US')} characters`,
    title.trim() === '' ? 'its title is empty' : '',
  ];
  const detail = 'Nothing was sent.';
  const hint = 'Please report this with the command and the version.';
  return flaws
    .filter((flaw) => flaw !== '')
    .map((flaw) => `The message to publish is invalid: ${flaw}.`)
    .map((summary) => diagnose('error', { code: 'internal', summary, detail, hint }));
}

/** Whether the first line is the marker; a quote of it is not. */
export function startsWithMarker(body: string, marker: string): boolean {
  return normalize(body).split('\n', 1)[0] === marker;
}

/** Whether two posts show the same report, of the same commit. Services may change line ends and trim the end. */
export function equalBodies(a: string, b: string): boolean {
  const isSame = normalize(withoutStamp(normalize(a))) === normalize(withoutStamp(normalize(b)));
  return isSame && readStamp(a)?.commit === readStamp(b)?.commit;
}

function normalize(body: string): string {
  return body.replace(/\r\n?/g, '\n').trimEnd();
}
