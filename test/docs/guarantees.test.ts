import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';
import { type Link, listLinks, withoutBlocks } from './pages.ts';

/** The items of all lists of a page, each with the lines that belong to it. */
function listItems(markdown: string): readonly string[] {
  return withoutBlocks(markdown)
    .split(/\n(?=- |#|\n)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('- '));
}

const PAGE = 'docs/guarantees.md';

const isTest = ({ target }: Link): boolean => /\.test\.tsx?$/.test(target);

/** One sentence for each guarantee without a test, and for each link to a test file that does not exist. */
function findUnproven(page: string, exists: (target: string) => boolean): readonly string[] {
  const bare = listItems(page).filter((item) => !listLinks(item).some(isTest));
  const targets = new Set(listLinks(page).flatMap((link) => (isTest(link) ? link.target : [])));
  const missing = [...targets].filter((target) => !exists(target));
  return [
    ...bare.map((item) => `no test is linked: ${item}`),
    ...missing.map((target) => `there is no file ${target}`),
  ];
}

test('each guarantee links to the tests that prove it', () => {
  const page = readFileSync(join(ROOT, PAGE), 'utf8');
  expect(findUnproven(page, (target) => existsSync(join(ROOT, dirname(PAGE), target)))).toEqual([]);
  expect(listItems(page).length).toBeGreaterThan(40);
});
