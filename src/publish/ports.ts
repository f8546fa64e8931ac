import type { HttpClientOptions } from '../api/http/http-client.ts';
import type { Environment } from '../api/http/proxy.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';

/** The world as publishing sees it. */
export interface PublishPorts extends Pick<HttpClientOptions, 'clock' | 'version' | 'timeoutMs' | 'onRequest'> {
  /** Tokens, addresses and numbers as CI sets them, and the proxy variables. */
  readonly environment: Environment;
  /** The text of a file; rejects when it cannot be read. For GITHUB_EVENT_PATH only. */
  readonly readFile: (path: string) => Promise<string>;
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** For all of it, waits and further attempts included. After it, nothing more is sent or waited for. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
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

/** A report, rendered to be posted. */
export interface Message {
  /** The hidden first line, `<!-- pipeform:... -->`, by which our own comment is found again; `body` starts with it. */
  readonly marker: string;
  /** GitHub-flavoured Markdown, at most 65,536 characters, marker included. */
  readonly body: string;
  /** One plain line, such as `Pipeform plan: 2 pipes to update`. */
  readonly title: string;
  /** `clean`: nothing differs and everything was read; `incomplete`: something could not be read, so never clean. */
  readonly status: 'clean' | 'differences' | 'incomplete';
  /** The report itself, for the plain webhook. */
  readonly document: JsonObject;
}

/** What GitHub takes for the body of a comment or an issue. */
const LONGEST_BODY = 65_536;

const MARKER = /^<!-- pipeform:[^\r\n<>]+ -->$/;

/** A message that breaks its own rules is a mistake of ours: posted, it could not be found again, or would be refused. */
export function findInvalidParts({ marker, body, title }: Message): readonly Diagnostic[] {
  const flaws = [
    MARKER.test(marker) ? '' : 'its marker is not one hidden line',
    body === marker || body.startsWith(`${marker}\n`) ? '' : 'its body does not start with the marker',
    body.length <= LONGEST_BODY ? '' : `its body has ${body.length.toLocaleString('en-US')} characters`,
    title.trim() === '' ? 'its title is empty' : '',
  ];
  return flaws
    .filter((flaw) => flaw !== '')
    .map((flaw) =>
      diagnose('error', {
        code: 'internal',
        summary: `The message to publish is not as it must be: ${flaw}.`,
        detail: 'Nothing was sent.',
        hint: 'Please report this with the command and the version.',
      }),
    );
}

/** Whether a body is one of ours for this marker; a quote of it, or the marker further down, is not. */
export function startsWithMarker(body: string, marker: string): boolean {
  return normalise(body).split('\n', 1)[0] === marker;
}

/** Services store line ends as they like and trim the end: what is left is what counts. */
export function equalBodies(a: string, b: string): boolean {
  return normalise(a) === normalise(b);
}

function normalise(body: string): string {
  return body.replace(/\r\n?/g, '\n').trimEnd();
}
