import { describe, expect, it } from 'vitest';
import type { HistoryReport } from '../../../src/model/drift-history.ts';
import { composeHistory } from '../../../src/report/compose/compose-history.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { inCi } from '../../effort.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import {
  cleanHistory,
  emptyHistory,
  historyOfEnvironments,
  hostileHistory,
  sampleHistory,
  yearOfDrift,
} from '../sample-history.ts';
import { bodyOf } from './body-of.ts';

const renderPage = (report: HistoryReport): string => renderHtmlBlocks(composeHistory(report));

const PAGES = Object.entries({
  history: sampleHistory(),
  'history-environments': historyOfEnvironments(),
  'history-clean': cleanHistory(),
  'history-empty': emptyHistory(),
  'history-hostile': hostileHistory(HOSTILE_TEXTS),
}).map(([name, report]) => ({ name, report, page: renderPage(report) }));

describe('the page of a history', () => {
  it('is rendered', async () => {
    await expect(bodyOf(renderPage(sampleHistory()))).toMatchFileSnapshot('golden/history.html');
  });

  it('has no loadable address, event handler or style attribute', () => {
    const loads = /\s(src|srcset|style|on\w+|action|background)=|\shref="(?!#)/;
    for (const { page } of PAGES) {
      const tags = bodyOf(page).match(/<[a-z][^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(20);
      expect(tags.filter((tag) => loads.test(tag))).toEqual([]);
    }
  });

  inCi('has less than 1 MB for a year of hourly checks over 1,000 pipes that each drift every few days', () => {
    const report = yearOfDrift(1_000);
    expect(report.checks).toBe(8_760);
    expect(report.drifts).toBeGreaterThan(80_000);
    expect(Buffer.byteLength(renderPage(report))).toBeLessThan(1_000_000);
  });

  it('names how many pipes have no row', () => {
    const [pipe] = sampleHistory().pipes;
    const pipes = Array.from({ length: 1_200 }, (_, index) => ({
      ...pipe,
      name: `p${index}`,
    })) as HistoryReport['pipes'];
    expect(renderPage({ ...sampleHistory(), pipes })).toContain('and 200 more pipes; --format json has all');
  });
});
