import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notSent } from '../../src/apply/update/skip-pipe.ts';
import { chooseExitCode, type Ending } from '../../src/cli/output/choose-exit-code.ts';
import type { CheckFinding, CheckResult, Verdict } from '../../src/model/check.ts';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Plan } from '../../src/model/plan.ts';
import {
  buildRun,
  type Interruption,
  type RequestOutcome,
  RUN_STATUSES,
  type Run,
  type RunPipe,
  type RunStatus,
  summarizeRun,
} from '../../src/model/run.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { checkProperty } from '../effort.ts';
import {
  desiredPipe,
  failure,
  finding,
  fleetOf,
  livePipe,
  NOW,
  type Pair,
  pair,
  planOf,
  TOOL,
} from '../plan/samples.ts';

const CALM = (name: string): Pair => pair(desiredPipe({ name }), livePipe({ name }));
const UPDATE = (name: string): Pair => pair(desiredPipe({ name, settings: { db_max_threads: 8 } }), livePipe({ name }));
const REFUSED = (name: string): Pair =>
  pair(desiredPipe({ name, protect: true, settings: { db_max_threads: 8 } }), livePipe({ name }));
const UNREADABLE = (name: string): Pair => pair(desiredPipe({ name }), failure('server'));

function planCode(pairs: readonly Pair[], about: Partial<Extract<Ending, { kind: 'report' }>> = {}): number {
  return chooseExitCode({ kind: 'report', report: planOf(pairs), ...about });
}

describe('plan', () => {
  const detailed = { detailed: true } as const;

  it.each<[string, readonly Pair[], object, number]>([
    ['nothing to do', [CALM('a')], {}, 0],
    ['nothing to do, detailed', [CALM('a')], detailed, 0],
    ['something to do', [UPDATE('a')], {}, 0],
    ['something to do, detailed', [UPDATE('a')], detailed, 2],
    ['a pipe that is refused', [UPDATE('a'), REFUSED('b')], {}, 5],
    ['refused wins over differences', [UPDATE('a'), REFUSED('b')], detailed, 5],
    ['a pipe that cannot be read', [CALM('a'), UNREADABLE('b')], {}, 1],
    ['unreadable wins over refused and differences', [UPDATE('a'), REFUSED('b'), UNREADABLE('c')], detailed, 1],
    ['SIGINT wins over all', [REFUSED('b'), UNREADABLE('c')], { interrupted: 'SIGINT' }, 130],
    ['SIGTERM wins over all', [UPDATE('a')], { ...detailed, interrupted: 'SIGTERM' }, 143],
    ['no pipes', [], detailed, 0],
  ])('%s', (_, pairs, about, code) => {
    expect(planCode(pairs, about)).toBe(code);
  });

  it('is refused when a policy refuses the whole plan', () => {
    const plan = planOf(['a', 'b'].map(UPDATE), { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
    expect(chooseExitCode({ kind: 'report', report: plan, detailed: true })).toBe(5);
  });
});

describe('drift', () => {
  const DRIFTED = finding({ status: 'drifted' });
  const ERROR = finding({ status: 'error' });

  it.each<[string, readonly Pair[], readonly CheckFinding[], number]>([
    ['in sync', [CALM('a')], [finding()], 0],
    ['a pipe that drifted', [UPDATE('a')], [finding()], 2],
    ['an alert that drifted', [CALM('a')], [DRIFTED], 2],
    ['an alert that cannot be read', [CALM('a')], [ERROR], 1],
    ['unreadable wins over drifted', [UPDATE('a')], [DRIFTED, ERROR], 1],
    ['a pipe that cannot be read wins over drifted', [UNREADABLE('a')], [DRIFTED], 1],
  ])('%s', (_, pairs, checks, code) => {
    const drift = findDrift(fleetOf(pairs.map(({ desired }) => desired)), pairs, { now: NOW, tool: TOOL, checks });
    expect(chooseExitCode({ kind: 'report', report: drift })).toBe(code);
    expect(chooseExitCode({ kind: 'report', report: drift, interrupted: 'SIGINT' })).toBe(130);
  });
});

/** A run of pipes with these statuses, each with one request with this outcome. */
function runOf(ends: readonly (readonly [RunStatus, RequestOutcome])[], interrupted: Run['interrupted'] = null): Run {
  const plan: Plan = planOf([UPDATE('a')]);
  const [planned] = plan.pipes;
  if (planned === undefined) throw new Error('no pipe');
  const pipes = ends.map(([status, outcome]): RunPipe => {
    const requests = notSent(planned.requests).map((record) => ({ ...record, outcome }));
    return { ...planned, status, requests };
  });
  const time = NOW.toISOString();
  const ended = { startedAt: time, finishedAt: time, interrupted, summary: summarizeRun(pipes), pipes };
  return buildRun({ ...plan, id: 'run-1', rollsBack: null }, { ...ended, rollout: null, checks: [], diagnostics: [] });
}

describe('apply', () => {
  const WELL: readonly RunStatus[] = ['applied', 'unchanged'];
  const APPLIED = ['applied', 'accepted'] as const;
  const UNCHANGED = ['unchanged', 'not-sent'] as const;
  const REJECTED = ['failed', 'rejected'] as const;
  const UNSHOWN = ['failed', 'accepted'] as const;
  const UNKNOWN = ['unknown', 'unknown'] as const;
  const STALE = ['stale', 'not-sent'] as const;
  const PROTECTED = ['refused', 'not-sent'] as const;
  const SKIPPED = ['skipped', 'not-sent'] as const;

  it.each<[string, readonly (readonly [RunStatus, RequestOutcome])[], number]>([
    ['nothing to do', [UNCHANGED], 0],
    ['all applied', [APPLIED, UNCHANGED, ['applied', 'found']], 0],
    ['one failed, nothing written', [REJECTED, UNCHANGED], 1],
    ['one failed, one applied', [APPLIED, REJECTED], 3],
    ['one did not converge, and nothing else was written', [UNSHOWN], 3],
    ['one unknown', [UNKNOWN], 3],
    ['one unreadable beside one applied', [APPLIED, ['failed', 'not-sent']], 3],
    ['one stale, one applied', [APPLIED, STALE], 4],
    ['one stale, nothing else', [STALE], 4],
    ['stale wins over failed once something was written', [APPLIED, STALE, REJECTED], 4],
    ['nothing written wins over stale', [STALE, REJECTED], 1],
    ['one refused', [PROTECTED, UNCHANGED], 5],
    ['refused beside applied', [PROTECTED, APPLIED], 5],
    ['refused wins over stale and failed', [APPLIED, PROTECTED, STALE, REJECTED], 5],
    ['nothing written wins over refused', [PROTECTED, REJECTED], 1],
    ['--fail-fast after one applied', [APPLIED, REJECTED, SKIPPED], 3],
    ['--fail-fast after one stale', [STALE, SKIPPED], 4],
    ['not attempted since the output was lost', [SKIPPED], 1],
  ])('%s', (_, ends, code) => {
    expect(chooseExitCode({ kind: 'report', report: runOf(ends) })).toBe(code);
  });

  it('is not 0 when the run report is lost, and not 1 when something was written', () => {
    expect(chooseExitCode({ kind: 'report', report: runOf([APPLIED]), lost: true })).toBe(3);
    expect(chooseExitCode({ kind: 'report', report: runOf([UNCHANGED]), lost: true })).toBe(1);
    expect(chooseExitCode({ kind: 'report', report: runOf([APPLIED, STALE]), lost: true })).toBe(4);
  });

  it('is not 0 when the journal could not be finished, or part of a pipe could not be restored', () => {
    const failure = diagnose('error', { code: 'journal-failed', summary: 'No room.' });
    expect(chooseExitCode({ kind: 'report', report: { ...runOf([APPLIED]), diagnostics: [failure] } })).toBe(3);
    expect(chooseExitCode({ kind: 'report', report: { ...runOf([UNCHANGED]), diagnostics: [failure] } })).toBe(1);
    expect(chooseExitCode({ kind: 'report', report: { ...runOf([APPLIED, STALE]), diagnostics: [failure] } })).toBe(3);
    const incomplete = diagnose('error', { code: 'rollback-incomplete', summary: 'Not all.' });
    const run = runOf([APPLIED]);
    const pipes = run.pipes.map((pipe) => ({ ...pipe, diagnostics: [incomplete] }));
    expect(chooseExitCode({ kind: 'report', report: { ...run, pipes } })).toBe(3);
  });

  it('is 5 when the plan was refused as a whole, even if the selected pipes had nothing to update', () => {
    const refusal = diagnose('error', { code: 'too-many-changes', summary: 'Too many.' });
    expect(chooseExitCode({ kind: 'report', report: { ...runOf([UNCHANGED]), diagnostics: [refusal] } })).toBe(5);
  });

  it('is 0 only when every selected pipe is as planned', () => {
    const statuses = fc.constantFrom(...RUN_STATUSES);
    const outcomes = fc.constantFrom<RequestOutcome[]>('accepted', 'found', 'rejected', 'unknown', 'not-sent');
    const ends = fc.array(fc.tuple(statuses, outcomes), { maxLength: 5 });
    const interruptions = fc.constantFrom<Interruption[]>(null, null, 'SIGINT', 'SIGTERM');
    checkProperty(
      fc.property(ends, interruptions, (given, interrupted) => {
        const isWell = interrupted === null && given.every(([status]) => WELL.includes(status));
        expect(chooseExitCode({ kind: 'report', report: runOf(given, interrupted) }) === 0).toBe(isWell);
      }),
      { numRuns: 300 },
    );
  });

  it('an interrupt takes precedence over any other result', () => {
    expect(chooseExitCode({ kind: 'report', report: runOf([APPLIED, SKIPPED], 'SIGINT') })).toBe(130);
    expect(chooseExitCode({ kind: 'report', report: runOf([REJECTED, PROTECTED], 'SIGTERM') })).toBe(143);
  });
});

describe('checks', () => {
  const results = (...verdicts: readonly Verdict[]): readonly CheckResult[] =>
    verdicts.map((verdict) => {
      const asOf = NOW.toISOString();
      return { name: 'lag', verdict, value: null, reason: 'so', samples: 0, newest: null, groups: [], asOf };
    });

  it.each<[string, readonly CheckResult[], Interruption, number]>([
    ['none', [], null, 0],
    ['all pass', results('pass', 'pass'), null, 0],
    ['one fails', results('pass', 'fail'), null, 5],
    ['one has no data', results('no-data', 'pass'), null, 5],
    ['one could not be queried', results('error'), null, 5],
    ['SIGINT wins', results('error'), 'SIGINT', 130],
    ['SIGTERM wins', results('pass'), 'SIGTERM', 143],
  ])('%s', (_, evaluated, interrupted, code) => {
    expect(chooseExitCode({ kind: 'checks', results: evaluated, interrupted })).toBe(code);
  });
});

describe('other results', () => {
  it.each<[Ending, number]>([
    [{ kind: 'done' }, 0],
    [{ kind: 'failure' }, 1],
    [{ kind: 'failure', interrupted: 'SIGINT' }, 130],
    [{ kind: 'failure', interrupted: 'SIGTERM' }, 143],
  ])('%j is %i', (ending, code) => {
    expect(chooseExitCode(ending)).toBe(code);
  });
});
