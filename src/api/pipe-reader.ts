import type { PipeReader, RequestFailure } from '../model/client.ts';
import type { Connection } from './connection.ts';
import { parsePipe } from './parse-pipe.ts';
import { pipePath } from './pipe-path.ts';

export function createPipeReader(connection: Connection): PipeReader {
  return {
    async readPipe(pipe, signal) {
      const path = pipePath(connection.organization, pipe);
      const result = await connection.exchange({ method: 'GET', path, body: null, signal });
      if (!result.ok) return { ok: false, failure: result.failure };
      const { status, requestId, attempts } = result;
      const parsed = parsePipe(result.body?.form === 'json' ? result.body.value : null, pipe);
      if (parsed.ok) return { ok: true, pipe: parsed.pipe, requestId, attempts };
      const failure: RequestFailure = {
        kind: 'invalid-response',
        method: 'GET',
        path,
        status,
        message: parsed.problem,
        requestId,
        attempts,
      };
      return { ok: false, failure };
    },
  };
}
