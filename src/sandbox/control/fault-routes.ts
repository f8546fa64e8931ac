import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import type { FaultPlan } from '../faults/kinds.ts';
import { MOST_PLAN_BYTES, parsePlan } from '../faults/plan-file.ts';
import { Refusal } from '../pipes-api/answer.ts';
import { readBody, requireJson } from '../pipes-api/body.ts';
import type { SandboxEnv } from '../pipes-api/exchange.ts';
import type { Service } from '../service.ts';

/** The faults at run time: PUT replaces the plan, POST adds to it, DELETE ends it; each answers as GET does. */
export function addFaultRoutes(app: Hono<SandboxEnv>, { faults }: Service): void {
  app.get('/_sandbox/faults', (context) => context.json(faults.show()));
  app.put('/_sandbox/faults', async (context) => {
    faults.replace(await receivePlan(context.env.incoming));
    return context.json(faults.show());
  });
  app.post('/_sandbox/faults', async (context) => {
    faults.add(await receivePlan(context.env.incoming));
    return context.json(faults.show());
  });
  app.delete('/_sandbox/faults', (context) => {
    faults.clear();
    return context.json(faults.show());
  });
}

/** @throws Refusal 400 that names every mistake with its line and column. */
async function receivePlan(incoming: IncomingMessage): Promise<FaultPlan> {
  requireJson(incoming.headers['content-type']);
  const { plan, mistakes } = parsePlan(await readBody(incoming, MOST_PLAN_BYTES), 'body');
  if (mistakes.length === 0) return plan;
  const told = mistakes.map(({ line, column, summary, hint }) =>
    [`${line}:${column}: ${summary}`, ...(hint === null ? [] : [hint])].join(' '),
  );
  throw new Refusal('BAD_REQUEST', told.join('\n'));
}
