import type { PipeAddress, PipeLister, PipeReader } from '../../model/client.ts';
import type { TransportFailure } from '../../model/failure-kinds.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { listPath, pipePath } from '../../model/pipe-address.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { formatMessage, jsonOf } from '../http/read-response.ts';
import type { RequestResult } from '../http/retry.ts';
import type { Connection } from './connect.ts';
import { findMore } from './find-more.ts';
import { parsePipe, parsePipes } from './parse-pipe.ts';
import { isSameAddress, isSameId } from './parse-values.ts';

type Answered = Extract<RequestResult, { readonly ok: true }>;

const LONGEST_ID = 60;

/** Tens of thousands of pipes of a few kilobytes each. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;

export function createPipeReader(connection: Connection): PipeReader {
  return {
    async readPipe(requested, signal) {
      const path = pipePath(connection.organization, requested, connection.naming);
      const result = await connection.request({ intent: 'read', method: 'GET', path, body: null, signal });
      if (!result.ok) return { ok: false, failure: result.failure };
      const { redactValues: redact, names, fields } = connection;
      const parsed = parsePipe(jsonOf(result.body), { ...requested, redact, names, fields });
      if (!parsed.ok) return unusable(path, result, 'invalid-response', parsed.problem);
      const { pipe } = parsed;
      if (isSameAddress(requested, pipe)) return { ok: true, pipe, attempts: result.attempts };
      return unusable(path, result, 'wrong-pipe', describeMismatch(requested, pipe, connection.redact));
    },
  };
}

/** Lists pipes where the deployment can: the contract has no list, so its form is a guess (`api.listing`). */
export function createPipeLister(connection: Connection): PipeLister {
  const { organization, naming, names, fields, redactValues: redact, request } = connection;
  return {
    async listPipes(serviceId, signal) {
      const path = listPath(organization, serviceId, naming);
      const options = { intent: 'read', method: 'GET', path, body: null, signal } as const;
      const result = await request({ ...options, largestResponseBytes: MAX_LIST_BYTES });
      if (!result.ok) return { ok: false, failure: result.failure };
      const parsed = parsePipes(jsonOf(result.body), { serviceId, redact, names, fields });
      if (!parsed.ok) return unusable(path, result, 'invalid-response', parsed.problem);
      const items = new Set(parsed.pipes.map(({ id }) => id.toLowerCase())).size;
      const more = findMore(result, items);
      // A list of the whole organization is as good.
      const pipes = parsed.pipes.filter((pipe) => isSameId(pipe.serviceId, serviceId));
      return { ok: true, pipes, more, attempts: result.attempts };
    },
  };
}

/** The failure of a request that succeeded with a response of no use. */
function unusable(path: string, result: Answered, kind: TransportFailure, message: string) {
  const { status, attempts } = result;
  const requestId = result.getRequestId();
  return { ok: false, failure: { kind, method: 'GET', path, status, message, requestId, attempts } } as const;
}

function describeMismatch(requested: PipeAddress, shown: LivePipe, redact: Redact): string {
  const name = ({ id, serviceId }: PipeAddress): string => {
    const pipe = formatMessage(id, redact, LONGEST_ID);
    const service = formatMessage(serviceId, redact, LONGEST_ID);
    return service === '' ? pipe : `${pipe} of service ${service}`;
  };
  return `requested pipe ${name(requested)}, but received pipe ${name(shown)}`;
}
