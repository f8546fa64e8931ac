import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { LONGEST_MESSAGE, type Message, publishTo } from '../../src/publish/index.ts';
import { markdownMarker } from '../../src/report/markdown/marker.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { checkProperty, sample, WHOLE } from '../effort.ts';
import { anyHostileText, HOSTILE_TEXTS } from '../report/hostile-texts.ts';
import { hostileDrift, hostilePlan, hostileRun } from '../report/sample-reports.ts';
import { expectWhole } from '../report/see-markdown.ts';
import { fakeGitlab } from './fake-gitlab.ts';
import { done, MARKER, message, ports, STAMP, serve, stamped } from './local-server.ts';

const MR = { kind: 'gitlab-mr', number: 7 } as const;

/** What GitLab and Slack read as more than text. */
const FORGE_TEXTS: readonly string[] = [
  '/close',
  '  /merge',
  '\n/assign @all\n',
  '\r/shrug',
  '```\n/close\n```\n/close',
  '@all @mallory @acme/team',
  '!1 #1 $1 %1 &1 ~1 ~bug ~"two words" %"17.0" %milestone ^alert#1 [vulnerability:1] [issue:1] *iteration:1',
  'acme/fleet!1 acme/fleet#1 acme/fleet@1a2b3c4d acme/fleet~bug deadbeef PROJ-12 www. x',
  '$`a^2`$ {+ added +} {- removed -} [[_TOC_]] [TOC] [[wiki]] %{project_path} ::include{file=a}',
  '>>>\n/close\n>>>',
  `${MARKER}\n--> <!-- pipeform:plan -->`,
  '<!channel> <!here> <!everyone> <@U123> <#C123> <!subteam^S123> <!date^1^{date}|x>',
  '<https://evil.test|The run> <mailto:a@evil.test|b> https://evil.test',
  '*bold* _italic_ ~strike~ `code` ```block``` > quote • list :tada:',
  '&lt;!channel&gt; &amp;lt;',
  'NUL \u0000 zero\u200bwidth \u202egnp.exe\u2066',
  // Long, and so the last.
  'x'.repeat(70_000),
  '/close\n'.repeat(10_000),
];

const anyText = (): fc.Arbitrary<string> => fc.oneof(anyHostileText(), fc.constantFrom(...FORGE_TEXTS));

const REPORTS = { hostilePlan, hostileDrift, hostileRun };

function hostileMessage(make: keyof typeof REPORTS, texts: readonly string[]): Message {
  const [first = ''] = texts;
  const report = REPORTS[make](texts);
  return message({
    marker: markdownMarker(report, first),
    body: renderMarkdown(report, { applyCommand: texts.join('\n'), id: first, limit: LONGEST_MESSAGE }),
  });
}

type Node = DefaultTreeAdapterMap['node'];

/** The texts in which GitLab looks for references: those that are not code. */
function* listProse(node: Node): Generator<string> {
  if (['code', 'pre'].includes(node.nodeName)) return;
  if (node.nodeName === '#text' && 'value' in node) yield node.value;
  if ('childNodes' in node) for (const child of node.childNodes) yield* listProse(child);
}

/** Mentions, references, emoji, commits, tickets, addresses, math, inline diffs, tables of contents and placeholders. */
const REFERENCE =
  /@\w|[#!$&*^]\d|[~%]["\w]|\[\w|:\w+:|\b[0-9a-f]{7,40}\b|\b[A-Z]+-\d|https?:|www\.|\w@\w|\$|\{[+-]|\[\[|%\{|::\w/;

/** Checks that GitLab shows a note as text: GitLab executes quick actions at the start of any line outside of code. */
function expectPlainNote(note: string, marker: string): void {
  expect(note.split('\n')[0]).toBe(marker);
  expect(note.length).toBeLessThanOrEqual(1_000_000);
  expectWhole(note.replace(`${STAMP}\n`, ''));
  expect(note.replaceAll('\r', '')).not.toMatch(/^\s*\/\w/m);
  const html = micromark(note, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  expect([...listProse(parseFragment(html))].filter((text) => REFERENCE.test(text))).toEqual([]);
}

describe('a note on GitLab', () => {
  it.each(sample(Object.keys(REPORTS) as (keyof typeof REPORTS)[]))(
    'shows any text as text: %s',
    async (make) => {
      const gitlab = await fakeGitlab();
      const publish = async (texts: readonly string[]): Promise<void> => {
        gitlab.notes.length = 0;
        const hostile = hostileMessage(make, texts);
        expect(done(await publishTo(MR, hostile, ports(gitlab.environment))).action).toBe('created');
        expectPlainNote(JSON.parse(gitlab.received.at(-1)?.body ?? '').body, hostile.marker);
        expect(done(await publishTo(MR, hostile, ports(gitlab.environment))).action).toBe('unchanged');
      };
      await publish([...HOSTILE_TEXTS, ...(WHOLE ? FORGE_TEXTS : FORGE_TEXTS.slice(0, -2))]);
      for (const text of sample(FORGE_TEXTS)) await publish([text]);
      await checkProperty(fc.asyncProperty(fc.array(anyText(), { minLength: 1, maxLength: 2 }), publish), {
        numRuns: 6,
      });
    },
    120_000,
  );

  it('fits although each of its lines would be a quick action', async () => {
    const gitlab = await fakeGitlab();
    const body = `${MARKER}\n`.padEnd(LONGEST_MESSAGE, '/x\n');
    expect(done(await publishTo(MR, message({ body }), ports(gitlab.environment))).action).toBe('created');
    const sent: string = JSON.parse(gitlab.received.at(-1)?.body ?? '').body;
    expect(sent.length).toBeLessThan(1_000_000);
    expect(sent).not.toMatch(/^\//m);
    expect(sent.replaceAll('\\/x', '/x')).toBe(stamped(body));
  });
});

interface SlackMessage {
  readonly text: string;
  readonly mrkdwn: boolean;
  readonly blocks: readonly { readonly type: string; readonly elements: readonly { readonly elements: unknown }[] }[];
}

describe('a message on Slack', () => {
  it('shows any text as text, within the limits of Slack', async () => {
    const slack = await serve(() => ({ status: 200, body: 'ok' }));
    const environment = { SLACK_WEBHOOK_URL: `${slack.url}/services/T000/B000/very-secret-key` };
    const publish = async (text: string): Promise<void> => {
      const hostile = message({
        title: `Pipeform plan of ${text}: 2`,
        brief: Array.from({ length: 7 }, () => `orders: ${text}`),
      });
      done(await publishTo({ kind: 'slack' }, hostile, ports(environment)));
      const sent: SlackMessage = JSON.parse(slack.received.at(-1)?.body ?? '');
      expect(sent.mrkdwn).toBe(false);
      expect(sent.text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
      // One text of rich text, in which Slack reads no markup, and no link.
      const [block, ...others] = sent.blocks;
      expect(others).toEqual([]);
      const texts = [{ type: 'text', text: expect.stringMatching(/^Pipeform plan of .*\norders: .*$/s) }];
      expect(block).toEqual({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: texts }] });
      expect(JSON.stringify(block).length).toBeLessThanOrEqual(3_000);
      expect(sent.text.length).toBeLessThanOrEqual(3_000);
      expect(slack.received.at(-1)?.body).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u2028-\u202e\u2066-\u2069]|\\u0000/);
    };
    for (const text of [...HOSTILE_TEXTS, ...FORGE_TEXTS]) await publish(text);
    await checkProperty(fc.asyncProperty(anyText(), publish), { numRuns: 100 });
  });
});
