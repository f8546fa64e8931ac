import type { Axios, AxiosResponse } from 'axios';
import type { Redact } from '../../../model/secret/redact.ts';
import type { ResponseHeaders } from '../../rate-limit/headers.ts';
import type { Received } from '../adapter.ts';
import type { Attempt } from '../classify-response.ts';
import { type Body, formatMessage, readBody, readErrorMessage, readRequestId } from '../response-body.ts';

/** Replaces what was received by what may be shown of it: the parsed body, and a message without secrets. */
export function redactResponses(axios: Axios, redact: Redact): void {
  axios.interceptors.response.use((response: AxiosResponse<Received>) => ({
    ...response,
    data: readAttempt(response.data, redact),
  }));
}

function readAttempt({ head, text, interruption }: Received, redact: Redact): Attempt {
  const { status, headers } = head ?? { status: null, headers: {} };
  if (status !== null && interruption === null) return readResponse(status, headers, text, redact);
  const requestId = readRequestId(null, requestIdOf(headers), redact);
  return { status, headers, body: null, message: '', requestId, interruption };
}

/** What may be shown of a complete response. */
export function readResponse(status: number, headers: ResponseHeaders, text: string, redact: Redact): Attempt {
  const body = readBody(text);
  const requestId = readRequestId(body, requestIdOf(headers), redact);
  return { status, headers, body, message: describeBody(status, headers, body, redact), requestId, interruption: null };
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
