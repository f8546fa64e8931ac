import type { Environment } from '../api/http/proxy.ts';
import { isJsonObject, type JsonObject } from '../model/json/json.ts';
import { isWebAddress, REPOSITORY } from '../model/service-address.ts';
import { safeText } from '../model/text.ts';
import { cutText } from '../report/view-model/format.ts';
import type { Message, PublishPorts, PublishResult } from './ports.ts';
import { CiVariables } from './variables.ts';
import { postOnce } from './webhook.ts';

const STATUS_WORDS: Readonly<Record<Message['status'], string>> = {
  clean: 'Nothing differs, and everything was read.',
  differences: 'There are differences.',
  incomplete: 'Not everything could be read.',
};

/** For text of others. A message holds 3,000 characters in a block, and escaping turns one character into up to five. */
const LONGEST_LINE = 500;

/** Posts title, status, counts and a link to the run to the incoming webhook SLACK_WEBHOOK_URL. */
export async function publishToSlack(message: Message, ports: PublishPorts): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const url = variables.webhook('SLACK_WEBHOOK_URL', 'is the address of an incoming webhook of Slack');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };
  const body = JSON.stringify(slackMessage(message, findRunPage(ports.environment)));
  return postOnce({ url, headers: {}, body, name: 'SLACK_WEBHOOK_URL' }, ports);
}

/** Rich text is shown unchanged: no mention, link or markup is read from it. `text` is for notifications. */
function slackMessage({ title, status, document }: Message, runPage: string | null): JsonObject {
  const lines = [title, STATUS_WORDS[status], countWords(document)].map(toLine).filter((line) => line !== '');
  const text = { type: 'text', text: lines.join('\n') };
  const link = [
    { type: 'text', text: '\n' },
    { type: 'link', url: runPage, text: 'The run' },
  ];
  const elements = runPage === null ? [text] : [text, ...link];
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

/** Escapes `<!channel>`, `<@U1>` and `<https://…>`, which Slack reads in `text` even without markup. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function countWords({ summary }: JsonObject): string {
  if (!isJsonObject(summary)) return '';
  return Object.entries(summary)
    .flatMap(([name, value]) => (typeof value === 'number' ? [`${name}: ${value.toLocaleString('en-US')}`] : []))
    .join(', ');
}

/** The limit of Slack for an address. */
const LONGEST_LINK = 3_000;

/** The page of the GitHub workflow run or GitLab job, or null outside CI. */
function findRunPage(environment: Environment): string | null {
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: name = '',
    GITHUB_RUN_ID: run = '',
    CI_JOB_URL: job,
  } = environment;
  const isGithubRun = server && REPOSITORY.test(name) && /^\d+$/.test(run);
  const text = isGithubRun ? `${server}/${name}/actions/runs/${run}` : (job ?? '');
  const link = isWebAddress(text) ? new URL(text).href : null;
  return link !== null && link.length <= LONGEST_LINK ? link : null;
}
