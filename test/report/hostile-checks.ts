import type { CheckFinding } from '../../src/model/check.ts';
import type { Run } from '../../src/model/run.ts';
import { finding, place } from '../plan/samples.ts';
import { gate, result, withPipes } from './sample-guarded.ts';

/** Findings with hostile text everywhere: from the service, and names from the configuration. */
export function hostileFindings(texts: readonly string[]): readonly CheckFinding[] {
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

/** A guarded run with hostile text everywhere; every other written pipe was rolled back. */
export function guardHostile(run: Run, texts: readonly string[]): Run {
  const back = withPipes(run, (pipe) => {
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
  const checks = texts.map((text, index) =>
    gate(result(text, (['fail', 'pass', 'no-data', 'error'] as const)[index % 4] ?? 'fail', text, text), {
      moment: index % 2 === 0 ? 'pipe-before' : 'after',
      pipe: text,
      values: [1, null, 3],
      counts: { fail: 3 },
    }),
  );
  return { ...back, rollout: { status: 'failed', onFailure: 'rollback', waves }, checks };
}
