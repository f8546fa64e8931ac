import type { Redact } from '../../model/secret/redact.ts';
import type { ResponseHeaders } from '../rate-limit/headers.ts';
import type { Received } from './adapter.ts';
import type { Attempt } from './classify-response.ts';
import { type Body, formatMessage, readBody, readErrorMessage, readRequestId } from './response-body.ts';

/** What may be shown of what was received: the parsed body, and a message without secrets. */
export function readAttempt({ head, text, interruption }: Received, redact: Redact): Attempt {
  const { status, headers } = head ?? { status: null, headers: {} };
  if (status !== null && interruption === null) return readResponse(status, headers, text, redact);
  const getRequestId = () => readRequestId(null, requestIdOf(headers), redact);
  return { status, headers, body: null, message: '', getRequestId, interruption };
}

/** What may be shown of a complete response. */
export function readResponse(status: number, headers: ResponseHeaders, text: string, redact: Redact): Attempt {
  const body = readBody(text);
  const message = describeBody(status, headers, body, redact);
  const getRequestId = () => readRequestId(body, requestIdOf(headers), redact);
  return { status, headers, body, message, getRequestId, interruption: null };
}

function requestIdOf(headers: ResponseHeaders): string | undefined {
  return headers['x-request-id'] ?? headers['x-github-request-id'];
}

function describeBody(status: number, { location = '' }: ResponseHeaders, body: Body, redact: Redact): string {
  if (status >= 200 && status < 300) return body.form === 'markup' ? readErrorMessage(body, redact) : '';
  return status < 400 ? describeRedirect(location, redact) : readErrorMessage(body, redact);
}

/** Where the response points, without the path and query, which may hold a token. */
function describeRedirect(location: string, redact: Redact): string {
  // Secrets go first: the parts of an address would not be found.
  const target = redact(location);
  if (!URL.canParse(target)) return 'a redirect, which is not followed';
  return formatMessage(`a redirect to ${new URL(target).origin}, which is not followed`, redact);
}
