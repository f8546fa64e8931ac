import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isRequired } from '../../ci/tools.ts';

export type PageOptions = Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled' | 'viewport'>;

/** A page in the browser and everything it did; it is valid until the next page is opened. */
export interface OpenReport {
  readonly page: Page;
  /** Every request of the browser, the page itself first. */
  readonly requests: readonly string[];
  /** Console messages and uncaught errors. */
  readonly messages: readonly string[];
  /** The directives of the page's policy that were violated. */
  violations(): Promise<readonly string[]>;
}

/** The function that hostile text would call if it ran. */
const PREPARE = `
  window.canary = 0;
  window.alert = () => { window.canary += 1; };
  window.violated = [];
  document.addEventListener('securitypolicyviolation', (event) => window.violated.push(event.effectiveDirective));
`;

/** The page of each browser with scripts (true) and without. */
const pages = new WeakMap<Browser, Map<boolean, Page>>();

/** Opens an address and records everything from its start. */
export async function openAddress(browser: Browser, address: string, options: PageOptions = {}): Promise<OpenReport> {
  const page = await clearPage(browser, options);
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  await page.goto(address, { waitUntil: 'load' });
  return { page, requests, messages, violations: () => page.evaluate<readonly string[]>('window.violated') };
}

/** Opens a page from a file, like a downloaded artifact. The file is removed after the page has loaded. */
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

/**
 * An empty page without any state of earlier pages. A new page for each report would need a process each, which
 * takes three times as long as testing the report.
 */
async function clearPage(browser: Browser, options: PageOptions): Promise<Page> {
  const { colorScheme = 'light', javaScriptEnabled = true, viewport = { width: 1280, height: 720 } } = options;
  const ofBrowser = pages.get(browser) ?? new Map<boolean, Page>();
  pages.set(browser, ofBrowser);
  const page = ofBrowser.get(javaScriptEnabled) ?? (await createPage(browser, javaScriptEnabled));
  ofBrowser.set(javaScriptEnabled, page);
  page.removeAllListeners();
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme, media: null, reducedMotion: 'no-preference' });
  if (viewport !== null) await page.setViewportSize(viewport);
  return page;
}

async function createPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const page = await browser.newPage({ javaScriptEnabled });
  await page.addInitScript(PREPARE);
  return page;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of PIPEFORM_CHROMIUM, or the first on the PATH; null without one. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const named = environment.PIPEFORM_CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = [...(environment.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether to skip the tests: only when no browser was found and none is required. */
export const withoutChromium: boolean = findChromium() === null && !isRequired('chromium');

/** Adds a note to the title of skipped tests. */
export function titled(title: string): string {
  return withoutChromium ? `${title} (LEFT OUT: no Chromium found; install it or set PIPEFORM_CHROMIUM)` : title;
}

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error('Chromium is required and not installed: install it or set PIPEFORM_CHROMIUM to its path');
  }
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
