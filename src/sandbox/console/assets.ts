import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fieldPath } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import { type KeyRule, SCALING_RULES, SETTING_RULES } from '../pipes-api/contract.ts';
import { CHARTS_MODULE } from './browser/charts.ts';
import { CLOCK_MODULE } from './browser/clock.ts';
import { DOM_MODULE } from './browser/dom.ts';
import { EDIT_FORM_MODULE } from './browser/edit-form.ts';
import { FEED_MODULE } from './browser/feed.ts';
import { FLEET_TABLE_MODULE } from './browser/fleet-table.ts';
import { FORMAT_MODULE } from './browser/format.ts';
import { MAIN_MODULE } from './browser/main.ts';
import { PIPE_PANEL_MODULE } from './browser/pipe-panel.ts';
import { ICON } from './icon.ts';
import { CONSOLE_PAGE } from './page.ts';
import { CONSOLE_STYLE } from './style/console-style.ts';

export interface Asset {
  readonly type: string;
  /** Read when it is asked for: a sandbox without a browser never loads the chart library. */
  readonly read: () => string;
}

const require = createRequire(import.meta.url);

/** Everything that the console is made of, by path. The script of the page is modules that import each other by these names. */
export const CONSOLE_ASSETS: Readonly<Record<string, Asset>> = {
  '/': { type: 'text/html', read: () => CONSOLE_PAGE },
  ...under('/_sandbox/console/', {
    'console.css': { type: 'text/css', read: () => CONSOLE_STYLE },
    'icon.svg': { type: 'image/svg+xml', read: () => ICON },
    'contract.json': { type: 'application/json', read: () => JSON.stringify({ fields: contractFields() }) },
    'uplot.js': packaged('text/javascript', () => require.resolve('uplot/dist/uPlot.iife.min.js')),
    'uplot.css': packaged('text/css', () => require.resolve('uplot/dist/uPlot.min.css')),
    'main.js': script(MAIN_MODULE),
    'charts.js': script(CHARTS_MODULE),
    'clock.js': script(CLOCK_MODULE),
    'dom.js': script(DOM_MODULE),
    'edit-form.js': script(EDIT_FORM_MODULE),
    'feed.js': script(FEED_MODULE),
    'fleet-table.js': script(FLEET_TABLE_MODULE),
    'format.js': script(FORMAT_MODULE),
    'pipe-panel.js': script(PIPE_PANEL_MODULE),
  }),
};

function under(folder: string, assets: Readonly<Record<string, Asset>>): Readonly<Record<string, Asset>> {
  return Object.fromEntries(Object.entries(assets).map(([name, asset]) => [folder + name, asset]));
}

function script(text: string): Asset {
  return { type: 'text/javascript', read: () => text };
}

// A dependency stays a package of its own, found when it is needed, wherever it is installed.
function packaged(type: string, locate: () => string): Asset {
  return { type, read: () => readFileSync(locate(), 'utf8') };
}

/** The sandbox's own rules (contract, part 8), with the unit and the meaning from the table that everybody reads. */
function contractFields(): readonly object[] {
  const describe = (section: 'settings' | 'scaling', rules: Readonly<Record<string, KeyRule>>) =>
    Object.entries(rules).map(([key, { type, range, kinds }]) => {
      const { unit, meaning } = findField(fieldPath(section, key)) ?? { unit: 'count', meaning: '' };
      return { section, key, type, range: range ?? null, kinds, unit, meaning };
    });
  return [...describe('scaling', SCALING_RULES), ...describe('settings', SETTING_RULES)];
}
