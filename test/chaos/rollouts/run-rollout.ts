import { rm } from 'node:fs/promises';
import { stringify } from 'yaml';
import { type Answer, type Recorder, recordAnswers } from '../checks/record-answers.ts';
import { MIDDAY } from '../checks/run-checks.ts';
import { fleetOf, quieten, readRuns, runCommand } from '../play.ts';
import { openScene, type Scene } from '../scene.ts';
import { keep, type Verdict } from '../verdict.ts';
import { watchWrites } from '../watch-writes.ts';
import { checkRollout, type RolloutEvidence } from './check-rollout.ts';
import { DESIRED, drawRollout, FLEET, ownCheck, type RolloutChaos } from './draw-rollout.ts';

/** Applies in waves against the faults of a seed, then applies again without them, or rolls back. */
export async function runRollout(seed: number): Promise<Verdict> {
  const startedAt = Date.now();
  const chaos = drawRollout(seed);
  const { evidence, folder } = await play(chaos);
  const violations = checkRollout(evidence);
  if (violations.length === 0) await rm(folder, { recursive: true, force: true });
  const { apply, shown, requests, struck } = evidence;
  const run = apply.run ?? shown;
  return {
    seed,
    violations,
    happened: [
      `exit ${apply.ended.code}`,
      `rollout ${run?.rollout?.status ?? 'unknown'}`,
      ...new Set((run?.pipes ?? []).map(({ status }) => `pipe ${status}`)),
      ...(struck ? ['struck'] : []),
      ...(requests.some(({ fault }) => fault !== null) ? ['met a fault'] : []),
    ],
    kept: violations.length === 0 ? null : await keep(folder, violations, { ...evidence, after: [...evidence.after] }),
    durationMs: Date.now() - startedAt,
  };
}

async function play(chaos: RolloutChaos): Promise<{ evidence: RolloutEvidence; folder: string }> {
  let recorder: Recorder | null = null;
  let count = () => 0;
  const scene = await openScene({
    service: {
      fleet: FLEET,
      switches: { alerts: chaos.alerts, settleMs: chaos.scaling === 'sync' ? 0 : 50 },
      speed: 0,
      startAt: MIDDAY,
    },
    faults: chaos.faults,
    async configure(url) {
      recorder = await recordAnswers(url, () => count());
      return { texts: { 'pipeform.yaml': writeRollout(chaos, url, recorder.url) }, variables: {}, environment: [] };
    },
  });
  count = () => scene.sandbox.requests().length;
  try {
    return { evidence: await playIn(scene, chaos, () => recorder?.answers ?? []), folder: scene.folder };
  } finally {
    (recorder as Recorder | null)?.close();
    await scene.close();
  }
}

async function playIn(scene: Scene, chaos: RolloutChaos, answersOf: () => readonly Answer[]): Promise<RolloutEvidence> {
  const { sandbox } = scene;
  await scene.control('PUT', 'faults', { seed: chaos.seed % 2 ** 32, faults: [...scene.faults] });
  const names = new Map(FLEET.pipes.map(({ id, name }) => [id, name]));
  const { blow, jump } = chaos;
  const watch = watchWrites(scene, { blow, jump, tampering: null }, (id) => names.get(id) ?? id);
  const quick = ['--timeout', '1s', '--wait-timeout', '1s', '--parallelism', String(chaos.parallelism)];
  const words = ['apply', '--auto-approve', '--format', 'json', ...quick];
  const apply = await runCommand(scene, words, watch.start, chaos.clockSteps);
  await quieten(scene, 0);
  watch.end();
  await scene.control('DELETE', 'faults');
  const evidence = {
    ...{ chaos, apply, struck: watch.struck, unannounced: watch.unannounced },
    requests: structuredClone(sandbox.requests()),
    commits: structuredClone(sandbox.commits()),
    answers: [...answersOf()],
    ...(await readRuns(scene)),
    after: fleetOf(scene),
  };
  scene.passTime();
  const options = ['--auto-approve', '--format', 'json'];
  const { listed } = evidence;
  if (chaos.afterwards === 'rollback' && listed === null) return { ...evidence, next: null };
  const output = await runCommand(
    scene,
    chaos.afterwards === 'rollback' && listed !== null
      ? ['rollback', listed.id, ...options]
      : ['apply', '--no-rollout', ...options],
  );
  return { ...evidence, next: { output, after: fleetOf(scene) } };
}

function writeRollout(chaos: RolloutChaos, url: string, observability: string): string {
  const pipes = FLEET.pipes.slice(0, chaos.size);
  const [service = ''] = Object.keys(FLEET.services);
  const own = chaos.guarded ? pipes.map(({ name }) => ownCheck(name)) : [];
  const desired =
    chaos.change === 'threads'
      ? { settings: { db_max_threads: DESIRED.threads } }
      : { scaling: { replicas: DESIRED.replicas } };
  const known = [...chaos.before, ...chaos.after, ...own];
  return stringify(
    {
      version: 1,
      api: { url, organization: FLEET.organization },
      observability: { url: observability },
      services: FLEET.services,
      pipes: Object.fromEntries(
        pipes.map(({ id, name }) => [
          name,
          { service, id, ...desired, ...(chaos.guarded && { checks: [ownCheck(name).name] }) },
        ]),
      ),
      checks: Object.fromEntries(known.map(({ name, written }) => [name, written])),
      rollout: {
        waves: chaos.waves,
        before: chaos.before.map(({ name }) => name),
        after: chaos.after.map(({ name }) => name),
        bake: '40ms',
        interval: '20ms',
        onFailure: chaos.onFailure,
      },
    },
    { aliasDuplicateObjects: false },
  );
}
