import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { publishTo } from '../../src/publish/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { done, message, ports, refused, serve } from './local-server.ts';

const PATH = '/services/T000/B000/very-secret-key';
const ok = () => ({ status: 200, body: 'ok' });

describe('Slack', () => {
  const RUN = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'acme/fleet', GITHUB_RUN_ID: '12' };

  it('gets one short message', async () => {
    const slack = await serve(ok);
    const publishPorts = ports({ ...RUN, SLACK_WEBHOOK_URL: `${slack.url}${PATH}` });
    expect(done(await publishTo({ kind: 'slack' }, message(), publishPorts))).toEqual({
      action: 'created',
      url: null,
      diagnostics: [],
    });
    expect(slack.calls()).toEqual([`POST ${PATH}`]);
    const title = 'Pipeform plan: 2 pipes to update';
    const elements = [
      { type: 'text', text: [title, ...message().brief].join('\n') },
      { type: 'text', text: '\n' },
      { type: 'link', url: 'https://github.example/acme/fleet/actions/runs/12', text: 'The CI run' },
    ];
    const fallback = [title, ...message().brief, 'The CI run: https://github.example/acme/fleet/actions/runs/12'];
    expect(JSON.parse(slack.received[0]?.body ?? '')).toEqual({
      text: fallback.join('\n').replaceAll('>', '&gt;'),
      mrkdwn: false,
      blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it.each([
    { ...RUN, GITHUB_SERVER_URL: 'https://x:secret@github.example' },
    { ...RUN, GITHUB_SERVER_URL: 'javascript:alert(1)' },
    { ...RUN, GITHUB_REPOSITORY: '../..' },
    { ...RUN, GITHUB_RUN_ID: '12/../../..' },
    { CI_JOB_URL: 'https://x:secret@gitlab.example/1' },
  ])('gets no link from %j', async (environment) => {
    const slack = await serve(ok);
    const publishPorts = ports({ ...environment, SLACK_WEBHOOK_URL: `${slack.url}${PATH}` });
    done(await publishTo({ kind: 'slack' }, message(), publishPorts));
    expect(slack.received.map(({ body }) => body.includes('"link"'))).toEqual([false]);
  });

  it('gets text for services that show nothing else, without mentions, images and links of others', async () => {
    const slack = await serve(ok);
    const brief = ['@channel ![x](https://evil.test/a.png) <!here> a@b'];
    const url = `${slack.url}${PATH}`;
    done(await publishTo({ kind: 'slack' }, message({ brief }), ports({ SLACK_WEBHOOK_URL: url })));
    expect(JSON.parse(slack.received[0]?.body ?? '').text.split('\n')[1]).toBe(
      '@ channel ![x] (https://evil.test/a.png) &lt;!here&gt; a@ b',
    );
  });

  it('is sent again after 429, and never after a lost answer', async () => {
    const slack = await serve(ok);
    const publishPorts = ports({ SLACK_WEBHOOK_URL: `${slack.url}${PATH}` });
    slack.intercept(/POST/, { status: 429, headers: { 'retry-after': '2' } });
    done(await publishTo({ kind: 'slack' }, message(), publishPorts));
    expect(publishPorts.clock.slept).toEqual([2_000]);

    slack.intercept(/POST/, 'lost');
    const [problem] = refused(await publishTo({ kind: 'slack' }, message(), publishPorts));
    expect(problem?.summary).toContain('the response was lost, so it may have been posted');
    expect(slack.received).toHaveLength(3);
  });

  it.each([
    [500, false],
    [502, true],
    [503, false],
    [504, true],
  ])('is sent once when the answer is %i, and may have been posted when a gateway answers', async (status, may) => {
    const slack = await serve(() => ({ status, body: 'rollup_error' }));
    const publishPorts = ports({ SLACK_WEBHOOK_URL: `${slack.url}${PATH}` });
    const result = await publishTo({ kind: 'slack' }, message(), publishPorts);
    expect(result).toMatchObject({ ok: false, isUnconfirmed: may });
    expect(refused(result)).toMatchObject([
      {
        code: may ? 'publish-unconfirmed' : 'server-error',
        summary: `The message could not be posted: ${
          may ? `the service returned ${status}, so it may have been posted` : 'server error'
        }.`,
        detail: `POST ${slack.url}/… returned ${status}: rollup_error`,
      },
    ]);
    expect(slack.received).toHaveLength(1);
  });

  it('never prints the webhook address to the terminal or a log', async () => {
    const slack = await serve(({ url }) => ({ status: 404, body: `no_service at ${url.pathname} very-secret-key` }));
    const lines: unknown[] = [];
    const publishPorts = ports(
      { SLACK_WEBHOOK_URL: `${slack.url}${PATH}` },
      { onRequest: (entry) => lines.push(entry) },
    );
    const [problem] = refused(await publishTo({ kind: 'slack' }, message(), publishPorts));
    expect(problem?.code).toBe('publish-not-found');
    expect(problem?.detail).toBe(`POST ${slack.url}/… returned 404: no_service at [secret] [secret]`);
    expect(lines).toMatchObject([{ path: '/…', status: 404 }]);
    expect(inspect([problem, lines])).not.toMatch(/very-secret-key|B000/);
  });

  it.each([
    ['', 'publish-variable-invalid'],
    ['hooks.slack.example/x', 'publish-variable-invalid'],
    ['http://hooks.slack.example/very-secret-key', 'publish-variable-invalid'],
    ['https://user:very-secret-key@hooks.slack.example/', 'publish-variable-invalid'],
  ])('needs a valid address, not %j', async (address, code) => {
    const problems = refused(await publishTo({ kind: 'slack' }, message(), ports({ SLACK_WEBHOOK_URL: address })));
    expect(problems).toMatchObject([{ code, summary: expect.stringContaining('SLACK_WEBHOOK_URL') }]);
    expect(inspect(problems)).not.toContain('very-secret-key');
  });
});

describe('a plain webhook', () => {
  it('gets the report, its kind and a signature of exactly the bytes', async () => {
    const receiver = await serve(() => ({ status: 204 }));
    const environment = {
      PIPEFORM_WEBHOOK_URL: `${receiver.url}/in?key=very-secret-key`,
      PIPEFORM_WEBHOOK_SECRET: 'shared',
    };
    const document = { kind: 'drift', pipes: [{ name: 'größe' }] };
    done(await publishTo({ kind: 'webhook' }, message({ document }), ports(environment)));
    const [request] = receiver.received;
    expect(receiver.calls()).toEqual(['POST /in?key=very-secret-key']);
    expect(JSON.parse(request?.body ?? '')).toEqual(document);
    const hex = createHmac('sha256', 'shared')
      .update(Buffer.from(request?.body ?? ''))
      .digest('hex');
    expect(request?.headers).toMatchObject({ 'x-pipeform-event': 'drift', 'x-pipeform-signature': `sha256=${hex}` });
  });

  it('has an id, the same when it is sent again, and the time', async () => {
    const receiver = await serve(ok);
    receiver.intercept(/POST/, { status: 429, headers: { 'retry-after': '1' } });
    const random = createRandom(7);
    const publishPorts = ports({ PIPEFORM_WEBHOOK_URL: receiver.url }, { random: () => random.integer(0, 15) / 16 });
    for (const _ of [1, 2]) done(await publishTo({ kind: 'webhook' }, message(), publishPorts));
    const ids = receiver.received.map(({ headers }) => headers['x-pipeform-delivery']);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(`${ids[0]}`)]);
    for (const { headers } of receiver.received) {
      expect(headers['x-pipeform-timestamp']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
    }
  });

  it('is not signed without a secret', async () => {
    const receiver = await serve(ok);
    done(await publishTo({ kind: 'webhook' }, message(), ports({ PIPEFORM_WEBHOOK_URL: receiver.url })));
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-pipeform-signature');
    expect(receiver.received[0]?.headers).toHaveProperty('x-pipeform-event', 'plan');
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await serve(ok);
    const receiver = await serve(() => ({ status: 308, headers: { location: `${elsewhere.url}/key` } }));
    const [problem] = refused(
      await publishTo({ kind: 'webhook' }, message(), ports({ PIPEFORM_WEBHOOK_URL: receiver.url })),
    );
    expect(problem).toMatchObject({ code: 'wrong-address', detail: expect.stringContaining(elsewhere.url) });
    expect(elsewhere.received).toEqual([]);
  });

  it('sends only valid reports', async () => {
    const receiver = await serve(ok);
    const odd = message({ document: { kind: 'validation' } });
    const problems = refused(await publishTo({ kind: 'webhook' }, odd, ports({ PIPEFORM_WEBHOOK_URL: receiver.url })));
    expect(problems).toMatchObject([{ code: 'internal' }]);
    expect(receiver.received).toEqual([]);
  });
});
