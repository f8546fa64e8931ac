import type { Environment } from '../api/http/proxy.ts';
import type { JsonObject } from '../model/json/json.ts';
import { isWebAddress } from '../model/service-address.ts';
import { safeText } from '../model/text.ts';
import { cutText } from '../report/view-model/format.ts';
import { findRunPage } from './ci-run.ts';
import type { Message, PublishPorts, PublishResult } from './ports.ts';
import { CiVariables } from './variables.ts';
import { postOnce } from './webhook.ts';

/** The limit is for text of others: escaping the title turns one character into up to five. */
const LONGEST_LINE = 500;

/** A block holds 3,000 characters. */
const LONGEST_TEXT = 2_500;

/** The limit is for `text`, without the links. Services cut it at 4,000 characters. */
const LONGEST_FALLBACK = 2_900;

/** Posts title, the lines of the brief and a link to the run to the incoming webhook SLACK_WEBHOOK_URL. */
export async function publishToSlack(message: Message, ports: PublishPorts): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const url = variables.webhook('SLACK_WEBHOOK_URL', 'is the address of an incoming webhook of Slack');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };
  const body = JSON.stringify(slackMessage(message, listLinks(message, ports.environment)));
  return postOnce({ url, headers: {}, body, name: 'SLACK_WEBHOOK_URL' }, ports);
}

/**
 * Rich text is shown unchanged: no mention, link or markup is read from it. `text` is for notifications, and for other services
 * that take messages of Slack and show nothing else.
 */
function slackMessage({ title, brief }: Message, links: readonly Link[]): JsonObject {
  const lines = [title, ...brief].map(toLine);
  const elements = [
    { type: 'text', text: fitLines(lines, LONGEST_TEXT) },
    ...links.flatMap(({ url, name }) => [
      { type: 'text', text: '\n' },
      { type: 'link', url, text: name },
    ]),
  ];
  return {
    text: [
      fitLines(lines.map(escapeText), LONGEST_FALLBACK),
      ...links.map(({ url, name }) => `${name}: ${escapeMarkup(url)}`),
    ].join('\n'),
    mrkdwn: false,
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function toLine(text: string): string {
  return cutText(safeText(text), LONGEST_LINE);
}

/** The first lines that fit. */
function fitLines(lines: readonly string[], room: number): string {
  const fitting = lines.findIndex((_, at) => JSON.stringify(lines.slice(0, at + 1).join('\n')).length > room);
  return lines.slice(0, fitting === -1 ? lines.length : fitting).join('\n');
}

/** Removes the mentions, images and links of Markdown too, since other services read them. */
function escapeText(text: string): string {
  return escapeMarkup(text.replace(/@(?=\w)/g, '@ ').replaceAll('](', '] ('));
}

/** Escapes `<!channel>`, `<@U1>` and `<https://…>`, which Slack reads in `text` even without markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Link {
  readonly url: string;
  readonly name: string;
}

/** The limit of Slack for an address. */
const LONGEST_LINK = 3_000;

/** The whole report, then the page of the CI run; without those that there are not. */
function listLinks({ link = null }: Message, environment: Environment): readonly Link[] {
  const pages = [
    { url: link ?? '', name: 'The whole report' },
    { url: findRunPage(environment) ?? '', name: 'The CI run' },
  ];
  return pages
    .filter(({ url }) => isWebAddress(url))
    .map(({ url, name }) => ({ url: new URL(url).href, name }))
    .filter(({ url }) => url.length <= LONGEST_LINK);
}
