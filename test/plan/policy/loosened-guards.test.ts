import { expect, it } from 'vitest';
import type { Fleet } from '../../../src/model/fleet.ts';
import { findLoosenedGuards } from '../../../src/plan/policy/loosened-guards.ts';
import { HEAD, load, pipeId } from '../../config/memory-files.ts';

const TODAY = '2026-11-20';

const CHECK =
  'series: { sourceId: "65f4000000000000000000b1", aggFn: max, where: "" }, window: 15m, granularity: 1m, reduce: max';
const ORDERS = `service: analytics, id: ${pipeId(1)}`;

async function fleetOf(body: string, environment?: string): Promise<Fleet> {
  const { fleet, diagnostics } = await load(
    `${HEAD}observability: { url: "http://127.0.0.1:4010" }\n${body}`,
    environment === undefined ? {} : { environment },
  );
  if (fleet === null) throw new Error(diagnostics.map(({ summary }) => summary).join('\n'));
  return fleet;
}

const summaries = (from: Fleet | null, to: Fleet) => findLoosenedGuards(from, to, TODAY).map(({ summary }) => summary);
const withPipe = (about: string, rest = ''): string => `pipes: { orders: { ${ORDERS}, ${about} } }\n${rest}`;
const lag = (pass: string, about = CHECK): string =>
  `checks: { lag: { ${about}, pass: "${pass}" }, cpu: { ${CHECK}, pass: "< 1" } }\n`;
const priced = (cpuHour: number): string =>
  `pricing: { currency: USD, cpuHour: ${cpuHour}, memoryGbHour: 1 }\npolicy: { maxMonthlyIncrease: 5 }`;
const RULE = 'name: jumps, when: "change.after == 4", message: no, level: refuse';
const inProduction = (about: string): string =>
  withPipe('settings: { db_max_threads: 8 }', `environments: { staging: {}, test: {}, production: { ${about} } }`);
const promoted = (about: string): string => inProduction(`promotion: { ${about} }`);

it.each<readonly [string, string, readonly string[]]>([
  [
    'policy: { maxChangedPipes: 30% }',
    'policy: { maxChangedPipes: 50% }',
    ['`policy.maxChangedPipes` is loosened from 30% to 50%.'],
  ],
  ['policy: { maxChangedPipes: 3 }', '', ['`policy.maxChangedPipes` is loosened from 3 pipes to no limit.']],
  [
    'policy: { maxChangedPipes: 1 }',
    'policy: { maxChangedPipes: 1, minPipes: 20 }',
    ['`policy.minPipes` is loosened from 0 to 20.'],
  ],
  [
    'policy: { maxReplicaFactor: 2 }',
    'policy: { maxReplicaFactor: 4 }',
    ['`policy.maxReplicaFactor` is loosened from 2 to 4.'],
  ],
  [promoted('from: staging'), inProduction(''), ['`promotion` is removed.']],
  [priced(4), priced(2), ['`pricing.cpuHour` is loosened from 4 to 2.']],
  [priced(4), 'policy: {}', ['`policy.maxMonthlyIncrease` is loosened from 5 to no limit.']],
  [
    'policy: { unmanaged: refuse }',
    'policy: { unmanaged: ignore }',
    ['`policy.unmanaged` is loosened from refuse to ignore.'],
  ],
  [
    'policy: { ranges: { scaling.replicas: { max: 4 } } }',
    'policy: { ranges: { scaling.replicas: { max: 6 } } }',
    ['The range of `scaling.replicas` is widened from 1–4 to 1–6.'],
  ],
  [
    'policy: { ranges: { scaling.replicas: { min: 2 } } }',
    '',
    ['The range of `scaling.replicas` is widened from 2–10 to 1–10.'],
  ],
  [
    'policy: { freeze: [{ from: 2026-12-20, until: 2027-01-02, reason: holidays }, { from: 2026-10-01, until: 2026-10-09, reason: over }] }',
    'policy: { freeze: [{ from: 2026-12-20, until: 2026-12-31, reason: holidays }] }',
    ['The freeze "holidays" is shortened or removed.'],
  ],
  [
    'policy: { freeze: [{ days: [fri, sat], hours: "16:00-08:00", reason: weekend }] }',
    'policy: { freeze: [{ days: [fri, sat], hours: "16:00-08:00", reason: weekend, allow: [schedule] }] }',
    ['The freeze "weekend" is shortened or removed.'],
  ],
  [`policy: { rules: [{ ${RULE} }] }`, '', ['The rule jumps is removed.']],
  [
    `policy: { rules: [{ ${RULE} }] }`,
    `policy: { rules: [{ ${RULE.replace('refuse', 'warn')} }] }`,
    ['The rule jumps only warns and no longer refuses.'],
  ],
  [
    withPipe('settings: { db_max_threads: 8 }', `policy: { rules: [{ ${RULE} }] }`),
    withPipe(
      'settings: {}',
      `policy: { rules: [{ ${RULE}, except: [{ pipe: orders, until: 2026-12-31, reason: sale }] }] }`,
    ),
    ['The rule jumps has an exception for pipe orders until 2026-12-31.'],
  ],
  [withPipe('protect: true'), withPipe('protect: false'), ['No longer protected: orders.']],
  [withPipe('checks: [lag]', lag('< 10')), withPipe('checks: []', lag('< 10')), ['Check lag no longer guards orders.']],
  [
    withPipe('checks: [lag]', lag('< 10')),
    withPipe('checks: [lag]', lag('< 20')),
    ['Check lag passes at < 20 in place of < 10.'],
  ],
  [lag('< 10'), lag('< 20'), []],
  [
    `${lag('< 10')}rollout: { waves: [1, 25%, 100%], before: [cpu], after: [lag, cpu], bake: 5m, onFailure: rollback }`,
    `${lag('< 10')}rollout: { waves: [1, 100%], after: [cpu], bake: 1m, failureLimit: 1 }`,
    [
      '`rollout.bake` is loosened from 5m to 1m.',
      '`rollout.failureLimit` is loosened from 0 to 1.',
      '`rollout.onFailure` is loosened from rollback to stop.',
      '`rollout.before` no longer has cpu.',
      '`rollout.after` no longer has lag.',
      '`rollout.waves` has larger or fewer waves.',
    ],
  ],
  ['rollout: { waves: [1] }', '', ['`rollout` is removed.']],
  [
    promoted('from: staging, soak: 1d'),
    promoted('from: staging, soak: 1h, except: [scaling.replicas], missing: warn'),
    [
      '`promotion.soak` is loosened from 1d to 1h.',
      '`promotion.missing` is loosened from refuse to warn.',
      '`promotion.except` also has scaling.replicas.',
    ],
  ],
  [
    '',
    'remediation: { fields: [settings.db_max_threads], maxPipes: 1 }',
    ['`remediation` is added: apply --remediate never asks.'],
  ],
  [
    'remediation: { fields: [settings.db_max_threads], maxPipes: 1, perPipe: { times: 1, per: 1d } }',
    'remediation: { fields: [settings.db_max_threads, scaling.replicas], maxPipes: 2 }',
    [
      '`remediation.maxPipes` is loosened from 1 to 2.',
      '`remediation.perPipe.times` is loosened from 1 to no limit.',
      '`remediation.fields` also has scaling.replicas.',
    ],
  ],
])('loosens something from %s to %s, and nothing the other way', async (base, branch, expected) => {
  const environment = base.includes('environments') ? 'production' : undefined;
  const [was, now] = [await fleetOf(base, environment), await fleetOf(branch, environment)];
  expect(summaries(was, now)).toEqual(expected);
  expect(summaries(now, was)).toEqual([]);
  expect(summaries(was, was)).toEqual([]);
  expect(summaries(null, now)).toEqual([]);
});

it.each<readonly [string, string, readonly string[]]>([
  [
    `policy: { rules: [{ ${RULE} }] }`,
    `policy: { rules: [{ ${RULE.replace('4', '5')} }] }`,
    ['The rule jumps has another condition.'],
  ],
  [
    withPipe('checks: [lag]', lag('< 10')),
    withPipe('checks: [lag]', lag('< 10', CHECK.replace('15m', '1h'))),
    ['Check lag asks for something else.'],
  ],
  [promoted('from: staging'), promoted('from: test'), ['`promotion.from` is changed from staging to test.']],
])('counts what cannot be ordered in both directions: from %s to %s', async (base, branch, expected) => {
  const environment = base.includes('environments') ? 'production' : undefined;
  const [was, now] = [await fleetOf(base, environment), await fleetOf(branch, environment)];
  expect(summaries(was, now)).toEqual(expected);
  expect(summaries(now, was)).toHaveLength(1);
});

it('has the place of the key, or of its section, and else that of the base', async () => {
  const find = async (base: string, branch: string) => {
    const [diagnostic] = findLoosenedGuards(await fleetOf(base), await fleetOf(branch), TODAY);
    return [diagnostic?.severity, diagnostic?.line, diagnostic?.column];
  };
  const before = 'policy:\n  minPipes: 1\n  maxReplicaFactor: 2\n';
  expect(await find(before, 'policy:\n  maxReplicaFactor: 3\n')).toEqual(['warning', 6, 3]);
  expect(await find(before, 'policy:\n  minPipes: 1\n')).toEqual(['warning', 5, 1]);
  expect(await find(before, 'presets: {}\n')).toEqual(['warning', 7, 3]);
});
