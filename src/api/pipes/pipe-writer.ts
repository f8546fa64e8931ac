import type { PipeAddress, PipeWriter, WriteAnswer, WriteResult } from '../../model/client.ts';
import type { JsonObject } from '../../model/json.ts';
import { pipePath } from '../../model/pipe-path.ts';
import type { Connection } from '../http/connection.ts';
import type { Body } from '../http/error-words.ts';
import { parsePipe, parseSettings } from './parse-pipe.ts';
import { isSamePipe } from './same-id.ts';

export function createPipeWriter(connection: Connection): PipeWriter {
  return {
    replaceSettings: (pipe, body, signal) => write(connection, 'PUT', pipe, 'settings', body, signal),
    changeScaling: (pipe, body, signal) => write(connection, 'PATCH', pipe, 'scaling', body, signal),
  };
}

async function write(
  connection: Connection,
  method: 'PUT' | 'PATCH',
  pipe: PipeAddress,
  part: 'settings' | 'scaling',
  body: JsonObject,
  signal: AbortSignal | undefined,
): Promise<WriteResult> {
  const path = `${pipePath(connection.organization, pipe, connection.naming)}/${part}`;
  const startedAt = connection.clock.monotonicMs();
  const result = await connection.exchange({ intent: 'write', method, path, body: JSON.stringify(body), signal });
  const durationMs = Math.round(connection.clock.monotonicMs() - startedAt);
  if (!result.ok) {
    return { outcome: result.effect === 'none' ? 'rejected' : 'lost', failure: result.failure, durationMs };
  }
  const { status, requestId, attempts } = result;
  const answer = readAnswer(connection, method, pipe, result.body);
  return { outcome: 'accepted', status, requestId, attempts, durationMs, answer };
}

function readAnswer(
  connection: Connection,
  method: 'PUT' | 'PATCH',
  asked: PipeAddress,
  body: Body | null,
): WriteAnswer {
  const shown = body?.form === 'json' ? body.value : null;
  const about = { redact: connection.redactValues, names: connection.names };
  if (method === 'PUT') return { ...parseSettings(shown, about), pipe: null };
  const parsed = parsePipe(shown, { ...asked, ...about });
  if (!parsed.ok || !isSamePipe(asked, parsed.pipe))
    return { settings: { status: 'absent' }, unreadable: [], pipe: null };
  const { settings, unreadable } = parsed.pipe;
  return { settings, unreadable, pipe: parsed.pipe };
}
