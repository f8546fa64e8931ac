import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { MACHINE_CLOCK } from '../../platform/machine-clock.ts';
import type { Service } from '../service.ts';
import type { OpenEntry } from '../state/request-log.ts';
import { type Answer, newRequestId } from './answer.ts';

export type SandboxEnv = { Bindings: HttpBindings };

/** Puts a request into the log as it arrives. `pipeId` as it stood in the path. */
export function openEntry({ log, clock }: Service, context: Context<SandboxEnv>, pipeId: string | null): OpenEntry {
  const entry: OpenEntry = {
    at: new Date(clock()).toISOString(),
    method: context.req.method,
    path: context.req.path,
    pipeId,
    requestId: newRequestId(),
    authorization: context.env.incoming.headers.authorization !== undefined,
    body: null,
    status: null,
    committed: false,
    fault: null,
  };
  log.add(entry);
  arrivals.set(entry, MACHINE_CLOCK.monotonicMs());
  return entry;
}

/** When each request came, by the clock of the machine in milliseconds; the clock of the sandbox may run faster. */
const arrivals = new WeakMap<OpenEntry, number>();

/** Answers a request, after the wait that the switches add. */
export function finish(service: Service, entry: OpenEntry, answer: Answer): Response | Promise<Response> {
  entry.status = answer.status;
  const delayed = delayAnswer(service, entry);
  return delayed === undefined ? respond(answer) : delayed.then(() => respond(answer));
}

/** Waits until the answer has taken as long as the switches say, the sandbox's own work included; undefined when it has. */
export function delayAnswer({ switches }: Pick<Service, 'switches'>, entry: OpenEntry): Promise<void> | undefined {
  if (switches.latencyMs === 0) return undefined;
  const left = switches.latencyMs - (MACHINE_CLOCK.monotonicMs() - (arrivals.get(entry) ?? 0));
  return left <= 0 ? undefined : delay(left, undefined, { ref: false });
}

function respond(answer: Answer): Response {
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
