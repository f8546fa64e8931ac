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
  place,
  TOOL,
} from '../plan/samples.ts';
import { driftOfAlerts, FINDINGS } from './sample-guarded.ts';
import { cleanDrift, pricedDrift, sampleDrift } from './sample-reports.ts';

const OFF = createStyle('off');

function driftOf(pairs: readonly Pair[], selection: Partial<typeof WHOLE_FLEET> = {}, fleet = pairs): Drift {
  const declared = fleetOf(fleet.map(({ desired }) => desired));
  return findDrift(declared, pairs, { now: NOW, tool: TOOL, selection: { ...WHOLE_FLEET, ...selection } });
}

function pipeWith(name: string, threads: number, until: string | null = null): Pair {
  const path = 'settings.db_max_threads' as const;
  const acknowledge = until === null ? [] : [{ path, reason: 'raised for the sale', until, location: place(30) }];
  return pair(
    desiredPipe({ name, settings: { db_max_threads: 8 }, acknowledge }),
    livePipe({ name, settings: { db_max_threads: threads } }),
  );
}

function lost(name: string): Pair {
  return pair(desiredPipe({ name }), failure('network', { attempts: 5, message: 'connection refused (ECONNREFUSED)' }));
}

const stranger = (name: string): Pair =>
  pair(desiredPipe({ name, liveName: 'expected' }), livePipe({ name: 'found', id: desiredPipe({ name }).id }));

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

const UNREAD = finding({ status: 'error', reason: 'there was no answer' });

const CASES: Readonly<Record<string, () => Drift>> = {
  sample: sampleDrift,
  clean: cleanDrift,
  priced: pricedDrift,
  'one-pipe-clean': () => driftOf([pipeWith('orders', 8)]),
  'no-pipes': () => driftOf([]),
  acknowledged: () => driftOf([pipeWith('a-calm', 8), pipeWith('b-known', 32, '2026-12-01')]),
  expired: () => driftOf([pipeWith('orders', 32, '2026-11-19')]),
  shard: () =>
    driftOf(
      [pipeWith('a', 8), pipeWith('b', 8)],
      { shard: { index: 2, total: 4 } },
      six.map((name) => pipeWith(name, 8)),
    ),
  alerts: driftOfAlerts,
  'alerts-unread': () => driftOfAlerts(six.map((name) => ({ ...UNREAD, name }))),
  'alerts-in-sync': () => driftOfAlerts(FINDINGS.slice(0, 1)),
  'all-unreadable': () => driftOf(six.map(lost)),
  'all-strangers': () => driftOf(six.map(stranger)),
  'unreadable-and-in-sync': () => driftOf([pipeWith('a', 8), lost('b'), stranger('c')]),
  'not-loaded': () =>
    emptyDrift('production', [diagnose('error', { code: 'config-not-found', summary: 'There is no pipeform.yaml.' })], {
      now: NOW,
      tool: TOOL,
    }),
};

describe('a drift document as text', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(renderReportText(make(), OFF)).toMatchFileSnapshot(`golden/drift/${name}.txt`);
  });

  it('reports clean only when every pipe was read', () => {
    for (const make of Object.values(CASES)) {
      const drift = make();
      const isSame = drift.checks.every(({ status }) => status === 'in-sync');
      const isClean = drift.scope !== null && drift.summary.drifted === 0 && drift.summary.error === 0 && isSame;
      if (!isClean) expect(renderReportText(drift, OFF)).not.toMatch(/no drift|match the config|no difference/i);
    }
  });

  it('does not report clean when the document has an error of its own', () => {
    const failed = [diagnose('error', { code: 'network-error', summary: 'The reads stopped.' })];
    const text = renderReportText({ ...cleanDrift(), diagnostics: failed }, OFF);
    expect(text).toContain('error[network-error]: The reads stopped.');
    expect(text).toMatch(/^Drift unknown: of 3 pipes, 3 in sync\.$/m);
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
