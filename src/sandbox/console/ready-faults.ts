import { FAULT_KINDS } from '../faults/fault-kinds.ts';
import { parsePlan } from '../faults/fault-plan.ts';
import { showRule } from '../faults/faults.ts';
import { IDLE_TEXT } from '../http.ts';

const READY = [
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

/**
 * For the console: what each kind of fault does, with the defaults of its parameters, and the faults that the console offers. A rule
 * is as the control API shows it.
 */
export function describeFaults() {
  const rules = READY.map(({ name, description, ...rule }) => rule);
  const plan = parsePlan(JSON.stringify({ faults: rules }), FAULT_KINDS);
  const kinds = Object.entries(FAULT_KINDS).map(([kind, { description, parameters }]) => {
    const defaults = Object.entries(parameters).map(([name, parameter]) => [name, parameter.default ?? null]);
    return [kind, { description, defaults: Object.fromEntries(defaults) }];
  });
  return {
    kinds: Object.fromEntries(kinds),
    ready: plan.faults.map((rule, index) => ({ ...READY[index], rule: showRule(rule) })),
  };
}
