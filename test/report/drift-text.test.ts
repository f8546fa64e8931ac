import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { Drift } from '../../src/model/report.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { emptyDrift, findDrift } from '../../src/plan/find-drift.ts';
import { WHOLE_FLEET } from '../../src/plan/policy/scope.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import {
  desiredPipe,
  failure,
  finding,
  fleetOf,
  livePipe,
  NOW,
  type Pair,
  pair,
  pairOf,
  place,
  TOOL,
} from '../plan/samples.ts';
import { driftOfAlerts, FINDINGS } from './sample-checks.ts';
import { cleanDrift, pricedDrift, sampleDrift } from './sample-reports.ts';

const OFF = createStyle('off');

function driftOf(pairs: readonly Pair[], selection: Partial<typeof WHOLE_FLEET> = {}, fleet = pairs): Drift {
  const declared = fleetOf(fleet.map(({ desired }) => desired));
  return findDrift(declared, pairs, { now: NOW, tool: TOOL, selection: { ...WHOLE_FLEET, ...selection } });
}

function pipeWith(name: string, threads: number, until: string | null = null): Pair {
  const path = 'settings.db_max_threads' as const;
  const acknowledge = until === null ? [] : [{ path, reason: 'raised for the sale', until, location: place(30) }];
  return pairOf(name, { settings: { db_max_threads: 8 }, acknowledge }, { settings: { db_max_threads: threads } });
}

function lost(name: string): Pair {
  return pair(desiredPipe({ name }), failure('network', { attempts: 5, message: 'connection refused (ECONNREFUSED)' }));
}

const stranger = (name: string): Pair =>
  pair(desiredPipe({ name, liveName: 'expected' }), livePipe({ name: 'found', id: desiredPipe({ name }).id }));

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

const NO_FILE = diagnose('error', { code: 'config-not-found', summary: 'There is no pipeform.yaml.' });
const UNREAD = finding({ status: 'error', reason: 'there was no answer' });

/** The last line says what all pipes have in common, and calls them clean only when every pipe was read. */
const ENDS: readonly (readonly [string, () => Drift, string])[] = [
  ['clean', cleanDrift, 'No drift. All 3 pipes match the configuration.'],
  ['one clean pipe', () => driftOf([pipeWith('orders', 8)]), 'No drift. The pipe matches the configuration.'],
  ['no pipes', () => driftOf([]), 'No pipes to compare.'],
  [
    'an acknowledged difference',
    () => driftOf([pipeWith('a-calm', 8), pipeWith('b-known', 32, '2026-12-01')]),
    'No new drift: of 2 pipes, 1 acknowledged, 1 in sync.',
  ],
  [
    'an acknowledgement that expired',
    () => driftOf([pipeWith('orders', 32, '2026-11-19')]),
    'Drift: 1 pipe drifted (1 field), 0 in sync.',
  ],
  [
    'a shard',
    () => {
      const pipes = six.map((name) => pipeWith(name, 8));
      return driftOf(pipes.slice(0, 2), { shard: { index: 2, total: 4 } }, pipes);
    },
    'No drift. All 2 selected pipes match the configuration.',
  ],
  [
    'one pipe and one alert',
    () => ({ ...driftOf([pipeWith('orders', 8)]), checks: FINDINGS.slice(0, 1) }),
    'No drift. The pipe and 1 alert match the configuration.',
  ],
  [
    'alerts in sync',
    () => driftOfAlerts(FINDINGS.slice(0, 1)),
    'No drift. All 3 pipes and 1 alert match the configuration.',
  ],
  [
    'alerts that could not be read',
    () => driftOfAlerts(six.map((name) => ({ ...UNREAD, name }))),
    'Drift unknown: 6 alerts could not be read; of 3 pipes, 3 in sync.',
  ],
  ['unreadable pipes', () => driftOf(six.map(lost)), 'Drift unknown: of 6 pipes, 6 could not be read, 0 in sync.'],
  ['other pipes', () => driftOf(six.map(stranger)), 'Drift unknown: of 6 pipes, 6 cannot be compared, 0 in sync.'],
  [
    'unreadable, other and clean pipes',
    () => driftOf([pipeWith('a', 8), lost('b'), stranger('c')]),
    'Drift unknown: of 3 pipes, 1 could not be read, 1 cannot be compared, 1 in sync.',
  ],
  [
    'an invalid configuration',
    () => emptyDrift('production', [NO_FILE], { now: NOW, tool: TOOL }),
    'Drift unknown: no pipe was read. See the problems.',
  ],
  [
    'an error besides the pipes',
    () => ({
      ...cleanDrift(),
      diagnostics: [diagnose('error', { code: 'network-error', summary: 'The reads stopped.' })],
    }),
    'Drift unknown: of 3 pipes, 3 in sync.',
  ],
];

describe('a drift document as text', () => {
  it.each([
    ['sample', sampleDrift],
    ['priced', pricedDrift],
    ['alerts', () => driftOfAlerts()],
  ] as const)('%s', async (name, make) => {
    await expect(renderReportText(make(), OFF)).toMatchFileSnapshot(`golden/drift/${name}.txt`);
  });

  it.each(ENDS)('ends with what was found: %s', (_, make, end) => {
    expect(renderReportText(make(), OFF).trimEnd().split('\n').at(-1)).toBe(end);
  });

  it('refers only to the selected origins', () => {
    const onlyOrigin: readonly Origin[] = ['drift'];
    const desired = desiredPipe({ settings: { db_max_threads: 8 } });
    const base = createBaseState({ ref: 'main', commit: '4f2a9c1e' }, [
      desiredPipe({ settings: { db_max_threads: 4 } }),
    ]);
    const reads = [pair(desired, livePipe({ settings: { db_max_threads: 4 } }))];
    const selection = { ...WHOLE_FLEET, onlyOrigin };
    const drift = findDrift(fleetOf([desired]), reads, { now: NOW, tool: TOOL, base, selection });
    const text = renderReportText(drift, OFF);
    expect(text).toContain('note[not-selected]');
    expect(text).not.toContain('match the configuration');
    expect(text).toMatch(/^No difference by drift: of 1 pipe, 1 in sync\. Other differences do not count here\.$/m);
  });
});
