import { hash } from 'node:crypto';
import { type DriftDetails, type DriftEntry, type RunEntry, startIdOf } from '../model/drift-history.ts';
import { addDigest } from '../model/json/document.ts';
import type { Plan } from '../model/plan.ts';
import { type Drift, type ReportState, stateOf } from '../model/report.ts';
import { listWritten, mayHaveWritten, type Run } from '../model/run.ts';

const STATES = { clean: 'in-sync', differences: 'drifted', incomplete: 'incomplete' } as const satisfies Record<
  ReportState,
  DriftEntry['state']
>;

/** The same report always has the same entry. */
export function createDriftEntry(drift: Drift): DriftEntry {
  const { createdAt, environment, summary, scope } = drift;
  return {
    id: `drift-${hash('sha256', `${createdAt} ${addDigest(drift).digest}`).slice(0, 16)}`,
    at: createdAt,
    command: 'drift',
    environment,
    pipes: summary.total,
    state: STATES[stateOf(drift)],
    details: scope === null ? null : findDetails(drift),
  };
}

function findDetails({ pipes, checks }: Drift): DriftDetails {
  return {
    drifted: pipes.flatMap(({ name, status, changes }) =>
      status === 'drifted' || status === 'gone' ? [{ name, fields: changes.map(({ path }) => path) }] : [],
    ),
    unread: pipes.flatMap(({ name, status }) => (status === 'error' ? [name] : [])),
    alerts: checks.flatMap(({ name, status }) => (status === 'in-sync' ? [] : [name])),
  };
}

/** Before the first write of a remediation. */
export function createStartEntry(runId: string, { environment, summary, pipes }: Plan, at: string): RunEntry {
  const unconfirmed = pipes.filter(({ status }) => status === 'update').map(({ name }) => name);
  const about = { environment, pipes: summary.total, changed: [], unconfirmed };
  return { id: startIdOf(runId), at, command: 'apply', ...about, remediation: true };
}

/** `remediation`: of `apply --remediate`. */
export function createRunEntry(run: Run, remediation: boolean): RunEntry {
  const unconfirmed = run.pipes.filter((pipe) => pipe.status !== 'applied' && mayHaveWritten(pipe));
  const entry = {
    id: run.id,
    at: run.finishedAt,
    command: run.rollsBack === null ? 'apply' : 'rollback',
    environment: run.environment,
    pipes: run.summary.total,
    changed: run.pipes.flatMap((pipe) =>
      pipe.status === 'applied' ? [{ name: pipe.name, fields: listWritten(pipe).map(({ path }) => path) }] : [],
    ),
  } as const;
  if (unconfirmed.length === 0) return { ...entry, remediation };
  return { ...entry, unconfirmed: unconfirmed.map(({ name }) => name), remediation };
}
