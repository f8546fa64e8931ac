import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { CheckResult } from '../../../src/model/check.ts';
import type { JsonObject } from '../../../src/model/json/json.ts';
import { alertIdOf, createQuickstartFleet } from '../../../src/sandbox/index.ts';
import type { ClockStep } from '../../e2e/preload.ts';
import type { Ended } from '../../e2e/process.ts';
import { ALERTS, EMPTY_GROUPS, GAPS, ROW_ORDERS } from '../../odd-service/oddities.ts';
import type { Switches } from '../../odd-service/start.ts';
import { anyBlow, anyClockSteps, type Blow, sampleOne } from '../draw-chaos.ts';
import { anyQueryFaults } from '../draw-faults.ts';
import { openScene } from '../scene.ts';
import { keep, type Verdict } from '../verdict.ts';
import { type Jump, watchWrites } from '../watch-writes.ts';
import { alertCheck, type KnownCheck, seriesCheck } from './known-check.ts';
import { type Answer, type Recorder, recordAnswers } from './record-answers.ts';

/** All random choices of one `check` against a faulty service. */
interface ChecksChaos {
  readonly seed: number;
  readonly checks: readonly KnownCheck[];
  readonly switches: Partial<Switches>;
  readonly faults: readonly JsonObject[];
  readonly blow: Blow | null;
  readonly clockSteps: readonly ClockStep[];
  readonly jump: Jump | null;
  readonly parallelism: number;
}

const FLEET = createQuickstartFleet();
const ALERT = alertIdOf(FLEET.pipes[0]?.id ?? '');

const KNOWN: readonly KnownCheck[] = [
  seriesCheck('lag', 'metric:lag', [], '>=', 0),
  seriesCheck('lag-by-pipe', 'metric:lag', ['pipe'], '<', 10_000),
  seriesCheck('impossible', 'metric:arrivals', ['pipe'], '<', 0),
  seriesCheck('nothing', 'metric:nonsense', [], '<', 1),
  alertCheck('alert', ALERT, 'OK'),
  alertCheck('inverse', alertIdOf(FLEET.pipes[1]?.id ?? ''), 'ALERT'),
];

const anySwitches: fc.Arbitrary<Partial<Switches>> = fc.record({
  alerts: fc.constantFrom<Switches['alerts'][]>('fresh', 'fresh', 'fresh', ...ALERTS),
  gaps: fc.constantFrom<Switches['gaps'][]>('none', 'none', ...GAPS),
  rowOrder: fc.constantFrom(...ROW_ORDERS),
  emptyGroup: fc.constantFrom(...EMPTY_GROUPS),
});

const anyChecks = fc.record({
  checks: fc.subarray([...KNOWN], { minLength: 1 }),
  switches: anySwitches,
  faults: anyQueryFaults,
  // Once the document is there, nothing is left to interrupt.
  blow: fc.option(
    anyBlow.map((blow): Blow => ({ ...blow, on: 'request' })),
    { freq: 2 },
  ),
  clockSteps: anyClockSteps,
  jump: fc.option(
    fc.record({
      on: fc.constant<Jump['on']>('request'),
      number: fc.constantFrom(1, 2, 3, 5),
      byMs: fc.constantFrom(40_000, 300_000, 7_200_000),
    }),
    { freq: 2 },
  ),
  parallelism: fc.constantFrom(1, 2, 8),
});

function drawChecks(seed: number): ChecksChaos {
  return { seed, ...sampleOne(anyChecks, Math.imul(seed + 1, 0x27d4eb2f)) };
}

/** Far from the time of this machine. */
export const MIDDAY = Date.parse('2026-06-01T12:00:00Z');

interface Evidence {
  readonly chaos: ChecksChaos;
  readonly ended: Ended;
  readonly struck: boolean;
  readonly answers: readonly Answer[];
  readonly faulted: boolean;
  readonly commits: number;
}

/** Runs `check` once against the faults of a seed: a check never passes without an answer that proves it. */
export async function runChecks(seed: number): Promise<Verdict> {
  const startedAt = Date.now();
  const chaos = drawChecks(seed);
  const { evidence, folder } = await play(chaos);
  const violations = checkEvidence(evidence);
  const { ended, answers } = evidence;
  if (violations.length === 0) await rm(folder, { recursive: true, force: true });
  const verdicts = readChecks(ended)?.map(({ verdict }) => `check ${verdict}`) ?? [];
  return {
    seed,
    violations,
    happened: [...new Set(verdicts), `exit ${ended.code}`, ...(evidence.faulted ? ['met a fault'] : [])],
    kept: violations.length === 0 ? null : await keep(folder, violations, { chaos, ended, answers }),
    durationMs: Date.now() - startedAt,
  };
}

async function play(chaos: ChecksChaos): Promise<{ evidence: Evidence; folder: string }> {
  let recorder: Recorder | null = null;
  const scene = await openScene({
    service: { fleet: FLEET, switches: chaos.switches, speed: 0, startAt: MIDDAY },
    faults: chaos.faults,
    async configure(url) {
      recorder = await recordAnswers(url, () => 0);
      const checks = Object.fromEntries(chaos.checks.map(({ name, written }) => [name, written]));
      const api = { url, organization: FLEET.organization };
      const root = { version: 1, api, observability: { url: recorder.url }, services: FLEET.services, checks };
      return { texts: { 'pipeform.yaml': stringify(root) }, variables: {}, environment: [] };
    },
  });
  const { sandbox } = scene;
  try {
    await scene.control('PUT', 'faults', { seed: chaos.seed % 2 ** 32, faults: [...scene.faults] });
    const watch = watchWrites(scene, { blow: chaos.blow, tampering: null, jump: chaos.jump }, (id) => id);
    const args = ['check', '--format', 'json', '--parallelism', String(chaos.parallelism), '--timeout', '1s'];
    const ended = await scene.run(args, watch.start, chaos.clockSteps);
    watch.end();
    const { answers = [] } = (recorder ?? {}) as Partial<Recorder>;
    const faulted = sandbox.requests().some(({ fault }) => fault !== null);
    const commits = sandbox.commits().length;
    return { evidence: { chaos, ended, struck: watch.struck, answers, faulted, commits }, folder: scene.folder };
  } finally {
    (recorder as Recorder | null)?.close();
    await scene.close();
  }
}

function checkEvidence(evidence: Evidence): readonly string[] {
  const { chaos, ended, struck, commits } = evidence;
  const found = commits === 0 ? [] : ['something was written'];
  if (/^\s+at .+:\d+:\d+\)?$/m.test(ended.stderr)) found.push(`stderr shows a stack trace:\n${ended.stderr}`);
  if (ended.code === 'SIGALRM') found.push('it hung and had to be killed');
  if (ended.code === 'SIGKILL' && struck) return found;
  const results = readChecks(ended);
  if (results === null) return [...found, `it ended with ${ended.code} and no document`];
  const interruptCode = chaos.blow?.signal === 'SIGTERM' ? 143 : 130;
  if (ended.code === 130 || ended.code === 143) {
    return struck && ended.code === interruptCode
      ? found
      : [...found, `it ended with ${ended.code}, and nobody interrupted it`];
  }
  const allPass = results.every(({ verdict }) => verdict === 'pass');
  if (results.length !== chaos.checks.length)
    found.push(`${results.length} of ${chaos.checks.length} checks are shown`);
  if (ended.code !== (allPass ? 0 : 5))
    found.push(`it ended with ${ended.code}, and ${allPass ? 'all' : 'not all'} pass`);
  return [...found, ...chaos.checks.flatMap((check) => checkResult(check, results, evidence))];
}

function checkResult(check: KnownCheck, results: readonly CheckResult[], evidence: Evidence): readonly string[] {
  const { chaos, answers, faulted, struck } = evidence;
  const verdict = results.find(({ name }) => name === check.name)?.verdict;
  const proofs = answers.filter(check.isAbout).map(check.prove);
  const shown = `${check.name} is ${verdict}, and its answers prove ${proofs.map(String).join(', ') || 'nothing'}`;
  if ((verdict === 'pass' || verdict === 'fail') && !proofs.includes(verdict)) return [shown];
  const isQuiet = !faulted && !struck && chaos.jump === null && chaos.switches.gaps !== 'some';
  return isQuiet && verdict !== proofs.at(-1) ? [`${shown}, without a fault`] : [];
}

function readChecks({ stdout }: Ended): readonly CheckResult[] | null {
  if (!stdout.endsWith('\n')) return null;
  return (JSON.parse(stdout) as { checks: readonly CheckResult[] }).checks;
}
