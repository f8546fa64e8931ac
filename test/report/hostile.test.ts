import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Report } from '../../src/model/report.ts';
import { UNSAFE } from '../../src/model/text.ts';
import { renderHtml } from '../../src/report/html/render-html.ts';
import { renderHtmlBlocks } from '../../src/report/html/write-html.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdown } from '../../src/report/markdown/render-markdown.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { RENDERERS } from '../../src/report/render-report.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { renderReportText, renderRunHistory } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { checkProperty, sample } from '../effort.ts';
import { DOCUMENTS } from './documents.ts';
import { anyHostileText, HOSTILE_TEXTS } from './hostile-texts.ts';
import { bodyOf } from './html/body-of.ts';
import { hostileDrift, hostilePlan, hostileRun } from './sample-reports.ts';
import { expectWhole } from './see-markdown.ts';

const OFF = createStyle('off');
const renderPlace = createPlaceRenderer(null, '');

/** A document with a text of others, in each format that it has. */
interface Rendered {
  text(): string;
  markdown(): string;
  /** The page of a document that has one: it begins with a verdict. */
  html(): string | null;
}

function renderAll(report: Report, text: string): Rendered {
  return {
    text: () => renderReportText(report, OFF) + (report.kind === 'run' ? renderRunHistory(report, OFF) : ''),
    markdown: () => renderMarkdown(report, { applyCommand: text, id: text }),
    html: () => renderHtml(report),
  };
}

const RENDERED: Readonly<Record<string, (text: string) => Rendered>> = {
  plan: (text) => renderAll(hostilePlan([text]), text),
  drift: (text) => renderAll(hostileDrift([text]), text),
  run: (text) => renderAll(hostileRun([text]), text),
  ...Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, compose]) => [
      name,
      (text: string): Rendered => {
        const blocks = compose(text);
        return {
          text: () => renderTextBlocks(blocks, { style: OFF, glyphs: 'unicode' }),
          markdown: () => renderMarkdownBlocks(blocks, { renderPlace, hasDetails: true }),
          html: () => (blocks[0]?.kind === 'verdict' ? renderHtmlBlocks(blocks) : null),
        };
      },
    ]),
  ),
};

/** A tag that loads, runs or leads to something, or has a style. */
const LOADS = /\s(src|srcset|style|on\w+|action|background)=|\shref="(?!#)/;

const tagsOf = (page: string): readonly string[] => bodyOf(page).match(/<\/?[a-z][^>]*>/g) ?? [];

/** A name between backticks in a sentence becomes code, and nothing else. */
const namesOf = (page: string): readonly string[] =>
  tagsOf(page).flatMap((tag) => (/^<\/?code/.test(tag) ? [] : (tag.match(/^<\/?[a-z0-9]+/)?.[0] ?? [])));

describe('a text of others', () => {
  it.each(Object.entries(RENDERED))('is shown as text in each format of a document: %s', (_, render) => {
    const plain = render('plain').html();
    checkProperty(
      fc.property(anyHostileText(), (text) => {
        const shown = render(text);
        expect(shown.text().replaceAll('\n', '').match(UNSAFE)).toBeNull();
        expectWhole(shown.markdown());
        // An empty text is not a name, and a line break in a message of the service starts a paragraph.
        const page = render(`x${text.replaceAll('\n', ' ')}`).html();
        if (page === null || plain === null) return;
        expect(namesOf(page)).toEqual(namesOf(plain));
        expect(tagsOf(page).filter((tag) => LOADS.test(tag))).toEqual([]);
        expect(bodyOf(page).replaceAll('\n', '').match(UNSAFE)).toBeNull();
      }),
      { numRuns: 50, examples: sample(HOSTILE_TEXTS, 2).map((text) => [text]) },
    );
  });
});

const COMMANDS = [
  '##vso[x]a',
  '##[group]b',
  "##teamcity[c 'd']",
  '::stop-commands::e',
  '  ::add-mask::f',
  '--- g',
  '+++ h',
  '^^^ +++',
  '~~~ i',
];

/** A line of a log that a runner of GitHub, Azure, TeamCity, Buildkite or GitLab would carry out or take for a section. */
const COMMAND_LINE = /##\w*\[|^\s*::|^(?:---|\+\+\+|~~~|\^\^\^) |section_(?:start|end):\d+:[^\\]*\r/;

describe('a text of others is no command of a CI runner', () => {
  const formats = Object.keys(RENDERERS) as (keyof typeof RENDERERS)[];
  it.each(formats)('in a report as %s', async (format) => {
    const about = { style: OFF, applyCommand: null, source: 'fresh', folder: '', filesUrl: null, link: null } as const;
    for (const make of [hostilePlan, hostileDrift, hostileRun]) {
      const rendered = await RENDERERS[format](make([COMMANDS.join('\n'), ...COMMANDS]), about);
      // Annotations are commands of ours.
      const isOurs = (line: string) => format === 'github' && /^::(?:error|warning|notice) /.test(line);
      expect(rendered.split('\n').filter((line) => COMMAND_LINE.test(line) && !isOurs(line))).toEqual([]);
      expect(rendered).not.toMatch(/##\w*\[/);
    }
  });

  test('in a diagnostic, of a line of a file or of a service', () => {
    const place = { file: '##vso[x].yaml', line: 1, column: 1, endLine: 1, endColumn: 2 };
    for (const text of COMMANDS) {
      const words = { code: 'yaml-syntax', summary: text, detail: `It said:\n${text}`, hint: text } as const;
      const sources = new Map([[place.file, `${text}\n${text}`]]);
      const lines = renderDiagnostics([diagnose('error', words, place)], sources, OFF).split('\n');
      expect(lines.filter((line) => COMMAND_LINE.test(line))).toEqual([]);
    }
  });
});
