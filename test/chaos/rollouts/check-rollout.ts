import { equalJson, isJsonObject, type JsonValue } from '../../../src/model/json/json.ts';
import type { Run } from '../../../src/model/run.ts';
import type { Commit, LoggedRequest } from '../../../src/sandbox/state/logs.ts';
import type { KnownCheck } from '../checks/known-check.ts';
import type { Answer } from '../checks/record-answers.ts';
import { isLiar } from '../facts.ts';
import type { CommandOutput, Fleet } from '../play.ts';
import { DESIRED, FLEET, LIVE, listWaves, ownCheck, type RolloutChaos } from './draw-rollout.ts';

/** All evidence of one rollout. */
export interface RolloutEvidence {
  readonly chaos: RolloutChaos;
  readonly apply: CommandOutput;
  readonly struck: boolean;
  readonly unannounced: readonly string[];
  readonly requests: readonly LoggedRequest[];
  readonly commits: readonly Commit[];
  readonly answers: readonly Answer[];
  readonly listed: { readonly id: string; readonly status: string } | null;
  readonly shown: Run | null;
  readonly after: Fleet;
  /** The command after the faults ended; null for a rollback of no run. */
  readonly next: { readonly output: CommandOutput; readonly after: Fleet } | null;
}

/** A request that writes, with its index among all requests. */
interface Write extends LoggedRequest {
  readonly place: number;
  readonly pipe: string;
  readonly value: JsonValue;
}

/** Waves wait for their gates, a failed gate ends the writing, and a restore writes what was there before. */
export function checkRollout(evidence: RolloutEvidence): readonly string[] {
  const writes = findWrites(evidence);
  const { change } = evidence.chaos;
  const updates = writes.filter(({ value }) => value === DESIRED[change]);
  const restores = writes.filter((write) => !updates.includes(write));
  return [
    ...evidence.unannounced,
    ...checkValues(evidence, writes),
    ...checkOrder(evidence, updates),
    ...checkGates(evidence, updates),
    ...checkRestores(evidence, updates, restores),
    ...checkEnding(evidence),
    ...checkNext(evidence),
  ];
}

function findWrites({ requests, chaos }: RolloutEvidence): readonly Write[] {
  const key = chaos.change === 'threads' ? 'db_max_threads' : 'replicas';
  return requests.flatMap((entry, place): Write[] => {
    // A request that ended before its body was read did nothing.
    if ((entry.method !== 'PUT' && entry.method !== 'PATCH') || !isJsonObject(entry.body)) return [];
    const pipe = FLEET.pipes.find(({ id }) => id === entry.pipeId)?.name ?? entry.path;
    return [{ ...entry, place, pipe, value: entry.body[key] ?? null }];
  });
}

function checkValues({ chaos }: RolloutEvidence, writes: readonly Write[]): readonly string[] {
  return writes.flatMap(({ pipe, value, body, method, path }) => {
    const known = FLEET.pipes.findIndex(({ name }) => name === pipe);
    if (known === -1 || known >= chaos.size) return [`${method} ${path} is about a pipe that nobody changes`];
    if (value !== DESIRED[chaos.change] && value !== LIVE[chaos.change])
      return [`${pipe} was sent ${JSON.stringify(body)}`];
    const kept =
      chaos.change === 'replicas' || (isJsonObject(body) && equalJson(body.db_max_insert_threads ?? null, 2));
    return kept ? [] : [`${pipe} lost a setting: ${JSON.stringify(body)}`];
  });
}

/** Every written pipe of the waves before was confirmed by a read before a wave began. */
function checkOrder({ chaos, requests }: RolloutEvidence, updates: readonly Write[]): readonly string[] {
  const waves = listWaves(chaos);
  return waves.flatMap((wave, index) => {
    const begins = Math.min(...updates.filter(({ pipe }) => wave.includes(pipe)).map(({ place }) => place));
    if (begins === Number.POSITIVE_INFINITY) return [];
    const earlier = waves.slice(0, index).flat();
    return earlier.flatMap((name) => {
      const own = updates.filter(({ pipe }) => pipe === name);
      const last = own.at(-1);
      if (last === undefined) return [];
      if (last.place > begins) return [`${name} was written to after wave ${index + 1} had begun`];
      const isConfirmed = requests.some(
        ({ method, status, pipeId }, place) =>
          method === 'GET' && status === 200 && pipeId === last.pipeId && place > last.place && place < begins,
      );
      const wasDone = own.some((write) => write.committed || write.fault === 'late' || write.fault === 'stall');
      return isConfirmed && wasDone ? [] : [`wave ${index + 1} began before ${name} was confirmed`];
    });
  });
}

/** The checks of a gate passed after the last write before it, and none was seen not to pass. */
function checkGates({ chaos, answers }: RolloutEvidence, updates: readonly Write[]): readonly string[] {
  const found: string[] = [];
  const passed = (check: KnownCheck, from: number, to: number): boolean =>
    answers.some(
      (answer) => answer.from >= from && answer.to <= to && check.isAbout(answer) && check.prove(answer) === 'pass',
    );
  const first = updates[0];
  if (first === undefined) return [];
  for (const check of chaos.before) {
    if (!passed(check, 0, first.place)) found.push(`${check.name} did not pass before the first write`);
  }
  if (chaos.guarded) {
    for (const { name } of FLEET.pipes) {
      const begins = updates.find(({ pipe }) => pipe === name)?.place;
      if (begins !== undefined && !passed(ownCheck(name), 0, begins))
        found.push(`${name} was written to before its check passed`);
    }
  }
  const waves = listWaves(chaos);
  let lastPlace = -1;
  for (const [index, wave] of waves.entries()) {
    const own = updates.filter(({ pipe }) => wave.includes(pipe));
    const begins = own[0]?.place;
    if (begins === undefined) continue;
    if (lastPlace >= 0) {
      const written = waves.slice(0, index).findLast((names) => updates.some(({ pipe }) => names.includes(pipe))) ?? [];
      const guards = chaos.guarded
        ? written.filter((name) => updates.some(({ pipe }) => pipe === name)).map(ownCheck)
        : [];
      for (const check of [...chaos.after, ...guards]) {
        if (!passed(check, lastPlace + 1, begins)) found.push(`wave ${index + 1} began before ${check.name} passed`);
      }
    }
    lastPlace = Math.max(lastPlace, ...own.map(({ place }) => place));
  }
  const closed = findClosed(chaos.after, answers, first.place);
  const late = closed === null ? [] : updates.filter(({ place }) => place >= closed.to);
  if (closed !== null && late.length > 0) {
    found.push(`${late.map(({ pipe }) => pipe).join(', ')} was updated after ${closed.name} had not passed`);
  }
  return found;
}

/** The first answer after the first write that shows that a gate must close. */
function findClosed(checks: readonly KnownCheck[], answers: readonly Answer[], from: number) {
  for (const answer of answers) {
    const check = checks.find(({ isAbout }) => isAbout(answer));
    if (check === undefined || answer.from <= from) continue;
    const proof = check.prove(answer);
    if (proof === 'fail' || proof === 'no-data') return { name: check.name, to: answer.to };
  }
  return null;
}

function checkRestores(
  { chaos, apply, shown }: RolloutEvidence,
  updates: readonly Write[],
  restores: readonly Write[],
): readonly string[] {
  const [first] = restores;
  if (first === undefined) return [];
  const found: string[] = [];
  if (chaos.onFailure !== 'rollback') found.push('something was restored, and the rollout only stops');
  const status = (apply.run ?? shown)?.rollout?.status;
  if (apply.run !== null && status !== 'failed') found.push(`something was restored in a rollout that is ${status}`);
  if (updates.some(({ place }) => place > first.place)) found.push('an update was sent after the restoring had begun');
  const unwritten = restores.filter(
    ({ pipe, place }) => !updates.some((update) => update.pipe === pipe && update.place < place),
  );
  return [...found, ...unwritten.map(({ pipe }) => `${pipe} was restored, and never written`)];
}

/** The exit codes, and with only queries failing, what is live. */
function checkEnding({ chaos, apply, struck, commits, requests, answers, after }: RolloutEvidence): readonly string[] {
  const { ended, run } = apply;
  const found: string[] = [];
  if (/^\s+at .+:\d+:\d+\)?$/m.test(ended.stderr)) found.push(`stderr shows a stack trace:\n${ended.stderr}`);
  if (ended.code === 'SIGALRM') found.push('it hung and had to be killed');
  if (ended.code === 'SIGKILL' && struck) return found;
  if (run === null) return [...found, `it ended with ${ended.code} and no run`];
  if (ended.code === 130 || ended.code === 143) {
    return struck ? found : [...found, `it ended with ${ended.code}, and nobody interrupted it`];
  }
  const live = FLEET.pipes.slice(0, chaos.size).map(({ id }) => liveValue(after, id, chaos.change));
  const wrong = (words: string) => found.push(`it ended with ${ended.code}, and ${words}`);
  if (ended.code === 0 && live.some((value) => value !== DESIRED[chaos.change])) wrong(`live are ${live.join(', ')}`);
  const liars = new Set(requests.filter(isLiar).map(({ requestId }) => requestId));
  const own = commits.filter(({ by, requestId }) => by === 'api' && !liars.has(requestId ?? ''));
  if (ended.code === 1 && own.length > 0) wrong(`${own.length} writes were committed`);
  const firstWrite = requests.findIndex(({ method }) => method === 'PUT' || method === 'PATCH');
  const closed = firstWrite === -1 ? null : findClosed(chaos.after, answers, firstWrite);
  if (closed !== null && ended.code !== 5 && own.length > 0) wrong(`${closed.name} did not pass`);
  const hasPipeFault = requests.some(({ fault, pipeId }) => fault !== null && pipeId !== null);
  if (hasPipeFault || struck || !['failed', 'blocked'].includes(run.rollout?.status ?? '')) return found;
  if (ended.code !== 5) wrong('a gate closed');
  if (chaos.onFailure === 'rollback' && live.some((value) => value !== LIVE[chaos.change])) {
    wrong(`the earlier values were not restored: ${live.join(', ')}`);
  }
  return found;
}

/** Without faults, a rollback restores the run's values, and an apply reaches the desired ones. */
function checkNext({ chaos, next, listed, requests, commits }: RolloutEvidence): readonly string[] {
  if (next === null) return [];
  const { output, after } = next;
  const found: string[] = [];
  if (/^\s+at .+:\d+:\d+\)?$/m.test(output.ended.stderr))
    found.push(`the next command shows a stack trace:\n${output.ended.stderr}`);
  const isRollback = chaos.afterwards === 'rollback';
  // A check of a pipe may refuse it. A write that the service denied is not known to need a rollback.
  if (chaos.guarded && !isRollback) return found;
  const liars = new Set(requests.filter(isLiar).map(({ requestId }) => requestId));
  const lied = new Set(commits.filter(({ requestId }) => liars.has(requestId ?? '')).map(({ pipeId }) => pipeId));
  const wanted = isRollback ? LIVE[chaos.change] : DESIRED[chaos.change];
  for (const { id, name } of FLEET.pipes.slice(0, chaos.size)) {
    const value = liveValue(after, id, chaos.change);
    if (value === wanted || (isRollback && lied.has(id))) continue;
    found.push(
      `after ${chaos.afterwards} of ${listed?.status ?? 'nothing'}, ${name} has ${value}, not ${wanted}: exit ${output.ended.code}`,
    );
  }
  return found;
}

function liveValue(fleet: Fleet, id: string, change: keyof typeof LIVE): JsonValue {
  const pipe = fleet.get(id);
  return (change === 'threads' ? pipe?.settings.db_max_threads : pipe?.scaling.replicas) ?? null;
}
