import type { PipeAddress, PipeWriter, WriteOptions, WriteResponse, WriteResult } from '../../model/client.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { pipePath } from '../../model/pipe-address.ts';
import { writtenSection } from '../../model/plan.ts';
import { jsonOf } from '../http/read-response.ts';
import type { Connection } from './connect.ts';
import { parsePipe, parseSettings } from './parse-pipe.ts';
import { isSameAddress } from './parse-values.ts';

export function createPipeWriter(connection: Connection): PipeWriter {
  return {
    replaceSettings: (pipe, body, options) => write(connection, 'PUT', pipe, body, options),
    changeScaling: (pipe, body, options) => write(connection, 'PATCH', pipe, body, options),
  };
}

async function write(
  connection: Connection,
  method: 'PUT' | 'PATCH',
  pipe: PipeAddress,
  values: JsonObject,
  options: WriteOptions = {},
): Promise<WriteResult> {
  const { clock, organization, naming } = connection;
  const path = `${pipePath(organization, pipe, naming)}/${writtenSection(method)}`;
  const body = JSON.stringify(values);
  const { signal, beforeSend } = options;
  const startedAt = clock.monotonicMs();
  const result = await connection.request({ intent: 'write', method, path, body, signal, beforeSend });
  const durationMs = Math.round(clock.monotonicMs() - startedAt);
  if (!result.ok) {
    return { outcome: result.effect === 'none' ? 'rejected' : 'lost', failure: result.failure, durationMs };
  }
  const { status, attempts } = result;
  const requestId = result.getRequestId();
  const response = parseWritten(connection, method, pipe, jsonOf(result.body));
  return { outcome: 'accepted', status, requestId, attempts, durationMs, response };
}

function parseWritten(
  { redactValues: redact, names, fields }: Connection,
  method: 'PUT' | 'PATCH',
  requested: PipeAddress,
  value: unknown,
): WriteResponse {
  const context = { ...requested, redact, names, fields };
  if (method === 'PUT') return { ...parseSettings(value, context), pipe: null };
  const parsed = parsePipe(value, context);
  if (!parsed.ok || !isSameAddress(requested, parsed.pipe)) {
    return { settings: { status: 'absent' }, unreadable: [], pipe: null };
  }
  const { settings, unreadable } = parsed.pipe;
  return { settings, unreadable, pipe: parsed.pipe };
}
