import uplot from 'uplot/dist/uPlot.iife.min.js?raw';
import uplotStyle from 'uplot/dist/uPlot.min.css?raw';
import { CONTRACT } from '../../model/field/field.ts';
import { type KeyRule, SCALING_RULES, SETTING_RULES } from '../pipes-api/contract.ts';
import activity from './browser/activity.js?raw';
import charts from './browser/charts.js?raw';
import copy from './browser/copy.js?raw';
import dom from './browser/dom.js?raw';
import editForm from './browser/edit-form.js?raw';
import faults from './browser/faults.js?raw';
import feed from './browser/feed.js?raw';
import fleetTable from './browser/fleet-table.js?raw';
import format from './browser/format.js?raw';
import main from './browser/main.js?raw';
import markers from './browser/markers.js?raw';
import nextCommand from './browser/next-command.js?raw';
import style from './console.css?raw';
import page from './console.html?raw';
import icon from './icon.svg?raw';
import { describeFaults } from './ready-faults.ts';

interface Asset {
  readonly type: string;
  readonly text: string;
}

const SCRIPTS = {
  ...{
    uplot,
    main,
    activity,
    charts,
    copy,
    dom,
    'edit-form': editForm,
    faults,
    feed,
    'fleet-table': fleetTable,
    format,
  },
  ...{ markers, 'next-command': nextCommand },
};

/** The files of the console by path. Its scripts import each other by these names. */
export const CONSOLE_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['/', { type: 'text/html', text: page }],
  ...Object.entries({
    'console.css': { type: 'text/css', text: style },
    // Without an icon, a browser requests `/favicon.ico`, which appears in the request log.
    'icon.svg': { type: 'image/svg+xml', text: icon },
    'contract.json': { type: 'application/json', text: JSON.stringify({ fields: contractFields() }) },
    'faults.json': { type: 'application/json', text: JSON.stringify(describeFaults()) },
    'uplot.css': { type: 'text/css', text: uplotStyle },
    ...Object.fromEntries(
      Object.entries(SCRIPTS).map(([name, text]) => [`${name}.js`, { type: 'text/javascript', text }]),
    ),
  }).map(([name, asset]): [string, Asset] => [`/_sandbox/console/${name}`, asset]),
]);

/** The rules of the sandbox with the unit and the meaning of each field. */
function contractFields(): readonly object[] {
  const describe = (section: 'settings' | 'scaling', rules: Readonly<Record<string, KeyRule>>) =>
    Object.entries(rules).map(([key, { type, range, kinds }]) => {
      const { unit, meaning } = CONTRACT.find({ section, key }) ?? { unit: 'count', meaning: '' };
      return { section, key, type, range: range ?? null, kinds, unit, meaning };
    });
  return [...describe('scaling', SCALING_RULES), ...describe('settings', SETTING_RULES)];
}
