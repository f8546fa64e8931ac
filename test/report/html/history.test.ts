import { describe, expect, it } from 'vitest';
import type { HistoryReport } from '../../../src/model/drift-history.ts';
import { composeHistory } from '../../../src/report/compose/compose-history.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { cleanHistory, emptyHistory, historyOfEnvironments, hostileHistory, sampleHistory } from '../sample-history.ts';
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

  it('has less than 1 MB for any number of pipes, and names how many have no row', () => {
    const [pipe] = sampleHistory().pipes;
    const pipes = Array.from({ length: 1_200 }, (_, index) => ({
      ...pipe,
      name: `p${index}`,
    })) as HistoryReport['pipes'];
    const page = renderPage({ ...sampleHistory(), pipes });
    expect(page).toContain('and 200 more pipes; --format json has all');
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  });
});
