import type { Context } from 'hono';
import type { Pipe } from '../fleet/pipe.ts';
import type { Service } from '../service.ts';
import { Refusal } from './answer.ts';

/** The pipe that the path of a control route names. @throws Refusal 404. */
export function requirePipe({ store }: Service, context: Context): Pipe {
  const pipe = store.find((context.req.param('id') ?? '').toLowerCase());
  if (pipe === undefined) throw new Refusal('NOT_FOUND', 'the pipe does not exist.');
  return pipe;
}
