import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryReport } from '../../../src/model/drift-history.ts';
import { composeHistory } from '../../../src/report/compose/compose-history.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { cleanHistory, historyOfEnvironments, hostileHistory, sampleHistory } from '../sample-history.ts';
import { launchChromium, openReport, titled, withoutChromium } from './open-report.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CHECK = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`;
const OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true";

const HISTORIES = Object.entries({
  history: sampleHistory,
  'history-environments': historyOfEnvironments,
  'history-clean': cleanHistory,
  'history-hostile': () => hostileHistory(HOSTILE_TEXTS),
});

const renderPage = (report: HistoryReport): string => renderHtmlBlocks(composeHistory(report, 'page'));

/** A place in a lane, as a share of its width. */
async function pointAt(page: Page, lane: number, share: number): Promise<void> {
  const box = await page.locator('.lane svg').nth(lane).boundingBox();
  if (box === null) throw new Error('the lane is not drawn');
  await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
}

describe.skipIf(withoutChromium)(titled('a history in Chromium'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(HISTORIES)('loads nothing, violates no policy and fits a screen 360 pixels wide: %s', async (_, report) => {
    const opened = await openReport(browser, renderPage(report()), { viewport: { width: 360, height: 740 } });
    const { page } = opened;
    await page.evaluate(OPEN_ALL);
    expect(opened.requests).toHaveLength(1);
    expect(opened.messages).toEqual([]);
    expect(await opened.violations()).toEqual([]);
    expect(await page.evaluate('window.canary')).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  it.each(HISTORIES)('is accessible in light and dark: %s', async (_, report) => {
    const { page } = await openReport(browser, renderPage(report()));
    await page.evaluate(OPEN_ALL);
    await page.evaluate(AXE);
    expect(await page.evaluate(CHECK)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(CHECK)).toEqual([]);
  });

  it('says what the pointer is on, and nothing beside a drift', async () => {
    const { page } = await openReport(browser, renderPage(sampleHistory()));
    const tip = page.locator('#tip');
    await pointAt(page, 0, 210 / 743);
    expect(await tip.textContent()).toBe(
      'orders: 2026-10-28 08:00 to 2026-10-29 10:30 UTC (1d3h), repaired by apply; scaling.replicas, settings.db_max_threads',
    );
    await pointAt(page, 0, 0.5);
    expect(await tip.isVisible()).toBe(false);
    // An hour of a month is about a pixel.
    await pointAt(page, 0, 500 / 743);
    expect(await tip.textContent()).toContain('2026-11-09 20:00 to 2026-11-09 21:00 UTC (1h), repaired by itself');
    await pointAt(page, 1, 0.99);
    expect(await tip.textContent()).toContain('clicks: since 2026-11-17 18:00 UTC (2d5h), still open');
  });

  it('names some of many fields, and how many drifts a mark joins', async () => {
    const [sample, fields] = [sampleHistory(), ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `settings.${key}` as const)];
    const from = Date.parse(sample.from ?? '');
    const isoAt = (minutes: number): string => new Date(from + minutes * 60_000).toISOString();
    const periods = Array.from({ length: 60_001 }, (_, index) => {
      const [start, end] = [index / 2, index / 2 + 0.25];
      return { from: isoAt(start), until: isoAt(end), repairedBy: 'apply' as const, fields };
    });
    const pipe = { name: 'orders', environment: null, drifts: periods.length, timeDriftedMs: 0, periods };
    const report = { ...sample, pipes: [pipe], fields: fields.map((path) => ({ path, drifts: 1 })) };
    const { page } = await openReport(browser, renderPage(report));
    await pointAt(page, 0, 0.00005);
    expect(await page.locator('#tip').textContent()).toMatch(
      /^orders: 120 drifts since 2026-10-20 00:00 UTC, .* in all, the last repaired by apply; settings.a, settings.b, settings.c, settings.d and 2 more$/,
    );
  });

  it('lists the latest drifts of a pipe, by keyboard and without scripts', async () => {
    const { page } = await openReport(browser, renderPage(sampleHistory()), { javaScriptEnabled: false });
    expect(await page.getByLabel('Search pipes').isVisible()).toBe(false);
    await page.locator('.lane summary').first().press('Enter');
    expect(await page.locator('.lane[open] li').allTextContents()).toEqual([
      '2026-11-09 20:00 to 2026-11-09 21:00 UTC (1h), repaired by itself: settings.streaming_max_insert_wait_ms',
      '2026-10-28 08:00 to 2026-10-29 10:30 UTC (1d3h), repaired by apply: scaling.replicas, settings.db_max_threads',
      '2026-10-21 06:00 to 2026-10-21 09:30 UTC (3h30m), repaired by apply: settings.db_max_threads',
    ]);
  });

  it('finds pipes by parts of their names', async () => {
    const { page } = await openReport(browser, renderPage(historyOfEnvironments()));
    const shown = () => page.locator('.lane:visible .name').allTextContents();
    await page.getByLabel('Search pipes').fill('ORD staging');
    await page.getByRole('status').getByText('1 of 6 pipes').waitFor();
    expect(await shown()).toEqual(['orders staging']);
    await page.getByLabel('Search pipes').fill('nothing');
    expect(await page.getByText('No pipe matches.').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await shown()).toHaveLength(6);
  });
});
