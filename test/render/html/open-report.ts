import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';

type PageOptions = NonNullable<Parameters<Browser['newPage']>[0]>;

/** A page in the browser and everything that it did besides being shown. */
export interface OpenReport {
  readonly page: Page;
  /** Every request that the browser made, the page's own first. */
  readonly requests: readonly string[];
  /** Console messages and uncaught errors. */
  readonly messages: readonly string[];
  /** The directives of the page's policy that were violated. */
  violations(): Promise<readonly string[]>;
}

/** What hostile text would call if it ran. */
const PREPARE = `
  window.canary = 0;
  window.alert = () => { window.canary += 1; };
  window.violated = [];
  document.addEventListener('securitypolicyviolation', (event) => window.violated.push(event.effectiveDirective));
`;

/** Opens an address and watches it from before its first byte. */
export async function openAddress(browser: Browser, address: string, options: PageOptions = {}): Promise<OpenReport> {
  const page = await browser.newPage(options);
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  await page.addInitScript(PREPARE);
  await page.goto(address, { waitUntil: 'load' });
  return { page, requests, messages, violations: () => page.evaluate<readonly string[]>('window.violated') };
}

/** Opens a page from a file, as from a downloaded artifact. The file is gone when the page has loaded. */
export async function openReport(browser: Browser, html: string, options: PageOptions = {}): Promise<OpenReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pipeform-html-'));
  const file = join(folder, 'report.html');
  try {
    writeFileSync(file, html);
    return await openAddress(browser, pathToFileURL(file).href, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
