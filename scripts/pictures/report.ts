import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { onStage } from './stage.ts';

interface Shot {
  readonly file: string;
  readonly png: Uint8Array;
}

const SCHEMES = ['light', 'dark'] as const;
const VIEWPORT = { width: 1120, height: 890 };
const MADE_AT = />[\d-]{10} [\d:]{8} UTC</;

/** The HTML report of the plan of the quickstart, in the colors for light and for dark rooms. */
export function shootReport(): Promise<readonly Shot[]> {
  return onStage('quickstart', ['--settle', '0ms'], async ({ folder, run, url }) => {
    const page = join(folder, 'plan.html');
    const html = await run(['plan', '--format', 'html']);
    // What is otherwise each time: where the sandbox listens, and when the plan was made.
    const still = html.replaceAll(url, 'http://127.0.0.1:4010').replace(MADE_AT, '>2026-11-20 10:00:00 UTC<');
    writeFileSync(page, still);
    const browser = await chromium.launch({
      executablePath: process.env.PIPEFORM_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
    });
    try {
      const shots: Shot[] = [];
      for (const colorScheme of SCHEMES) {
        const tab = await browser.newPage({ colorScheme, viewport: VIEWPORT, deviceScaleFactor: 1.25 });
        await tab.goto(pathToFileURL(page).href);
        const file = colorScheme === 'light' ? 'report.png' : 'report-dark.png';
        shots.push({ file, png: await tab.screenshot() });
        await tab.close();
      }
      return shots;
    } finally {
      await browser.close();
    }
  });
}
