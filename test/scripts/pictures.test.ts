import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../scripts/pictures/cells.ts';
import { drawMovie } from '../../scripts/pictures/draw-movie.ts';
import { drawSvg, PALETTES } from '../../scripts/pictures/draw-svg.ts';
import { SCENES } from '../../scripts/pictures/scenes.ts';
import { ROOT } from '../ci/shell.ts';

const FOLDER = join(ROOT, 'docs', 'pictures');
const FILES = readdirSync(FOLDER);
const MAX_BYTES = { svg: 150_000, png: 200_000 };

/** The text as a terminal shows it. */
async function show(text: string, columns: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows: 12, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
  const rows = readRows(terminal);
  terminal.dispose();
  return rows;
}

/** What is wrong with an XML document, or null: tags that do not match, attributes without quotes, invalid text. */
function findXmlFault(xml: string): string | null {
  const open: string[] = [];
  let at = 0;
  for (const { 0: tag, 1: end, 2: name = '', 3: attributes = '', 4: empty, index } of xml.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    const text = xml.slice(at, index);
    if (/[<>]|&(?!(?:amp|lt|gt|quot);)/.test(text)) return `text: ${text}`;
    if (/&(?!(?:amp|lt|gt|quot);)/.test(attributes)) return `attributes of ${tag}`;
    at = index + tag.length;
    if (end === '/' && open.pop() !== name) return `unexpected ${tag}`;
    if (end !== '/' && empty !== '/') open.push(name);
  }
  if (open.length > 0) return `not closed: ${open.join(', ')}`;
  return xml.slice(at).trim() === '' ? null : 'text after the end';
}

/** The WCAG contrast ratio of two colors. */
function contrastOf(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('a terminal as an SVG', () => {
  const TEXT = [
    '\x1b[2m$\x1b[0m \x1b[1mpipeform plan\x1b[0m',
    '\x1b[33m~\x1b[39m  \x1b[1manalytics/orders\x1b[22m  <"a" & b>',
    '',
    '    早上  \x1b[4munder  lined\x1b[24m \x1b[31mred\x1b[39m\x1b[1;32mbold green\x1b[0m \x1b[2;36mdim\x1b[0m',
  ].join('\n');

  it('has a run for each style, in its column', async () => {
    const rows = await show(TEXT, 60);
    const picture = { title: 'A <picture>', description: 'It shows "this" & that.', columns: 60, rows };
    await expect(drawSvg(picture)).toMatchFileSnapshot('golden/terminal.svg');
  });

  it('is well formed for any input, and loads nothing', async () => {
    const svg = drawSvg({
      title: '<&>"',
      description: ']]>',
      columns: 60,
      rows: await show(`${TEXT}<!-- ]]> &amp;`, 60),
    });
    expect(findXmlFault(svg)).toBeNull();
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|@import|url\(|<script|<image/);
  });

  it('moves with CSS alone, shows each frame in turn, and the last one where motion is unwanted or unknown', async () => {
    const frames = await Promise.all(['one', 'one\n\ntwo', 'one\n\ntwo', 'two'].map((text) => show(text, 20)));
    const svg = drawMovie({ title: 'It moves', description: 'Two lines.', columns: 20, rows: 4, frames });
    expect(findXmlFault(svg)).toBeNull();
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href="[^#]|@import|url\(|<script|<image|<animate/,
    );
    await expect(svg).toMatchFileSnapshot('golden/movie.svg');
  });

  it.each(['light', 'dark'] as const)('is readable in the %s theme', (scheme) => {
    const { background, bar, edge: _edge, dot: _dot, ...words } = PALETTES[scheme];
    const faint = Object.entries(words).filter(([, color]) => contrastOf(color, background) < 4.5);
    expect(faint).toEqual([]);
    expect(contrastOf(words.dim, bar)).toBeGreaterThan(4.5);
  });
});

describe('docs/pictures', () => {
  it('has each scene and the report', () => {
    const wanted = [...SCENES.map(({ name }) => `${name}.svg`), 'report.png', 'report-dark.png'];
    expect([...FILES].sort()).toEqual(wanted.sort());
  });

  it.each(FILES)('%s is small enough for a page', (file) => {
    expect(statSync(join(FOLDER, file)).size).toBeLessThan(MAX_BYTES[file.endsWith('.svg') ? 'svg' : 'png']);
  });

  it.each(SCENES)('$name.svg is well formed and has a description', ({ name, title, description }) => {
    const svg = readFileSync(join(FOLDER, `${name}.svg`), 'utf8');
    expect(findXmlFault(svg)).toBeNull();
    expect(svg).toContain(`<title id="title">${title}</title>`);
    expect(svg).toContain(`<desc id="description">${description}</desc>`);
  });

  it('has every picture that a page shows, and each of those has alternative text', () => {
    const pages = [
      'README.md',
      ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
    ];
    const shown = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) => {
        const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```.*?^```$/gms, '');
        const images = [
          ...[...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g)].map(([, words = '', target = '']) => ({
            words,
            target,
          })),
          ...[...text.matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({
            words: /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
            target: /\bsrc="([^"]*)"/.exec(tag)?.[1] ?? '',
          })),
        ];
        return images.map((image) => ({ ...image, page }));
      })
      .filter(({ target }) => !/^https?:/.test(target));
    const missing = shown.filter(({ page, target }) => {
      const file = relative(FOLDER, join(ROOT, dirname(page), target));
      return !FILES.includes(file);
    });
    expect(missing).toEqual([]);
    expect(shown.filter(({ words }) => words.trim() === '')).toEqual([]);
  });
});
