import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json.ts';

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
export const LONGEST_BODY = 65_536;

const MARKER = /^<!-- pipeform:[^\r\n<>]+ -->$/;

/** A message that breaks its own rules is a mistake of ours: posted, it could not be found again, or would be refused. */
export function findFlaws({ marker, body, title }: Message): readonly Diagnostic[] {
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
