import { showField, showsWritten } from '../apply/rollback/reverse-changes.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { adviseForgetting, adviseOn, FINDING_WORDS, type OpenOutcome, sayCutOff } from '../journal/unfinished-words.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { SettledEntry } from '../model/journal.ts';
import { equalJson } from '../model/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { listWritten, type Run, type RunPipe } from '../model/run.ts';
import { addressOf } from '../plan/pipe-address.ts';

/** What is live of one pipe whose outcome a run left open. `unread`: it could not be read, or was not looked at. */
export type OpenPipe = LivePipe | 'unread' | 'not-configured';

/** What a run that was cut off comes to. */
export interface AssessedRun {
  readonly runId: string;
  readonly diagnostic: Diagnostic;
  /** Of each pipe that was left open. */
  readonly findings: readonly OpenFinding[];
}

interface OpenFinding extends Pick<RunPipe, 'name' | 'serviceId' | 'id'> {
  readonly found: OpenOutcome;
}

/** Says what a run that was cut off did, from its journal and from what its open pipes show now. */
export function assessInterruptedRun(
  { run, open, cutIn }: JournaledRun,
  look: (pipe: RunPipe) => OpenPipe,
): AssessedRun {
  const found = run.pipes
    .filter(({ name }) => open.includes(name))
    .map((pipe) => ({ name: pipe.name, serviceId: pipe.serviceId, id: pipe.id, found: assessPipe(pipe, look(pipe)) }));
  const { applied, skipped, failed, 'rolled-back': rolledBack } = run.summary;
  const counts = [
    `${applied} updated and confirmed`,
    ...(rolledBack > 0 ? [`${rolledBack} rolled back`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${found.length} open`,
    `${skipped} not attempted`,
  ];
  const isMissing = found.some((one) => one.found === 'not-configured');
  const lines = found.map(({ name, found: finding }) => `${name}: ${FINDING_WORDS[finding]}`);
  return {
    runId: run.id,
    findings: found,
    diagnostic: diagnose('warning', {
      code: 'unfinished-run',
      summary: sayCutOff(run.id, cutIn),
      detail: [`Pipes: ${counts.join(', ')}.`, ...lines].join('\n'),
      hint: isMissing ? `${adviseOn(run, cutIn)} ${adviseForgetting(run)}` : adviseOn(run, cutIn),
    }),
  };
}

/**
 * What a later run can say of each pipe that was left open, now that it is done: from what it read before it began, and from the
 * updates that it confirmed itself. Null when that is not all of them: then the run that was cut off is told again.
 */
export function settleFindings({ findings }: AssessedRun, later: Run): SettledEntry['pipes'] | null {
  const updated = new Set(later.pipes.filter(({ status }) => status === 'applied').map(addressOf));
  const settled = findings.flatMap(({ found, ...pipe }) => {
    if (found !== 'unread' && found !== 'hidden' && found !== 'not-configured') return [{ pipe: pipe.name, found }];
    return updated.has(addressOf(pipe)) ? [{ pipe: pipe.name, found: 'updated' as const }] : [];
  });
  return settled.length === findings.length ? settled : null;
}

function assessPipe(pipe: RunPipe, live: OpenPipe): OpenOutcome {
  if (typeof live === 'string') return live;
  // Right after a write 0 and null mean "not yet" (field notes): a later read will tell.
  if (!showsWritten(pipe, live)) return 'hidden';
  const shown = listWritten(pipe).map(({ path, before, after }) => {
    const value = showField(live, path);
    if (equalJson(value, after)) return 'written';
    return equalJson(value, before) ? 'not-written' : 'other';
  });
  if (shown.includes('other')) return 'other';
  if (!shown.includes('not-written')) return 'written';
  return shown.includes('written') ? 'partly-written' : 'not-written';
}
