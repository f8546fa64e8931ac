import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import { count, shortList } from '../../model/number.ts';
import type { Coverage, ServicePipe } from '../../model/plan.ts';
import { safeText } from '../../model/text.ts';
import type { Allowances, PlanPolicy } from './plan-policy.ts';

/** `policy.unmanaged`. */
export const unmanaged: PlanPolicy = {
  ofPlan: ({ coverage }, { fleet, allowances }) => findUnmanaged(fleet, coverage, allowances),
};

/**
 * What `policy.unmanaged` says of live pipes outside the configuration. An error refuses the complete plan; a drift
 * report has no `allowances` and only warns. The coverage of a saved plan may be older than the configuration.
 */
export function findUnmanaged(
  { pipes, policy: { unmanaged: rule } }: Fleet,
  coverage: readonly Coverage[],
  allowances: Allowances | null,
): readonly Diagnostic[] {
  if (rule === 'ignore') return [];
  const severity = rule === 'refuse' && allowances?.force === false ? 'error' : 'warning';
  const configured = new Set(pipes.map(({ id }) => id));
  return coverage
    .map(({ service, unmanaged }) => ({ service, unmanaged: unmanaged.filter(({ id }) => !configured.has(id)) }))
    .filter(({ unmanaged }) => unmanaged.length > 0)
    .map(({ service, unmanaged }) => {
      const found = count(unmanaged.length, 'live pipe');
      const verb = unmanaged.length === 1 ? 'is' : 'are';
      const summary = `${found} of service ${service} ${verb} not in the configuration.`;
      const hint = `Adopt them with \`pipeform pull --all --service ${service}\`, or set policy.unmanaged to ignore.`;
      return diagnose(severity, {
        code: 'unmanaged-pipes',
        summary,
        detail: `${shortList(unmanaged.map(nameServicePipe), MAX_NAMED)}.`,
        hint,
      });
    });
}

const MAX_NAMED = 10;

function nameServicePipe({ id, name }: ServicePipe): string {
  return safeText(name === '' ? id : `${name} (${id})`);
}
