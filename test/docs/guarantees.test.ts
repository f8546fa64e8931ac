import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';
import { type Link, listAnchors, listItems, listLinks } from './links.ts';
import { listTitles } from './test-titles.ts';

const PAGE = 'docs/guarantees.md';
const PAGES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const isTest = ({ target }: Link): boolean => /\.test\.tsx?$/.test(target);

function readPage(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** What is wrong with the proofs of a page, one sentence each. `titlesIn`: null for a file that is not there. */
function judgeProofs(page: string, titlesIn: (target: string) => ReadonlySet<string> | null): readonly string[] {
  const bare = listItems(page).filter((item) => !listLinks(item).some(isTest));
  const found = bare.map((item) => `nothing proves: ${item}`);
  const places = new Map<string, string>();
  for (const { text, target } of listLinks(page).filter(isTest)) {
    const titles = titlesIn(target);
    if (titles === null) found.push(`there is no file ${target}`);
    else if (!titles.has(text)) found.push(`${target} has no test with the title: ${text}`);
    const earlier = places.get(text) ?? target;
    if (earlier !== target) found.push(`two files are linked by one title: ${text}`);
    places.set(text, target);
  }
  return found;
}

test('each line of the guarantees links to the tests that prove it', () => {
  const known = new Map<string, ReadonlySet<string> | null>();
  const titlesIn = (target: string) => {
    const file = join(ROOT, dirname(PAGE), target);
    const titles = known.get(file) ?? (existsSync(file) ? listTitles(readFileSync(file, 'utf8')) : null);
    known.set(file, titles);
    return titles;
  };
  const page = readPage(PAGE);
  expect(judgeProofs(page, titlesIn)).toEqual([]);
  expect(listItems(page).length).toBeGreaterThan(50);
});

test.each(PAGES)('what %s links to is there', (path) => {
  const links = listLinks(readPage(path)).filter(({ target }) => !/^[a-z]+:/.test(target));
  const broken = links.filter(({ target }) => {
    const [file = '', anchor = ''] = target.split('#');
    const linked = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file));
    if (linked.startsWith('..') || !existsSync(join(ROOT, linked))) return true;
    return anchor !== '' && linked.endsWith('.md') && !listAnchors(readPage(linked)).has(anchor);
  });
  expect(broken).toEqual([]);
});

describe('a page of which the check does not approve', () => {
  const titles = new Map([
    ['a.test.ts', new Set(['is kept', 'is [kept]'])],
    ['b.test.ts', new Set(['is kept'])],
  ]);
  const judge = (page: string) => judgeProofs(page, (target) => titles.get(target) ?? null);

  test.each([
    ['no proof', '- It is so.', 'nothing proves: - It is so.'],
    ['a link to a page', '- It is so. [more](a.md)', 'nothing proves: - It is so. [more](a.md)'],
    ['a proof in code', '- It is so. `[is kept](a.test.ts)`', 'nothing proves: - It is so. `[is kept](a.test.ts)`'],
    ['no such file', '- It is so. [is kept](c.test.ts)', 'there is no file c.test.ts'],
    ['another title', '- It is so. [is kept ](a.test.ts)', 'a.test.ts has no test with the title: is kept '],
    [
      'one title for two files',
      '- A. [is kept](a.test.ts)\n- B. [is kept](b.test.ts)',
      'two files are linked by one title: is kept',
    ],
  ])('%s', (_, page, problem) => {
    expect(judge(page)).toEqual([problem]);
  });

  test('is none whose lines all have their proof', () => {
    expect(
      judge('# A\n\n- It is so,\n  in two lines. [is kept](a.test.ts)\n- B. [is \\[kept\\]](a.test.ts)\n'),
    ).toEqual([]);
  });
});

test('a title is one of a test that runs', () => {
  const source = `
    describe.concurrent('a group', () => {
      it.each<string>(['x'])(\n  'a case %s', (x: string) => {});
      test.runIf(true)(\`plain\`, () => {});
      describe.skip('never', () => { it('within never', () => {}) });
      it.todo('later');
      other('no test'); each([])('no test either');
    });`;
  expect([...listTitles(source)]).toEqual(['a group', 'a case %s', 'plain']);
});
