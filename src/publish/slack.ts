import type { Environment } from '../api/http/proxy.ts';
import type { JsonObject } from '../model/json/json.ts';
import { isWebAddress, REPOSITORY } from '../model/service-address.ts';
import { safeText } from '../model/text.ts';
import { cutText } from '../report/view-model/format.ts';
import type { Message, PublishPorts, PublishResult } from './ports.ts';
import { CiVariables } from './variables.ts';
import { postOnce } from './webhook.ts';

/** For text of others: escaping the title turns one character into up to five. */
const LONGEST_LINE = 500;

/** A block holds 3,000 characters. */
const LONGEST_TEXT = 2_500;

/** Posts title, the lines of the brief and a link to the run to the incoming webhook SLACK_WEBHOOK_URL. */
export async function publishToSlack(message: Message, ports: PublishPorts): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const url = variables.webhook('SLACK_WEBHOOK_URL', 'is the address of an incoming webhook of Slack');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };
  const body = JSON.stringify(slackMessage(message, listLinks(message, ports.environment)));
  return postOnce({ url, headers: {}, body, name: 'SLACK_WEBHOOK_URL' }, ports);
}

/** Rich text is shown unchanged: no mention, link or markup is read from it. `text` is for notifications. */
function slackMessage({ title, brief }: Message, links: readonly Link[]): JsonObject {
  const text = { type: 'text', text: fitLines([title, ...brief].map(toLine)) };
  const elements = [
    text,
    ...links.flatMap(({ url, name }) => [
      { type: 'text', text: '\n' },
      { type: 'link', url, text: name },
    ]),
  ];
  return {
    text: escapeText(toLine(title)),
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
function fitLines(lines: readonly string[]): string {
  const fitting = lines.findIndex((_, at) => JSON.stringify(lines.slice(0, at + 1).join('\n')).length > LONGEST_TEXT);
  return lines.slice(0, fitting === -1 ? lines.length : fitting).join('\n');
}

/** Escapes `<!channel>`, `<@U1>` and `<https://…>`, which Slack reads in `text` even without markup. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Link {
  readonly url: string;
  readonly name: string;
}

/** The limit of Slack for an address. */
const LONGEST_LINK = 3_000;

/** The whole report, then the page of the GitHub workflow run or GitLab job; without those that there are not. */
function listLinks({ link = null }: Message, environment: Environment): readonly Link[] {
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository = '',
    GITHUB_RUN_ID: run = '',
    CI_JOB_URL: job,
  } = environment;
  const isGithubRun = server && REPOSITORY.test(repository) && /^\d+$/.test(run);
  const pages = [
    { url: link ?? '', name: 'The whole report' },
    { url: isGithubRun ? `${server}/${repository}/actions/runs/${run}` : (job ?? ''), name: 'The run' },
  ];
  return pages
    .filter(({ url }) => isWebAddress(url))
    .map(({ url, name }) => ({ url: new URL(url).href, name }))
    .filter(({ url }) => url.length <= LONGEST_LINK);
}
