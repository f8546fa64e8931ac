import type { PipeAddress, PipeWriter, WriteAnswer, WriteOptions, WriteResult } from '../../model/client.ts';
import type { JsonObject } from '../../model/json.ts';
import { pipePath } from '../../model/pipe-address.ts';
import { type Body, jsonOf } from '../http/response-body.ts';
import type { Connection } from './connect.ts';
import { parsePipe, parseSettings } from './parse-pipe.ts';
import { isSamePipe } from './parse-values.ts';

export function createPipeWriter(connection: Connection): PipeWriter {
  return {
    replaceSettings: (pipe, body, options) => write(connection, 'PUT', pipe, 'settings', body, options),
    changeScaling: (pipe, body, options) => write(connection, 'PATCH', pipe, 'scaling', body, options),
  };
}

async function write(
  connection: Connection,
  method: 'PUT' | 'PATCH',
  pipe: PipeAddress,
  part: 'settings' | 'scaling',
  body: JsonObject,
  { signal, beforeSend }: WriteOptions = {},
): Promise<WriteResult> {
  const path = `${pipePath(connection.organization, pipe, connection.naming)}/${part}`;
  const startedAt = connection.clock.monotonicMs();
  const result = await connection.request({
    intent: 'write',
    method,
    path,
    body: JSON.stringify(body),
    signal,
    beforeSend,
  });
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
  const shown = jsonOf(body);
  const about = { redact: connection.redactValues, names: connection.names };
  if (method === 'PUT') return { ...parseSettings(shown, about), pipe: null };
  const parsed = parsePipe(shown, { ...asked, ...about });
  if (!parsed.ok || !isSamePipe(asked, parsed.pipe))
    return { settings: { status: 'absent' }, unreadable: [], pipe: null };
  const { settings, unreadable } = parsed.pipe;
  return { settings, unreadable, pipe: parsed.pipe };
}
