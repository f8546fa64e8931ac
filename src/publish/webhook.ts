import { createHmac } from 'node:crypto';
import { diagnose } from '../model/diagnostic.ts';
import type { Secret } from '../model/secret/secret.ts';
import { publishWith } from './client.ts';
import type { Message, PublishPorts, PublishResult } from './ports.ts';
import { CiVariables } from './variables.ts';

/** Posts the report as JSON to PIPEFORM_WEBHOOK_URL, signed with PIPEFORM_WEBHOOK_SECRET if that is set. */
export async function publishToWebhook({ document }: Message, ports: PublishPorts): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const url = variables.webhook('PIPEFORM_WEBHOOK_URL', 'is the address to post the report to');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };
  const { kind } = document;
  if (kind !== 'plan' && kind !== 'drift' && kind !== 'run') {
    const summary = 'The document to publish is not a plan, drift report or run.';
    return { ok: false, diagnostics: [diagnose('error', { code: 'internal', summary })] };
  }

  const body = JSON.stringify(document);
  const key = variables.optional('PIPEFORM_WEBHOOK_SECRET');
  const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  const headers = {
    'X-Pipeform-Event': kind,
    'X-Pipeform-Delivery': makeDeliveryId(ports.random),
    'X-Pipeform-Timestamp': new Date(ports.clock.now()).toISOString(),
    ...(key === '' ? {} : { 'X-Pipeform-Signature': signature }),
  };
  return postOnce({ url, headers, body, name: 'PIPEFORM_WEBHOOK_URL' }, ports);
}

/** A random UUID, which is the same when the request is sent again, so that a receiver can drop the second. */
function makeDeliveryId(random: () => number): string {
  const hex = (length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | Secret>>;
  readonly body: string;
  /** The variable that holds the address. */
  readonly name: string;
}

/** Posts to a webhook, whose address is a secret. Retries only what certainly was not posted, and no server error. */
export async function postOnce(
  { url, headers, body, name }: WebhookRequest,
  ports: PublishPorts,
): Promise<PublishResult> {
  const hint = `Check ${name}: the webhook may have been removed or replaced.`;
  const hints = { credentials: hint, 'not-found': hint };
  const failed = 'The message could not be posted';
  const options = { origin: url.origin, headers, kind: 'webhook', hints, failed } as const;
  return publishWith(options, ports, async (client) => {
    const posted = await client.call({ method: 'POST', path: `${url.pathname}${url.search}`, body });
    return posted.ok ? { ok: true, value: { action: 'created', url: null, diagnostics: [] } } : posted;
  });
}
