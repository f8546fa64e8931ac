import { describe, expect, it } from 'vitest';
import type { HistoryReport } from '../../src/model/drift-history.ts';
import { composeHistory } from '../../src/report/compose/compose-history.ts';
import { renderHtmlBlocks } from '../../src/report/html/write-html.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { findFaults } from '../apply/schemas.ts';
import { cleanHistory, emptyHistory, historyOfEnvironments, sampleHistory } from './sample-history.ts';

const renderHistory = (report: HistoryReport, columns: number | null = null): string =>
  renderTextBlocks(composeHistory(report), { style: createStyle('off', columns), glyphs: 'unicode' });

const renderHistoryMarkdown = (report: HistoryReport): string =>
  renderMarkdownBlocks(composeHistory(report), { renderPlace: createPlaceRenderer(null, ''), hasDetails: true });

const HISTORIES: Readonly<Record<string, HistoryReport>> = {
  history: sampleHistory(),
  'history-environments': historyOfEnvironments(),
  'history-clean': cleanHistory(),
  'history-empty': emptyHistory(),
};

describe('a history', () => {
  it.each(Object.entries(HISTORIES))('is a document of its schema: %s', (_, report) => {
    expect(findFaults('history', report)).toEqual([]);
  });

  it('as text', async () => {
    const texts = Object.values(HISTORIES).map((report) => renderHistory(report, 80));
    await expect(texts.join('\n')).toMatchFileSnapshot('golden/history.txt');
  });

  it('counts the pipes and fields that are not listed, in each format', () => {
    const [pipe] = sampleHistory().pipes;
    const field = { path: 'settings.db_max_threads', drifts: 1 } as const;
    const reportOf = (pipes: number) => ({
      ...sampleHistory(),
      pipes: Array.from({ length: pipes }, (_, index) => ({ ...pipe, name: `p${index}` })) as HistoryReport['pipes'],
      fields: Array.from({ length: 21 }, () => field),
    });
    for (const text of [renderHistory(reportOf(25)), renderHistoryMarkdown(reportOf(25))]) {
      expect(text).toMatch(/and 5 more pipes; `?--format json`? has all/);
      expect(text).toMatch(/and 1 more field; `?--format json`? has all/);
    }
    const page = renderHtmlBlocks(composeHistory(reportOf(1_200)));
    expect(page).toContain('and 200 more pipes; --format json has all');
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  });

  it('says in words on a page how many drifts of a pipe each part of the time had', () => {
    const labels = renderHtmlBlocks(composeHistory(sampleHistory())).match(/(?<=class="spark".*aria-label=")[^"]*/g);
    expect(labels).toContain('24 values from 0 to 1, the last one 0');
  });

  it('calls it 100% only when every check was in sync', () => {
    const almost = { ...cleanHistory(), checks: 10_000, inSyncShare: 0.9999 };
    expect(renderHistory(almost)).toContain('99.9% of 10,000 checks in sync.');
    expect(renderHistory(cleanHistory())).toContain('100% of 48 checks in sync.');
  });
});
