import type { Environment } from '../api/http/proxy.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
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

/** A section holds 3,000 characters, and escaping turns one character into up to five. */
const LONGEST_LINE = 500;

/** Posts title, status, counts and a link to the run to the incoming webhook SLACK_WEBHOOK_URL. */
export async function publishToSlack(message: Message, ports: PublishPorts): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const { url, secrets } = variables.webhook('SLACK_WEBHOOK_URL', 'is the address of an incoming webhook of Slack');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };
  const body = JSON.stringify(slackMessage(message, findRunPage(ports.environment)));
  return postOnce({ url, secrets, headers: {}, body, name: 'SLACK_WEBHOOK_URL' }, ports);
}

/** `text` is for notifications. `verbatim` keeps names and addresses from becoming mentions and links. */
export function slackMessage({ title, status, document }: Message, runPage: string | null): JsonObject {
  const heading = escapeText(title);
  const counts = countWords(document);
  const sections = [
    [heading, STATUS_WORDS[status]],
    [...(counts === '' ? [] : [escapeText(counts)]), ...linkTo(runPage)],
  ];
  return {
    text: heading,
    blocks: sections.filter((lines) => lines.length > 0).map((lines) => section(lines.join('\n'))),
    unfurl_links: false,
    unfurl_media: false,
  };
}

function section(text: string): JsonObject {
  return { type: 'section', text: { type: 'mrkdwn', verbatim: true, text } };
}

/** Escapes `<!channel>`, `<@U1>` and `<https://…>`: Slack requires only these three characters. */
function escapeText(text: string): string {
  const line = cutText(safeText(text), LONGEST_LINE);
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function countWords({ summary }: JsonObject): string {
  if (!isJsonObject(summary)) return '';
  return Object.entries(summary)
    .flatMap(([name, value]) => (typeof value === 'number' ? [`${name}: ${value.toLocaleString('en-US')}`] : []))
    .join(', ');
}

/** Fits into a section together with a line of counts. */
const LONGEST_LINK = 400;

function linkTo(page: string | null): readonly string[] {
  if (page === null) return [];
  const address = page.replaceAll('&', '&amp;').replaceAll('|', '%7C').replace(/[<>]/g, encodeURIComponent);
  return address.length > LONGEST_LINK ? [] : [`<${address}|The run>`];
}

/** The page of the GitHub workflow run or GitLab job, or null outside CI. */
function findRunPage(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = environment;
  const text = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : (job ?? '');
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
