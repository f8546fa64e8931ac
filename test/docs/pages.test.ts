import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { ROOT } from '../ci/shell.ts';
import { listParts } from './commands/page-parts.ts';
import { listAnchors, listLinks, listPages, withoutBlocks } from './pages.ts';

const PAGES = listPages();
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const ANCHORS = new Map(PAGES.map((page) => [page, listAnchors(read(page))]));
/** The code blocks of each page. */
const BLOCKS = new Map(PAGES.map((page) => [page, listParts(read(page)).filter((part) => part.kind === 'block')]));

/** The targets of links and pictures of a page: files of the repository, with an optional anchor. */
function listTargets(page: string): readonly { readonly file: string; readonly anchor: string }[] {
  return listLinks(read(page)).flatMap(({ target }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor = ''] = target.split('#');
    return [{ file: file === '' ? page : relative(ROOT, join(ROOT, dirname(page), file)), anchor }];
  });
}

test.each(PAGES)('the links of %s lead to existing files', (page) => {
  const broken = listTargets(page).filter(({ file, anchor }) => {
    if (file.startsWith('..') || !existsSync(join(ROOT, file))) return true;
    return anchor !== '' && file.endsWith('.md') && !ANCHORS.get(file)?.has(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(PAGES)('each picture of %s has alternative text', (page) => {
  expect(withoutBlocks(read(page))).not.toMatch(/!\[\s*\]|<img/);
});

test('every page can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const { file } of listTargets(page)) if (PAGES.includes(file)) reached.add(file);
  }
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
});

test('the README names every command', () => {
  const section =
    read('README.md')
      .split('## ')
      .find((text) => text.startsWith('The commands')) ?? '';
  const names = PROGRAM.commands.map(({ name }) => name).filter((name) => name !== 'help');
  expect(names.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
});

/** Where a page says how `pipeform` got on the path. */
const INSTALLED = ['README.md#install', 'docs/README.md#a-fleet-to-follow-along-with'];

test.each(PAGES)('%s says how its commands got on the path', (page) => {
  const commands = BLOCKS.get(page)?.some(({ language, text }) => language === 'sh' && /^\s*pipeform /m.test(text));
  const here = [...(ANCHORS.get(page) ?? [])].map((anchor) => `${page}#${anchor}`);
  const linked = listTargets(page).map(({ file, anchor }) => `${file}#${anchor}`);
  if (commands) expect(INSTALLED.filter((place) => [...here, ...linked].includes(place))).not.toEqual([]);
});

test.each(PAGES)('the YAML and JSON examples of %s can be parsed', (page) => {
  const flaws = BLOCKS.get(page)?.flatMap(({ language, text, line }) => {
    if (language === 'yaml')
      return parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => `${line}: ${message}`));
    // Each line of events is a document.
    if (language === 'json')
      for (const one of text.startsWith('{\n') ? [text] : text.trim().split('\n')) JSON.parse(one);
    return [];
  });
  expect(flaws).toEqual([]);
});
