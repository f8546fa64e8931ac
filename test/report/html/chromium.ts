import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

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
export const withoutChromium: boolean = findChromium() === null && process.env.PIPEFORM_REQUIRE_TOOLS !== '1';

/** Adds a note to the title of skipped tests. */
export function titled(title: string): string {
  return withoutChromium ? `${title} (LEFT OUT: no Chromium found; install it or set PIPEFORM_CHROMIUM)` : title;
}

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error('PIPEFORM_REQUIRE_TOOLS=1 and no Chromium: install it or set PIPEFORM_CHROMIUM to its path');
  }
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
