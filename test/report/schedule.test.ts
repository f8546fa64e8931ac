import { describe, expect, it } from 'vitest';
import type { DesiredPipe, Fleet } from '../../src/model/fleet.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { planFleet } from '../../src/plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../src/plan/policy/plan-policy.ts';
import { scheduleFleet } from '../../src/plan/schedule-fleet.ts';
import { renderMetrics } from '../../src/report/prometheus.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { briefReport } from '../../src/report/view-model/brief.ts';
import { desiredPipe, fleetOf, livePipe, PRICING, pair, place, TOOL } from '../plan/samples.ts';

/** Ten minutes after the window begins in Berlin. */
const NOW = new Date('2026-11-25T06:10:00.000Z');

const WINDOW = {
  timezone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5],
  hours: { from: '07:00', until: '19:00' },
  scaling: { replicas: { value: 6, location: place(12, 70) } },
  location: place(12, 11),
};

const scheduled = (name: string, threads = 4): DesiredPipe =>
  desiredPipe({ name, scaling: { replicas: 2 }, settings: { db_max_threads: threads }, schedule: [WINDOW] });

/** Pipes with 2 replicas and 4 threads; of `returns`, 8 threads are declared. */
const FLEET: Fleet = scheduleFleet(
  fleetOf([scheduled('orders'), scheduled('payments'), scheduled('returns', 8)]),
  NOW.getTime(),
);
const READS = FLEET.pipes.map((desired) =>
  pair(desired, livePipe({ name: desired.name, settings: { db_max_threads: 4 }, scaling: { replicas: 2 } })),
);
const BASE = createBaseState({ ref: 'main', commit: 'c0ffee' }, FLEET.pipes);
const HOW = { now: NOW, tool: TOOL };

const DOCUMENTS = {
  plan: planFleet(FLEET, READS, { ...HOW, allowances: NO_ALLOWANCES, base: BASE }),
  drift: findDrift(FLEET, READS, HOW),
  late: findDrift(FLEET, READS.slice(0, 2), HOW),
};

describe('a report of scheduled sizes', () => {
  it.each(Object.entries(DOCUMENTS))('of a %s', async (name, document) => {
    const rendered = await renderReport(document, { format: 'text' });
    await expect(rendered).toMatchFileSnapshot(`golden/schedule-${name}.text.txt`);
  });

  it('names the schedule as the origin of a change in an annotation', async () => {
    const rendered = await renderReport(DOCUMENTS.plan, { format: 'github' });
    await expect(rendered).toMatchFileSnapshot('golden/schedule-plan.github.txt');
  });

  it('has its section and its times on a page, and is no news in a chat or for metrics', async () => {
    const page = await renderReport(DOCUMENTS.plan, { format: 'html' });
    expect(page).toContain('By schedule');
    expect(page).toContain('next scheduled change 2026-11-25 19:00 Europe/Berlin: 3 pipes');
    expect(briefReport(DOCUMENTS.late)).toEqual([]);
    const metrics = renderMetrics({ ...DOCUMENTS.late, base: BASE.base });
    expect(metrics).toContain('status="late"} 2');
    expect(metrics).toContain('pipeform_drift_fields 0');
    expect(metrics).toContain('pipeform_drift_fields_by_origin{origin="schedule"} 0');
  });

  it('has no difference of cost while no size of a schedule that a branch adds is due', async () => {
    const evening = Date.UTC(2026, 10, 25, 20);
    const night = { ...scheduleFleet(fleetOf([scheduled('orders')]), evening), pricing: PRICING };
    const atBase = createBaseState(
      BASE.base,
      night.pipes.map(({ schedule: _, sizesNow: __, ...pipe }) => pipe),
    );
    const size = { replicas: 2, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
    const reads = night.pipes.map((pipe) => pair(pipe, livePipe({ settings: { db_max_threads: 4 }, scaling: size })));
    const added = planFleet(night, reads, { ...HOW, allowances: NO_ALLOWANCES, base: atBase });
    expect(added.summary.update).toBe(0);
    expect(added.cost).toEqual({ currency: 'USD', before: 600.69, after: 600.69 });
    expect(await renderReport(added, { format: 'text' })).not.toContain('USD');
  });
});
