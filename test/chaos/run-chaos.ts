import { rm } from 'node:fs/promises';
import { checkMeddling } from './check-meddling.ts';
import { drawChaos } from './draw-chaos.ts';
import { judgeEnding } from './judge-ending.ts';
import { judgeLedger } from './judge-ledger.ts';
import { judgeRecovery } from './judge-recovery.ts';
import { judgeWrites } from './judge-writes.ts';
import { keepEvidence } from './keep-evidence.ts';
import { type Evidence, play } from './play.ts';

/** What a seed came to. */
export interface Verdict {
  readonly seed: number;
  /** Sentences; none when all held. */
  readonly violations: readonly string[];
  /** What happened, to be counted. */
  readonly happened: readonly string[];
  /** Where all that is known is kept; null when all held. */
  readonly kept: string | null;
  readonly durationMs: number;
}

/** Plays one seed and judges it. */
export async function runChaos(seed: number): Promise<Verdict> {
  const startedAt = Date.now();
  const evidence = await play(drawChaos(seed));
  const violations = [
    ...judgeLedger(evidence),
    ...judgeWrites(evidence),
    ...judgeEnding(evidence),
    ...checkMeddling(evidence),
    ...judgeRecovery(evidence),
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
    ...(evidence.meddledAt === null ? [] : [`lost its ${chaos.meddling?.takes}`]),
    ...(listed?.status === 'unfinished' ? ['unfinished'] : []),
    ...(commits.some(({ by }) => by !== 'api') ? ['edited by others'] : []),
    ...(lost ? ['lost an answer'] : []),
    ...(requests.some(({ fault }) => fault !== null) ? ['met a fault'] : []),
    ...(chaos.clockSteps.length === 0 ? [] : ['wall clock stepped']),
    ...(chaos.rollout === null ? [] : ['in waves']),
    ...(chaos.way === 'saved' ? ['from a saved plan'] : []),
    ...(rollback === null ? [] : ['put back afterwards']),
    ...new Set(statuses.map((status) => `pipe ${status}`)),
    ...new Set(outcomes.map((outcome) => `request ${outcome}`)),
    `exit ${apply.ended.code}`,
  ];
}
