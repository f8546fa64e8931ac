import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { HOSTILE, REPORTS } from '../reports.ts';
import { samplePlan } from '../sample-reports.ts';
import { launchChromium, openReport, titled, withoutChromium } from './open-report.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of WCAG 2.2 A and AA and every best practice of the checker, reported as `rule: elements`. */
const check = (
  options: object,
) => `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations, passes }) => ({
  passed: passes.length,
  violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')),
}))`;

/** The rules about colors: the page is otherwise the same in both color schemes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Checked {
  readonly passed: number;
  readonly violations: readonly string[];
}

describe.skipIf(withoutChromium)(titled('accessibility of a report'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(Object.entries({ ...REPORTS, ...HOSTILE }))('%s in light and dark', async (_, report) => {
    const { page } = await openReport(browser, renderHtml(report()), {
      colorScheme: 'light',
      viewport: { width: 1100, height: 900 },
    });
    await page.evaluate(`
      for (const each of document.querySelectorAll('details')) each.open = true;
    `);
    await page.evaluate(AXE);
    const light = await page.evaluate<Checked>(check({}));
    expect(light.violations).toEqual([]);
    expect(light.passed).toBeGreaterThan(20);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
    const dark = await page.evaluate<Checked>(check({ runOnly: COLOR_RULES }));
    expect(dark.violations).toEqual([]);
    expect(dark.passed).toBeGreaterThan(0);
  });

  it('detects violations', async () => {
    const bad = renderHtml(samplePlan()).replace('<html lang="en">', '<html>');
    const { page } = await openReport(browser, bad);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate<Checked>(check({}));
    expect(violations.map((violation) => violation.split(':')[0])).toEqual(['html-has-lang']);
  });
});
