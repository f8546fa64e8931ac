import { listRollbackPipes, planRollback } from '../../apply/rollback/plan-rollback.ts';
import { NO_GUARDS } from '../../apply/rollout/guards.ts';
import { allowedNames } from '../../engine/allowed-names.ts';
import { findRun } from '../../engine/find-run.ts';
import { findUnfinished, weighAll } from '../../engine/find-unfinished.ts';
import { closeProject } from '../../engine/open-project.ts';
import { justRead } from '../../engine/read-fleet.ts';
import { makeReady } from '../../engine/review-saved.ts';
import type { JournaledRun } from '../../journal/rebuild-run.ts';
import type { ReadResult } from '../../model/client.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../../model/diagnostic-codes.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { mayHaveWritten, type Run } from '../../model/run.ts';
import { readToolVersion } from '../../model/version.ts';
import { comparePlace } from '../../plan/diff/compare-place.ts';
import { addressOf } from '../../plan/pipe-address.ts';
import type { Allowances } from '../../plan/policy/policy.ts';
import type { Context } from '../options/context.ts';
import { type ConductOptions, conductRun } from './run/conduct-run.ts';
import { type NoFleet, type OpenedFleet, openFleet } from './run/open-fleet.ts';
import type { PreparedApply } from './run/prepare-apply.ts';
import { readLive } from './run/read-live.ts';

export interface RollbackCommandOptions extends ConductOptions {
  /** The run to put back: its id, the beginning of it, or `latest`. */
  readonly run: string;
  readonly allowances: Allowances;
  /** Milliseconds to wait for another run of the project. */
  readonly lockTimeoutMs: number;
}

/**
 * Plans and applies the values that a run replaced, where the live value is still what that run wrote. Without the waves and
 * checks of the configuration: what is put back was there before, and who rolls back is in a hurry.
 */
export function runRollback(options: RollbackCommandOptions, context: Context): Promise<number> {
  const question = 'Put these values back? Only "yes" is accepted: ';
  return conductRun(
    {
      command: 'rollback',
      plan: 'fresh',
      question,
      idleWords: NOTHING_LEFT,
      prepare: () => prepareRollback(options, context),
    },
    options,
    context,
  );
}

const NOTHING_LEFT = 'Nothing to put back: what the run wrote is not live any more, or it wrote nothing.';

async function prepareRollback(options: RollbackCommandOptions, context: Context): Promise<PreparedApply | NoFleet> {
  const { allowances, lockTimeoutMs } = options;
  const opened = await openFleet(options, context, { named: allowedNames(allowances), claim: { lockTimeoutMs } });
  if (!opened.ok) return opened;
  const { fleet } = opened;
  const found = await findRun(
    opened.folder,
    options.run,
    ({ run }) => run.pipes.some(mayHaveWritten) && comparePlace(run, fleet, 'run').length === 0,
  );
  const problem = found.ok ? findMismatch(found.journaled.run, fleet) : found.diagnostic;
  if (!found.ok || problem !== null) {
    await closeProject(opened);
    return { ok: false, diagnostics: problem === null ? [] : [problem], sources: opened.sources, writable: [] };
  }
  return planBack(found.journaled, opened, allowances, options, context);
}

async function planBack(
  { run }: JournaledRun,
  opened: OpenedFleet,
  allowances: Allowances,
  options: RollbackCommandOptions,
  context: Context,
): Promise<PreparedApply> {
  const { fleet, selection } = opened;
  const unfinished = await findUnfinished(opened.folder, fleet);
  const selected = new Set(opened.pipes.map(addressOf));
  const configured = new Set(fleet.pipes.map(addressOf));
  const isWanted = (pipe: Pick<DesiredPipe, 'serviceId' | 'id'>): boolean =>
    selected.has(addressOf(pipe)) || (selected.size === configured.size && !configured.has(addressOf(pipe)));
  const wanted: Run = { ...run, pipes: run.pipes.filter(isWanted) };
  const pipes = listRollbackPipes(wanted, fleet).flatMap(({ desired }) => (desired === null ? [] : [desired]));
  const reads = await readLive({ ...opened, pipes }, justRead, options, context);
  const byAddress = new Map(reads.map(({ desired, read }) => [addressOf(desired), read]));
  const read = (pipe: DesiredPipe): ReadResult => {
    const result = byAddress.get(addressOf(pipe));
    if (result === undefined) throw new Error(`pipe ${pipe.name} was not read`);
    return result;
  };
  const frame = { now: new Date(context.clock.now()), tool: readToolVersion() };
  const plan = planRollback(wanted, fleet, { ...frame, allowances, selection, read });
  const weighed = weighAll(unfinished, fleet, reads);
  // What is said of the run that is put back would say how to put it back.
  const others = weighed.filter(({ runId }) => runId !== run.id).map(({ diagnostic }) => diagnostic);
  const diagnostics = [...opened.diagnostics, ...unfinished.diagnostics, ...others, ...plan.diagnostics];
  const ready = makeReady(opened, { ...plan, diagnostics }, NO_GUARDS, weighed, run.id);
  return { ok: true, sources: opened.sources, ...ready };
}

function findMismatch(run: Run, fleet: Fleet): Diagnostic | null {
  const differences = comparePlace(run, fleet, 'run');
  if (differences.length === 0) return null;
  return diagnose('error', {
    code: 'run-for-another',
    summary: `The run ${run.id} was of another place than the configuration names. Nothing was written.`,
    detail: differences.join('\n'),
    hint: DIAGNOSTIC_CODES['run-for-another'].cure,
  });
}
