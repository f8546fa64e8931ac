import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { delayAnswer } from '../pipes-api/exchange.ts';
import type { Service } from '../service.ts';
import type { OpenEntry } from '../state/request-log.ts';
import { carryOut, type Delivery, type TakenRequest } from './carry-out.ts';
import { deliver, type RawExchange, stays } from './deliver.ts';
import type { Fault } from './kinds.ts';

/** Answers a request that a fault has taken, or does not. `handle` lets a service handle it. */
export async function answerFaulty(
  service: Service,
  fault: Fault,
  entry: OpenEntry,
  raw: RawExchange,
  { pipeId, handle }: Pick<TakenRequest, 'pipeId' | 'handle'>,
): Promise<Response> {
  entry.fault = fault.kind;
  const delivery = await carryOut(service, fault, {
    requestId: entry.requestId,
    pipeId,
    host: raw.incoming.headers.host ?? '',
    handle,
    wait: (milliseconds) => stays(raw.outgoing, milliseconds),
  });
  entry.status = statusOf(delivery);
  await delayAnswer(service, entry);
  await deliver(raw, delivery);
  return RESPONSE_ALREADY_SENT;
}

function statusOf(delivery: Delivery): number | null {
  return 'answer' in delivery ? delivery.answer.status : null;
}
