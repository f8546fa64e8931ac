import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, titled, withoutChromium } from '../../report/html/chromium.ts';
import { get, named, start } from '../harness.ts';
import { openConsole } from './open-console.ts';

describe.skipIf(withoutChromium)(titled('the console of a running sandbox'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('scaling a pipe down by hand grows its lag and fires its alert, and the API shows the edit', async () => {
    const sandbox = await start({ speed: 0, startAt: Date.UTC(2026, 10, 20, 10) });
    const { page, messages, violations } = await openConsole(browser, sandbox.url);
    await page.getByRole('link', { name: 'orders-prod' }).click();
    await page.locator('[data-chart=rate]', { hasText: /Throughput\d+ messages\/smin/ }).waitFor();
    expect(await page.locator('#pipe-alert').textContent()).toBe('OK');
    await page.getByLabel('replicas').fill('1');
    await page.getByLabel('replicaCpuMillicores').fill('125');
    await page.getByRole('button', { name: 'Change the pipe' }).click();
    await page.getByText('Changed by hand: 2 values.').waitFor();
    expect((await get(sandbox, 'orders-prod')).json.result?.scaling).toMatchObject({ replicas: 1 });
    await page.getByRole('button', { name: 'Advance 10 min' }).click();
    await page.locator('#now', { hasText: '10:10:00' }).waitFor();
    await page.locator('#pipe-alert', { hasText: 'ALERT' }).waitFor();
    expect(await page.locator('#total-firing').textContent()).toBe('1');
    await page.getByText('6h', { exact: true }).click();
    await page.locator('#series-note', { hasText: 'one every 60 s' }).waitFor();
    expect(named(sandbox, 'orders-prod').scaling.replicaCpuMillicores).toBe(125);
    expect(sandbox.requests().map(({ path }) => path)).toHaveLength(1);
    expect(messages).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});
