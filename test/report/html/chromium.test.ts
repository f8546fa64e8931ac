import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { HOSTILE, REPORTS } from '../reports.ts';
import { samplePlan } from '../sample-reports.ts';
import { launchChromium, openAddress, openReport, titled, withoutChromium } from './open-report.ts';

/** The width of a page without its margins. */
const A4_PIXELS = 703;

describe.skipIf(withoutChromium)(titled('a report in Chromium'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** A pipe with changes of several origins has a card for each. */
  const shownCards = async (page: Page) => [
    ...new Set(await page.locator('.block:not([hidden]) .name').allTextContents()),
  ];
  const shownNames = (page: Page) => page.locator('[data-status] dd:visible').allTextContents();

  describe('loads nothing and violates no policy', () => {
    it.each(Object.entries({ ...REPORTS, ...HOSTILE }))('%s, from a file', async (_, report) => {
      const opened = await openReport(browser, renderHtml(report()));
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      expect(opened.requests).toHaveLength(1);
      expect(opened.messages).toEqual([]);
      expect(await opened.violations()).toEqual([]);
      expect(await opened.page.evaluate('window.canary')).toBe(0);
    });

    it('from a server', async () => {
      const server = await serve(renderHtml(samplePlan()));
      const opened = await openAddress(browser, `${server.address}/report.html`);
      await opened.page.getByLabel('Search').fill('clicks');
      expect(opened.messages).toEqual([]);
      expect(await opened.violations()).toEqual([]);
      await server.close();
      expect(server.asked).toEqual(['/report.html']);
    });
  });

  it('blocks scripts, requests and styles that were injected', async () => {
    const server = await serve('');
    const intruders = `<script>window.canary += 1</script><img src="${server.address}/x.png" onerror="window.canary += 1">
      <p style="color: red" onclick="window.canary += 1">x</p><style>p { color: red }</style><base href="${server.address}/">
      <iframe srcdoc="<script>parent.canary += 1</script>"></iframe></body>`;
    const opened = await openReport(browser, renderHtml(samplePlan()).replace('</body>', intruders));
    await opened.page.getByText('x', { exact: true }).click();
    const violated = await opened.violations();
    expect(violated).toEqual(
      expect.arrayContaining([
        'script-src-elem',
        'script-src-attr',
        'style-src-attr',
        'style-src-elem',
        'img-src',
        'base-uri',
      ]),
    );
    expect(await opened.page.evaluate('window.canary')).toBe(0);
    await server.close();
    expect(server.asked).toEqual([]);
  });

  it('a table below the verdict does not touch it', async () => {
    const words = { variant: 'act', color: 'bold', headline: '5 pipes to update.', detail: null } as const;
    const verdict = { kind: 'verdict', name: 'Plan', environment: null, verdict: words, line: '', counts: [] } as const;
    const table = { kind: 'table', head: ['Rule'], rows: [[['fixed']]] } as const;
    const { page } = await openReport(browser, renderHtmlBlocks([verdict, table]));
    const [above, below] = await Promise.all(['.verdict', '.grid'].map((name) => page.locator(name).boundingBox()));
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(10);
  });

  it('shows everything without scripts', async () => {
    const { page } = await openReport(browser, renderHtml(samplePlan()), { javaScriptEnabled: false });
    expect(await page.getByRole('search').count()).toBe(0);
    expect(await page.getByText('settings.streaming_max_insert_wait_ms').first().isVisible()).toBe(true);
    await page.locator('summary', { hasText: '6 pipes unchanged' }).press('Enter');
    await page.getByText('catalog').waitFor();
    expect(await page.getByText('catalog').isVisible()).toBe(true);
    await page.getByText('Dark', { exact: true }).click();
    expect(await groundOf(page)).toBe('rgb(14, 21, 22)');
  });

  describe('search and filters, by keyboard', () => {
    it.each([
      ['a name', 'inventory', ['analytics/inventory'], []],
      ['a live name', 'clicks-prod', ['analytics/clicks'], []],
      ['a field', 'object_storage_max', ['analytics/uploads'], []],
      ['a value with its unit', '256mib', ['analytics/clicks'], []],
      ['several words', 'replicas payments', ['analytics/payments'], []],
      ['words of a change and of a name', 'threads orders', ['analytics/orders'], []],
      ['an unchanged pipe', 'coupons', [], ['coupons']],
      ['nothing', 'no such pipe anywhere', [], []],
    ])('finds %s', async (_, words, cards, names) => {
      const { page } = await openReport(browser, renderHtml(samplePlan()));
      const all = await shownCards(page);
      await tabTo(page, 'search');
      await page.keyboard.type(words);
      await page
        .getByRole('status')
        .getByText(`${cards.length + names.length} of 15 pipes`)
        .waitFor();
      expect(await shownCards(page)).toEqual(cards);
      expect(await shownNames(page)).toEqual(names);
      expect(await page.getByText('No pipe matches.').isVisible()).toBe(cards.length + names.length === 0);
      await page.keyboard.press('Escape');
      await page.getByRole('status').getByText('15 pipes', { exact: true }).waitFor();
      expect(await shownCards(page)).toEqual(all);
      expect(await shownNames(page)).toEqual([]);
    });

    it('filters by status and origin together, and resets', async () => {
      const { page } = await openReport(browser, renderHtml(samplePlan()));
      const unread = page.getByRole('heading', { name: 'Not planned', level: 2 });
      expect(await unread.isVisible()).toBe(true);
      await page.getByLabel('status').focus();
      await page.keyboard.type('To update');
      await page.getByRole('status').getByText('5 of 15 pipes').waitFor();
      expect(await unread.isVisible()).toBe(false);
      await page.getByLabel('origin').focus();
      await page.keyboard.type('conflict');
      await page.getByRole('status').getByText('1 of 15 pipes').waitFor();
      expect(await shownCards(page)).toEqual(['analytics/clicks']);
      await page.getByRole('button', { name: 'Show all' }).press('Enter');
      await page.getByRole('status').getByText('15 pipes', { exact: true }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('search');
    });

    it('shows which element has the focus', async () => {
      const { page } = await openReport(browser, renderHtml(samplePlan()));
      for (const id of ['search', 'status', 'origin']) {
        await tabTo(page, id);
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      }
    });
  });

  it('follows the color scheme of the system until the reader chooses one', async () => {
    const { page } = await openReport(browser, renderHtml(samplePlan()), { colorScheme: 'dark' });
    expect(await groundOf(page)).toBe('rgb(14, 21, 22)');
    await page.getByLabel('System').focus();
    await page.keyboard.press('ArrowRight');
    expect(await groundOf(page)).toBe('rgb(244, 243, 238)');
    await page.keyboard.press('ArrowRight');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await groundOf(page)).toBe('rgb(14, 21, 22)');
    await page.emulateMedia({ media: 'print' });
    expect(await groundOf(page)).toBe('rgb(255, 255, 255)');
  });

  it('prints folded names, without the controls, and breaks no field name', async () => {
    const { page } = await openReport(browser, renderHtml(samplePlan()), {
      viewport: { width: A4_PIXELS, height: 900 },
    });
    expect(await page.getByText('catalog').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const height = `[...document.querySelectorAll('dd')].find(({ textContent }) => textContent === 'catalog').getBoundingClientRect().height`;
    expect(await page.evaluate(height)).toBeGreaterThan(8);
    expect(await page.getByRole('search').isVisible()).toBe(false);
    const broken = `[...document.querySelectorAll('.field')].filter((field) => {
      const range = document.createRange();
      range.selectNodeContents(field);
      return range.getClientRects().length > 1;
    }).map(({ textContent }) => textContent)`;
    expect(await page.evaluate(broken)).toEqual([]);
  });

  it.each(Object.entries({ ...REPORTS, ...HOSTILE }))('fits a screen 360 pixels wide: %s', async (_, report) => {
    const { page } = await openReport(browser, renderHtml(report()), { viewport: { width: 360, height: 740 } });
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const spilling = `[...document.querySelectorAll('.block, .problem, .grid, .verdict, figure')].filter((box) => box.scrollWidth > box.clientWidth + 1).length`;
    expect(await page.evaluate(spilling)).toBe(0);
  });
});

/** A loopback server that answers every request with one page and records the requests. */
async function serve(page: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${port}`, asked, close };
}

/** Presses the tab key until the element with this id has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.id')) === id) return;
  }
  throw new Error(`#${id} cannot be reached with the tab key`);
}

function groundOf(page: Page): Promise<string> {
  return page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
}
