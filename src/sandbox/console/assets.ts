import uplot from 'uplot/dist/uPlot.iife.min.js?raw';
import uplotStyle from 'uplot/dist/uPlot.min.css?raw';
import { CONTRACT } from '../../model/field/field.ts';
import { FAULT_KINDS } from '../faults/fault-kinds.ts';
import { parsePlan } from '../faults/fault-plan.ts';
import { showRule } from '../faults/faults.ts';
import { IDLE_TEXT } from '../http.ts';
import { type KeyRule, SCALING_RULES, SETTING_RULES } from '../pipes-api/field-rules.ts';
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

/** The faults that the console offers. */
const READY_FAULTS = [
  {
    name: 'Overloaded',
    description: 'a third of the requests return 503 with Retry-After',
    operation: ['get', 'put', 'patch'],
    probability: 0.33,
    fault: { status: { code: 503, headers: { 'retry-after': 1 } } },
  },
  {
    name: 'Slow',
    description: 'every response takes 2 s longer',
    operation: ['get', 'put', 'patch'],
    fault: { stall: '2s' },
  },
  {
    name: 'Lost responses',
    description: 'half of the updates are applied, and their connection is reset',
    operation: ['put', 'patch'],
    probability: 0.5,
    fault: { reset: 'after' },
  },
  { name: 'Ignored updates', description: 'they return 200 and change nothing', fault: 'ignored' },
  {
    name: 'Idle services',
    description: 'all pipes return 424',
    operation: ['get', 'put', 'patch'],
    fault: { status: { code: 424, text: IDLE_TEXT } },
  },
  {
    name: 'No metrics',
    description: 'series and alerts return 503',
    operation: ['series', 'alert'],
    fault: { status: 503 },
  },
];

/** What each kind of fault does, with the defaults of its parameters, and the offered faults. A rule is as the control API shows it. */
function describeFaults() {
  const rules = READY_FAULTS.map(({ name, description, ...rule }) => rule);
  const plan = parsePlan(JSON.stringify({ faults: rules }), FAULT_KINDS);
  const kinds = Object.entries(FAULT_KINDS).map(([kind, { description, parameters }]) => {
    const defaults = Object.entries(parameters).map(([name, parameter]) => [name, parameter.default ?? null]);
    return [kind, { description, defaults: Object.fromEntries(defaults) }];
  });
  return {
    kinds: Object.fromEntries(kinds),
    ready: plan.faults.map((rule, index) => ({ ...READY_FAULTS[index], rule: showRule(rule) })),
  };
}

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
      const { unit, meaning } = CONTRACT.find(`${section}.${key}`) ?? { unit: 'count', meaning: '' };
      return { section, key, type, range: range ?? null, kinds, unit, meaning };
    });
  return [...describe('scaling', SCALING_RULES), ...describe('settings', SETTING_RULES)];
}
