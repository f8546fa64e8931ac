import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scripts/pictures/scenes.ts';
import { ROOT } from '../ci/shell.ts';

const FOLDER = join(ROOT, 'docs', 'pictures');
const FILES = readdirSync(FOLDER);
const MAX_BYTES = { svg: 150_000, png: 200_000 };

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

describe('docs/pictures', () => {
  it('has each scene and the report', () => {
    const wanted = [...SCENES.map(({ name }) => `${name}.svg`), 'report.png', 'report-dark.png'];
    expect([...FILES].sort()).toEqual(wanted.sort());
  });

  it.each(FILES)('%s is small enough for a page', (file) => {
    expect(statSync(join(FOLDER, file)).size).toBeLessThan(MAX_BYTES[file.endsWith('.svg') ? 'svg' : 'png']);
  });

  it.each(SCENES)('$name.svg is well formed, has a description and loads nothing', ({ name, title, description }) => {
    const svg = readFileSync(join(FOLDER, `${name}.svg`), 'utf8');
    expect(findXmlFault(svg)).toBeNull();
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /\s(?:src|on\w+)=|href="[^#]|@import|url\(|<script|<image/,
    );
    expect(svg).toContain(`<title id="title">${title}</title>`);
    expect(svg).toContain(`<desc id="description">${description}</desc>`);
  });
});
