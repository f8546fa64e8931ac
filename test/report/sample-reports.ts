import { type CheckFinding, VERDICTS } from '../../src/model/check.ts';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift, Report } from '../../src/model/report.ts';
import type { GateRecord } from '../../src/model/rollout.ts';
import { type Run, type RunPipe, summarizeRun } from '../../src/model/run.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import {
  driftOf,
  failure,
  finding,
  idOf,
  NOW,
  type Pair,
  PRICING,
  pair,
  place,
  planOf,
  TOOL,
} from '../plan/samples.ts';
import { runOf } from './forged-run.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { result } from './sample-checks.ts';
import { acknowledgement, COMMIT, calm, declared, fullBase, fullFleet, type Given, shown } from './sample-fleet.ts';
import { applied } from './sample-runs.ts';

/** A report that is made at its first use, and then shared: nothing changes a report. */
function once<T extends Report>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** Every status, origin, kind of change and problem, with a base and a policy. */
export const samplePlan = once(() =>
  planOf(fullFleet(), { environment: 'production', policy: { maxChangedPipes: { share: 0.5 } }, base: fullBase() }),
);

/** Nothing differs. */
export function cleanPlan(): Plan {
  return planOf(['audit', 'carts', 'catalog'].map(calm), { environment: 'production' });
}

/** Twelve pipes would change and four may: refused as a whole, with one pipe refused by itself. */
export function refusedPlan(): Plan {
  const pairs = Array.from({ length: 12 }, (_, index) => {
    const name = `pipe-${String(index + 1).padStart(2, '0')}`;
    return pair(
      declared(name, { settings: { db_max_threads: 8 }, protect: index === 0 }, 'pipes/fleet.yaml'),
      shown(name, { settings: { db_max_threads: 4 } }),
    );
  });
  return planOf(pairs, { environment: 'staging', policy: { maxChangedPipes: { share: 0.34 } } });
}

const CORE = { replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
const HALF = { replicaCpuMillicores: 500, replicaMemoryGb: 2 };

/** Two fields of one pipe, pipes that change alike, a refused one, one of unknown size, and one that stays. */
function pricedFleet(): readonly Pair[] {
  return [
    pair(
      declared('clicks', { settings: { db_max_threads: 8 }, scaling: { replicas: { min: 5, max: 6 }, ...HALF } }),
      shown('clicks', { settings: { db_max_threads: 4 }, scaling: { replicas: 2, ...CORE } }),
    ),
    ...['carts', 'emails', 'orders'].map((name, index) =>
      pair(
        declared(name, { scaling: { replicas: 4 } }),
        shown(name, { scaling: { replicas: 2, ...(index === 0 ? HALF : CORE) } }),
      ),
    ),
    pair(
      declared('ledger', { protect: true, scaling: { replicas: 2 } }),
      shown('ledger', { scaling: { replicas: 4, ...CORE } }),
    ),
    pair(declared('reset', { scaling: { replicas: null } }), shown('reset', { scaling: { replicas: 2, ...CORE } })),
    calm('catalog'),
  ];
}

/** With a base: the sizes of one pipe are of two origins. */
export function pricedPlan(): Plan {
  const before = [
    declared('clicks', { settings: { db_max_threads: 4 }, scaling: { replicas: { min: 2, max: 6 }, ...HALF } }),
    declared('carts', { scaling: { replicas: 4 } }),
  ];
  const base = createBaseState({ ref: 'main', commit: COMMIT }, before);
  return planOf(pricedFleet(), { pricing: PRICING, policy: { maxMonthlyIncrease: 1_500 }, base });
}

export function pricedDrift(): Drift {
  return driftOf(pricedFleet(), { pricing: PRICING });
}

/** The configuration could not be loaded. */
export function failedPlan(): Plan {
  const at = { file: 'pipeform.yaml', line: 4, column: 3, endLine: 4, endColumn: 12 };
  const words = { code: 'unknown-key', summary: 'Unknown key `replcias`.', hint: 'Did you mean `replicas`?' } as const;
  return emptyPlan('production', [diagnose('error', words, at)], { now: NOW, tool: TOOL });
}

/** Drifted, acknowledged, unreadable and in-sync pipes, with a base. */
export const sampleDrift = once(() => driftOf(fullFleet(), { environment: 'production', base: fullBase() }));

export function cleanDrift(): Drift {
  return driftOf(['audit', 'carts', 'catalog'].map(calm));
}

const CLICKS = [...fullFleet().filter(({ desired }) => desired.name === 'clicks'), calm('audit')];
const INTERRUPT = new AbortController();
const [SAMPLE_RUN, CLEAN_RUN] = await Promise.all([
  applied(fullFleet(), samplePlan(), {
    ...{ stop: INTERRUPT.signal, waitTimeoutMs: 30_000 },
    service: {
      ...{ writes: ['none', 'none', 'rejected', 'late', 'late'], lateness: 1_000 },
      onRequest({ method, id, nth }, service) {
        if (id === idOf('legacy') && method === 'GET' && nth === 1) service.edit(id, { db_max_threads: 6 });
        if (id === idOf('orders') && method === 'PUT') INTERRUPT.abort('SIGTERM');
      },
    },
  }),
  applied(CLICKS, planOf(CLICKS, { environment: 'production' })),
]);

/** The sample plan applied and interrupted: applied, failed, unknown, stale, refused, skipped and unchanged pipes. */
export const sampleRun = (): Run => SAMPLE_RUN;

/** Every update of one pipe was applied. */
export const cleanRun = (): Run => CLEAN_RUN;

/**
 * Every text from the configuration and the service is hostile, in turn: names, live names, states, kinds, settings keys and
 * values, messages, file names, environment and base. `texts` are the hostile texts.
 */
function hostileFleet(texts: readonly string[]): readonly Pair[] {
  return texts.flatMap((text, index) => {
    const id = idOf(`pipe-${index}`);
    const file = `pipes/${text}`;
    const at = (name: string, given: Given) => declared(name, { id, service: text, ...given }, file);
    const acknowledge = [acknowledgement('settings.db_max_threads', text, '2026-12-01')];
    return [
      pair(
        at(`${index} ${text}`, { settings: { db_max_threads: 8, streaming_max_insert_wait_ms: 5000 }, acknowledge }),
        shown('hostile', {
          id,
          name: text,
          state: text,
          source: text,
          settings: { db_max_threads: 4, [`key ${text}`]: text, deep: { [text]: [text] } },
        }),
      ),
      pair(
        at(`${index} ${text} unreadable`, { id: idOf(`error-${index}`) }),
        failure('server', { status: 500, message: text, requestId: text }),
      ),
      pair(
        at(`${index} ${text} refused`, { id: idOf(`refused-${index}`), liveName: 'another' }),
        shown('hostile', { id: idOf(`refused-${index}`), name: text, state: text }),
      ),
    ];
  });
}

function hostileRules(texts: readonly string[]) {
  const [first = ''] = texts;
  const base = createBaseState({ ref: first, commit: COMMIT }, [declared(`gone ${first}`, {})]);
  return { environment: first, base, checks: hostileFindings(texts) };
}

export function hostilePlan(texts: readonly string[] = HOSTILE_TEXTS): Plan {
  return planOf(hostileFleet(texts), hostileRules(texts));
}

export function hostileDrift(texts: readonly string[] = HOSTILE_TEXTS): Drift {
  return driftOf(hostileFleet(texts), hostileRules(texts));
}

export function hostileRun(texts: readonly string[] = HOSTILE_TEXTS): Run {
  return guardHostile(runOf(hostilePlan(texts)), texts);
}

/** The given number of pipes, each with two changes in one request; every hundredth is unreadable. */
export function bigPlan(pipes: number): Plan {
  const pairs = Array.from({ length: pipes }, (_, index) => {
    const name = `pipe-${String(index).padStart(5, '0')}`;
    const id = `0b0c3a9e-2a64-4a4f-8a11-${String(index).padStart(12, '0')}`;
    const desired = declared(name, { id, settings: { db_max_threads: 8, streaming_max_insert_wait_ms: 5000 } });
    if (index % 100 === 99)
      return pair(desired, failure('server', { status: 500, attempts: 4, message: `${name} is broken` }));
    return pair(desired, shown(name, { id, settings: { db_max_threads: 4, db_max_insert_threads: 2 } }));
  });
  return planOf(pairs, { environment: 'production' });
}

/** One pipe with more content than a page holds: 1,000 problems, and values and names of 100,000 characters. */
export const hugePipePlan = once((): Plan => {
  const long = 'x'.repeat(100_000);
  const settings = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`future_${index}`, `${index} ${long.slice(0, 1_000)}`]),
  );
  const plan = planOf(
    [
      pair(
        declared('orders', { settings: { db_max_threads: 8 } }),
        shown('orders', { name: long, state: long, settings: { db_max_threads: 4, ...settings, [long]: long } }),
      ),
    ],
    { environment: null },
  );
  const diagnostics = Array.from({ length: 1_000 }, (_, index) =>
    diagnose('warning', {
      code: 'pipe-in-transition',
      summary: `Problem ${index}: ${long.slice(0, 2_000)}`,
      detail: long,
    }),
  );
  return { ...plan, pipes: plan.pipes.map((pipe) => ({ ...pipe, diagnostics })) };
});

/** Findings with hostile text everywhere: from the service, and names from the configuration. */
function hostileFindings(texts: readonly string[]): readonly CheckFinding[] {
  return texts.flatMap((text, index) => {
    const location = { ...place(3, 3), file: `checks/${text}` };
    const about = { alert: text, location };
    return [
      finding({ ...about, name: `${index} ${text}`, status: 'error', reason: text }),
      finding({
        ...about,
        name: `${index} ${text} drifted`,
        status: 'drifted',
        changes: [{ path: 'thresholdType', before: text, after: text }],
      }),
    ];
  });
}

/** A guarded run with hostile text everywhere; the written pipes were rolled back. */
function guardHostile(run: Run, texts: readonly string[]): Run {
  const pipes = run.pipes.map((pipe): RunPipe => {
    if (pipe.status !== 'applied') return pipe;
    const requests = pipe.requests.map((request) => ({ ...request, purpose: 'rollback' as const }));
    return { ...pipe, status: 'rolled-back', requests: [...pipe.requests, ...requests] };
  });
  const waves = texts.map((text, index) => ({
    wave: index + 1,
    pipes: [text, `${index} ${text}`],
    verdict: (['passed', 'failed', 'interrupted', 'not-started'] as const)[index % 4] ?? 'failed',
    reason: text,
    bakedMs: 1_000,
  }));
  const checks = texts.map((text, index): GateRecord => {
    const last = result(text, VERDICTS[index % VERDICTS.length] ?? 'fail', text, text);
    const moment = index % 2 === 0 ? 'pipe-before' : 'after';
    const counts = { pass: 0, fail: 3, 'no-data': 0, error: 0 };
    return { name: text, moment, wave: null, pipe: text, gate: 'closed', last, values: [1, null, 3], counts };
  });
  const rollout = { status: 'failed', onFailure: 'rollback', waves } as const;
  return { ...run, pipes, summary: summarizeRun(pipes), rollout, checks };
}
