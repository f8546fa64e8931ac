import type { PipeLister } from '../../model/client.ts';
import { listPath } from '../../model/pipe-address.ts';
import { jsonOf } from '../http/response-body.ts';
import type { Connection } from './connect.ts';
import { parsePipes } from './parse-pipe.ts';
import { isSameId } from './parse-values.ts';

/** Tens of thousands of pipes of a few kilobytes each. */
const LARGEST_LIST_BYTES = 256 * 1024 * 1024;

/** Lists pipes where the deployment can: the contract has no list, so its form is a guess (`api.listing`). */
export function createPipeLister(connection: Connection): PipeLister {
  const { organization, naming, names, fields, redactValues: redact, request } = connection;
  return {
    async listPipes(serviceId, signal) {
      const path = listPath(organization, serviceId, naming);
      const options = { intent: 'read', method: 'GET', path, body: null, signal } as const;
      const result = await request({ ...options, largestResponseBytes: LARGEST_LIST_BYTES });
      if (!result.ok) return { ok: false, failure: result.failure };
      const { status, attempts } = result;
      const parsed = parsePipes(jsonOf(result.body), { serviceId, redact, names, fields });
      if (parsed.ok) {
        // A list of the whole organization is as good.
        const pipes = parsed.pipes.filter((pipe) => isSameId(pipe.serviceId, serviceId));
        return { ok: true, pipes, attempts };
      }
      const kind = 'invalid-response';
      const requestId = result.getRequestId();
      return {
        ok: false,
        failure: { kind, method: 'GET', path, status, message: parsed.problem, requestId, attempts },
      };
    },
  };
}
