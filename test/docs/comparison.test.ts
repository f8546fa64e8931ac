import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../ci/shell.ts';

test('the comparison has only figures of the latest measurement', () => {
  const lines = (page: string) => readFileSync(join(ROOT, page), 'utf8').split('\n');
  const measured = new Set(lines('bench/results.md'));
  const cited = lines('docs/comparison.md').filter((line) => / (met|missed|failed|skipped) \|$/.test(line));
  expect(cited.length).toBeGreaterThan(2);
  expect(cited.filter((line) => !measured.has(line))).toEqual([]);
});
