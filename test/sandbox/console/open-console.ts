import type { Browser, Page } from 'playwright-core';
import { type OpenReport, openAddress, type PageOptions } from '../../report/html/open-report.ts';

/** Opens the console and waits until it shows the fleet or the pipe of the fragment. */
export async function openConsole(
  browser: Browser,
  url: string,
  { fragment = '', ...options }: PageOptions & { readonly fragment?: string } = {},
): Promise<OpenReport> {
  const opened = await openAddress(browser, `${url}/${fragment}`, options);
  await opened.page.locator('#total-pipes', { hasText: /\d/ }).waitFor();
  return opened;
}

/** Like the page does every two seconds. */
export async function refresh(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

export function rowNames(page: Page): Promise<string[]> {
  return page.locator('#rows th a').allTextContents();
}

/** Presses the tab key until the wanted element has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`${selector} cannot be reached with the tab key`);
}
