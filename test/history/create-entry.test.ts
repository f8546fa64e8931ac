import { describe, expect, it } from 'vitest';
import { createDriftEntry, createRunEntry, createStartEntry } from '../../src/history/create-entry.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { Drift } from '../../src/model/report.ts';
import { emptyDrift } from '../../src/plan/find-drift.ts';
import { NOW, TOOL } from '../plan/samples.ts';
import { driftOfAlerts, FINDINGS } from '../report/sample-checks.ts';
import { cleanDrift, sampleDrift, samplePlan, sampleRun } from '../report/sample-reports.ts';
import { rolledBackRun } from '../report/sample-runs.ts';

const names = (pipes: readonly { readonly name: string; readonly status: string }[], wanted: string) =>
  pipes.filter(({ status }) => status === wanted).map(({ name }) => name);

describe('the entry of a drift report', () => {
  it('has the pipes that drifted or could not be read, and not those that are acknowledged', () => {
    const drift = sampleDrift();
    const { details, ...entry } = createDriftEntry(drift);
    expect(entry).toMatchObject({
      ...{ at: drift.createdAt, environment: 'production', pipes: drift.pipes.length, state: 'incomplete' },
    });
    const gone = new Set(names(drift.pipes, 'gone'));
    expect(details?.drifted.filter(({ name }) => !gone.has(name)).map(({ name }) => name)).toEqual(
      names(drift.pipes, 'drifted'),
    );
    expect(details?.drifted.filter(({ fields }) => fields.length === 0).map(({ name }) => name)).toEqual([...gone]);
    expect(details?.unread).toEqual(names(drift.pipes, 'error'));
    for (const status of ['drifted', 'gone', 'error', 'acknowledged'])
      expect(names(drift.pipes, status)).not.toEqual([]);
  });

  it('has the alerts that differ or could not be read', () => {
    const { state, details } = createDriftEntry(driftOfAlerts());
    expect([state, details?.alerts]).toEqual(['incomplete', ['orders-alert', 'returns-alert']]);
    expect(createDriftEntry(driftOfAlerts(FINDINGS.slice(0, 2)))).toMatchObject({ state: 'drifted' });
    expect(createDriftEntry(cleanDrift())).toMatchObject({
      state: 'in-sync',
      details: { drifted: [], unread: [], alerts: [] },
    });
  });

  it('has no details when the command failed before it read the pipes', () => {
    const failed = emptyDrift('production', [], { now: NOW, tool: TOOL });
    expect(createDriftEntry(failed)).toMatchObject({ state: 'incomplete', pipes: 0, details: null });
  });

  it('has the same id for the report and its file, and another one for another report', () => {
    const drift = sampleDrift();
    const { id } = createDriftEntry(drift);
    expect(id).toMatch(/^drift-[0-9a-f]{16}$/);
    expect(createDriftEntry(JSON.parse(JSON.stringify(addDigest(drift))) as Drift).id).toBe(id);
    expect(createDriftEntry({ ...drift, createdAt: '2026-11-20T10:00:00.001Z' }).id).not.toBe(id);
    expect(createDriftEntry({ ...drift, environment: 'staging' }).id).not.toBe(id);
  });
});

describe('the entry of a run', () => {
  it('has the pipes with a confirmed update and the fields that were written', () => {
    const run = sampleRun();
    const entry = createRunEntry(run, false);
    expect(entry).toMatchObject({ id: run.id, at: run.finishedAt, command: 'apply', pipes: run.summary.total });
    expect(entry.changed.map(({ name }) => name)).toEqual(names(run.pipes, 'applied'));
    expect(entry.changed.length).toBeGreaterThan(0);
    for (const { fields } of entry.changed) expect(fields.length).toBeGreaterThan(0);
    expect(run.pipes.length).toBeGreaterThan(entry.changed.length);
  });

  it('has the pipes that were written without a confirmation', () => {
    const run = sampleRun();
    const written = run.pipes.filter(({ status }) => status === 'applied');
    const pipes = written.map((pipe) => ({ ...pipe, status: 'failed' as const }));
    const unconfirmed = written.map(({ name }) => name);
    expect(createRunEntry({ ...run, pipes }, true)).toMatchObject({ changed: [], unconfirmed });
    const unsent = pipes.map((pipe) => ({ ...pipe, requests: [] }));
    expect(createRunEntry({ ...run, pipes: unsent }, true)).not.toHaveProperty('unconfirmed');
  });

  it('has no pipe that the run restored', () => {
    const run = rolledBackRun();
    const restored = names(run.pipes, 'rolled-back');
    expect(restored).not.toEqual([]);
    expect(createRunEntry(run, false).changed.filter(({ name }) => restored.includes(name))).toEqual([]);
  });

  it('has at the start of a remediation the pipes that it will write', () => {
    const plan = samplePlan();
    expect(createStartEntry('run-1', plan, NOW.toISOString())).toEqual({
      ...{ id: 'run-1-start', at: NOW.toISOString(), command: 'apply', environment: plan.environment },
      ...{ pipes: plan.pipes.length, changed: [], unconfirmed: names(plan.pipes, 'update'), remediation: true },
    });
  });

  it('says whether it is a rollback, and whether it is a remediation', () => {
    expect(createRunEntry({ ...sampleRun(), rollsBack: 'run-1' }, false)).toMatchObject({ command: 'rollback' });
    expect(createRunEntry(sampleRun(), true)).toMatchObject({ command: 'apply', remediation: true });
  });
});
