import { rm } from 'node:fs/promises';
import { checkEnding } from './check-ending.ts';
import { checkLedger } from './check-ledger.ts';
import { checkRecovery } from './check-recovery.ts';
import { checkWrites } from './check-writes.ts';
import { drawChaos } from './draw-chaos.ts';
import { ledgerOf } from './facts.ts';
import { type Evidence, play } from './play.ts';
import { keep, type Verdict } from './verdict.ts';

/** Runs one seed and checks the result. */
export async function runChaos(seed: number): Promise<Verdict> {
  const startedAt = Date.now();
  const evidence = await play(drawChaos(seed));
  const violations = [
    ...checkLedger(evidence),
    ...checkWrites(evidence),
    ...checkEnding(evidence),
    ...checkRecovery(evidence),
  ];
  const kept = violations.length > 0 ? await keepEvidence(evidence, violations) : null;
  if (kept === null) await rm(evidence.folder, { recursive: true, force: true });
  return { seed, violations, happened: listHappened(evidence), kept, durationMs: Date.now() - startedAt };
}

function listHappened(evidence: Evidence): readonly string[] {
  const { chaos, apply, struck, shown, commits, rollback, requests, listed } = evidence;
  const run = apply.run ?? shown;
  const statuses = (run?.pipes ?? []).map(({ status }) => status);
  const outcomes = (run?.pipes ?? []).flatMap((pipe) => pipe.requests.map(({ outcome }) => outcome));
  const lost = requests.some(({ method, status, committed }) => method !== 'GET' && committed && status === null);
  return [
    ...(struck ? [apply.ended.code === 'SIGKILL' ? 'killed' : 'interrupted'] : []),
    ...(listed?.status === 'unfinished' ? ['unfinished'] : []),
    ...(commits.some(({ by }) => by !== 'api') ? ['edited by others'] : []),
    ...(lost ? ['lost an answer'] : []),
    ...(requests.some(({ fault }) => fault !== null) ? ['met a fault'] : []),
    ...(chaos.clockSteps.length === 0 ? [] : ['wall clock stepped']),
    ...(chaos.rollout === null ? [] : ['in waves']),
    ...(chaos.way === 'saved' ? ['from a saved plan'] : []),
    ...(rollback === null ? [] : ['rolled back afterwards']),
    ...new Set(statuses.map((status) => `pipe ${status}`)),
    ...new Set(outcomes.map((outcome) => `request ${outcome}`)),
    `exit ${apply.ended.code}`,
  ];
}

/** Writes all evidence of a run into its folder, next to the configuration and the journal. Returns the folder. */
function keepEvidence(evidence: Evidence, violations: readonly string[]): Promise<string> {
  const { chaos, apply } = evidence;
  return keep(evidence.folder, violations, {
    chaos: { ...chaos, scenario: { ...chaos.scenario, cases: undefined, fleet: undefined } },
    faults: { seed: chaos.seed, faults: evidence.faults },
    'fleet-before': [...evidence.before.values()],
    'fleet-after': [...evidence.after.values()],
    ledger: ledgerOf(evidence),
    requests: evidence.requests,
    commits: evidence.commits,
    'apply.stdout': apply.ended.stdout,
    'apply.stderr': apply.ended.stderr,
    apply: `pipeform ${apply.args.join(' ')}\nended with ${apply.ended.code}\n`,
    again: evidence.again,
    'plan.last': evidence.plan.document,
    rollback: evidence.rollback,
  });
}
