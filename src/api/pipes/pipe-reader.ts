import type { FailureKind, PipeAddress, PipeReader } from '../../model/client.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { pipePath } from '../../model/pipe-address.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { formatMessage, jsonOf } from '../http/response-body.ts';
import type { Connection } from './connect.ts';
import { parsePipe } from './parse-pipe.ts';
import { isSameAddress } from './parse-values.ts';

const LONGEST_ID = 60;

export function createPipeReader(connection: Connection): PipeReader {
  return {
    async readPipe(requested, signal) {
      const path = pipePath(connection.organization, requested, connection.naming);
      const result = await connection.request({ intent: 'read', method: 'GET', path, body: null, signal });
      if (!result.ok) return { ok: false, failure: result.failure };
      const { status, attempts } = result;
      const fail = (kind: FailureKind, message: string) => {
        const requestId = result.getRequestId();
        return { ok: false, failure: { kind, method: 'GET', path, status, message, requestId, attempts } } as const;
      };

      const { redactValues: redact, names, fields } = connection;
      const parsed = parsePipe(jsonOf(result.body), { serviceId: requested.serviceId, redact, names, fields });
      if (!parsed.ok) return fail('invalid-response', parsed.problem);
      const { pipe } = parsed;
      if (!isSameAddress(requested, pipe))
        return fail('wrong-pipe', describeMismatch(requested, pipe, connection.redact));
      return { ok: true, pipe, attempts };
    },
  };
}

function describeMismatch(requested: PipeAddress, shown: LivePipe, redact: Redact): string {
  const name = ({ id, serviceId }: PipeAddress): string => {
    const pipe = formatMessage(id, redact, LONGEST_ID);
    const service = formatMessage(serviceId, redact, LONGEST_ID);
    return service === '' ? pipe : `${pipe} of service ${service}`;
  };
  return `asked for pipe ${name(requested)}, got pipe ${name(shown)}`;
}
