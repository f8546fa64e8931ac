import { describe, expect, it } from 'vitest';
import type { HistoryReport } from '../../src/model/drift-history.ts';
import { composeHistory } from '../../src/report/compose/compose-history.ts';
import { createPlaceRenderer } from '../../src/report/markdown/markup.ts';
import { renderMarkdownBlocks } from '../../src/report/markdown/write-markdown.ts';
import { createStyle, type Style } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { findFaults } from '../apply/schemas.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { cleanHistory, emptyHistory, historyOfEnvironments, hostileHistory, sampleHistory } from './sample-history.ts';
import { expectWhole } from './see-markdown.ts';

const renderHistory = (report: HistoryReport, style: Style): string =>
  renderTextBlocks(composeHistory(report), { style, glyphs: 'unicode' });

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
    const style = createStyle('off', 80);
    const texts = Object.values(HISTORIES).map((report) => renderHistory(report, style));
    await expect(texts.join('\n')).toMatchFileSnapshot('golden/history/text-80.txt');
  });

  it('as Markdown', async () => {
    const page = renderHistoryMarkdown(historyOfEnvironments());
    await expect(page).toMatchFileSnapshot('golden/history/history-environments.md');
  });

  it('counts the pipes and fields that are not listed', () => {
    const [pipe] = sampleHistory().pipes;
    const field = { path: 'settings.db_max_threads', drifts: 1 } as const;
    const report = {
      ...sampleHistory(),
      pipes: Array.from({ length: 25 }, (_, index) => ({ ...pipe, name: `p${index}` })) as HistoryReport['pipes'],
      fields: Array.from({ length: 21 }, () => field),
    };
    const text = renderHistory(report, createStyle('off'));
    expect(text).toContain('and 5 more pipes; --format json has all');
    expect(text).toContain('and 1 more field; --format json has all');
    const markdown = renderHistoryMarkdown(report);
    expect(markdown).toContain('and 5 more pipes');
    expect(markdown).toContain('and 1 more field');
  });

  it('calls it 100% only when every check was in sync', () => {
    const almost = { ...cleanHistory(), checks: 10_000, inSyncShare: 0.9999 };
    expect(renderHistory(almost, createStyle('off'))).toContain('99.9% of 10,000 checks in sync.');
    expect(renderHistory(cleanHistory(), createStyle('off'))).toContain('100% of 48 checks in sync.');
  });

  it('shows hostile names as plain text', () => {
    const report = hostileHistory(HOSTILE_TEXTS);
    const text = renderHistory(report, createStyle('off')).replaceAll('\n', '');
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expectWhole(renderHistoryMarkdown(report));
  });
});
