import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import type { Run } from '../../src/model/run.ts';
import { generateFleet } from '../../src/sandbox/index.ts';
import { inCi, WHOLE } from '../effort.ts';
import { pipe, readDocument, readEvents } from './harness.ts';
import { openRepository, type Repository } from './repository.ts';

/** Of the fleet. */
const SIZE = WHOLE ? 200 : 40;
const createManaged = () => ({ settings: { db_max_threads: 4 }, scaling: { replicas: 2 } });

interface Rerun {
  readonly pipes: readonly {
    readonly name: string;
    readonly status: string;
    readonly diagnostics: readonly { readonly code: string }[];
  }[];
}

/** Kafka pipes, live as main declares them. */
function createFleet() {
  const generated = generateFleet(3 * SIZE, 1);
  const kafka = generated.pipes.filter(({ source }) => Object.hasOwn(source, 'kafka')).slice(0, SIZE);
  const { settings, scaling } = createManaged();
  const pipes = kafka.map((one) => ({
    ...one,
    settings: { ...one.settings, ...settings },
    scaling: { ...one.scaling, ...scaling },
  }));
  return { ...generated, pipes };
}

/** Writes other values of some pipes into the configuration. */
async function declare(repository: Repository, names: readonly string[], values: JsonObject): Promise<void> {
  const document = parse(await readFile(join(repository.folder, 'pipeform.yaml'), 'utf8')) as {
    pipes: Record<string, JsonObject>;
  };
  const changed = names.map((name) => [name, { ...document.pipes[name], ...values }]);
  const pipes = { ...document.pipes, ...Object.fromEntries(changed) };
  await repository.write({ 'pipeform.yaml': stringify({ ...document, pipes }) });
}

function assign<T>(names: readonly string[], valueFor: (name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]));
}

/** Reads the body of each request, so that the order of its keys does not count. */
function readBodies(requests: Readonly<Record<string, readonly string[]>>) {
  return assign(Object.keys(requests), (name) =>
    requests[name]?.map((words) => {
      const [, operation, body] = /^(\w+ \w+) (\{.*\})$/.exec(words) ?? [];
      return operation === undefined || body === undefined ? words : { [operation]: JSON.parse(body) };
    }),
  );
}

function countBy(values: readonly unknown[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

inCi(
  'a large fleet: a branch is planned beside drift, applied, applied again and rolled back, and drift is left',
  async () => {
    const fleet = createFleet();
    const names = fleet.pipes.map(({ name }) => name);
    expect(new Set(names).size).toBe(SIZE);
    const document = { pipes: Object.fromEntries(names.map((name) => [name, pipe(fleet, name, createManaged())])) };
    const repository = await openRepository(document, { fleet });
    const { run, git, commit, editLive, live } = repository;
    const takeRequests = () => readBodies(repository.takeRequests());
    const valuesOf = (ofPipes: readonly string[]) => ofPipes.map((name) => [live(name).settings, live(name).scaling]);
    // A settings update holds every other live value, in case the service replaces settings.
    const putThreads = (threads: number) => (name: string) => {
      const set = Object.entries(live(name).settings).filter(([, value]) => value !== null);
      return { 'PUT settings': { ...Object.fromEntries(set), db_max_threads: threads } };
    };
    const patchReplicas = (replicas: number) => () => ({ 'PATCH scaling': { replicas } });

    // Someone edits five pipes; a branch changes seven others.
    const [threadsEdited, replicasEdited] = [names.slice(20, 24), names.slice(24, 25)];
    for (const name of threadsEdited) await editLive(name, { settings: { db_max_threads: 2 } });
    for (const name of replicasEdited) await editLive(name, { scaling: { replicas: 5 } });
    git('switch', '-q', '-c', 'more');
    const [threadsDeclared, replicasDeclared] = [names.slice(30, 34), names.slice(34, 37)];
    await declare(repository, threadsDeclared, { settings: { db_max_threads: 8 } });
    await declare(repository, replicasDeclared, { scaling: { replicas: 3 } });
    commit();
    const edited = [...threadsEdited, ...replicasEdited];
    const declared = [...threadsDeclared, ...replicasDeclared];
    const changed = [...edited, ...declared];
    const before = valuesOf(changed);
    const writes = {
      ...assign(threadsDeclared, putThreads(8)),
      ...assign(replicasDeclared, patchReplicas(3)),
      ...assign(threadsEdited, putThreads(4)),
      ...assign(replicasEdited, patchReplicas(2)),
    };
    const restores = {
      ...assign(threadsDeclared, putThreads(4)),
      ...assign(replicasDeclared, patchReplicas(2)),
      ...assign(threadsEdited, putThreads(2)),
      ...assign(replicasEdited, patchReplicas(5)),
    };
    takeRequests();

    const planned = await run('plan --base main... --out plan.json --format json');
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    const plan = readDocument<Plan>(planned.stdout);
    expect(plan.summary).toMatchObject({ total: SIZE, update: 12, unchanged: SIZE - 12, changes: 12, requests: 12 });
    const changes = plan.pipes.flatMap((one) => one.changes.map(({ origin }) => ({ name: one.name, origin })));
    expect(countBy(changes.map(({ origin }) => origin))).toEqual({ config: 7, drift: 5 });
    const ofOrigin = (wanted: string) =>
      changes.flatMap(({ name, origin }) => (origin === wanted ? [name] : [])).sort();
    expect([ofOrigin('config'), ofOrigin('drift')]).toEqual([[...declared].sort(), [...edited].sort()]);
    expect(takeRequests()).toEqual(assign(names, () => ['GET']));

    const applied = await run('apply plan.json');
    expect(applied).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Applied 12 pipes, ${SIZE - 12} unchanged`),
    });
    // The other pipes are not read again.
    expect(takeRequests()).toEqual(assign(changed, (name) => ['GET', writes[name], 'GET']));
    const after = valuesOf(changed);

    // "Re-run failed jobs" of CI applies the same file again.
    const again = await run('apply plan.json --out again.json');
    expect(again.code).toBe(0);
    expect(takeRequests()).toEqual(assign(changed, () => ['GET']));
    const { pipes } = readDocument<Rerun>(await readFile(join(repository.folder, 'again.json'), 'utf8'));
    expect(countBy(pipes.map(({ status }) => status))).toEqual({ unchanged: SIZE });
    const done = pipes.filter(({ diagnostics }) => diagnostics.some(({ code }) => code === 'already-applied'));
    expect(done.map(({ name }) => name).sort()).toEqual([...changed].sort());
    expect(valuesOf(changed)).toEqual(after);

    // The newest run wrote nothing, so the one before it is rolled back.
    const back = await run('rollback latest --auto-approve --format json');
    expect(back.code).toBe(0);
    const rollback = readEvents<{ run: Run }>(back.stdout).at(-1)?.run;
    expect(countBy((rollback?.pipes ?? []).map(({ status }) => status))).toEqual({ applied: 12 });
    expect(takeRequests()).toEqual(assign(changed, (name) => ['GET', 'GET', restores[name], 'GET']));
    expect(valuesOf(changed)).toEqual(before);

    const none = await run('rollback latest --auto-approve');
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('error[run-not-found]') });
    expect(none.stderr).toContain(`${rollback?.id}, which rolled back ${rollback?.rollsBack}`);
    expect(none.stderr).toContain(`${rollback?.rollsBack}, which ${rollback?.id} rolled back`);
    expect(takeRequests()).toEqual({});
    expect(valuesOf(changed)).toEqual(before);

    git('switch', '-q', 'main');
    const found = await run('drift --format json');
    expect(found).toMatchObject({ code: 2, stderr: '' });
    const drift = readDocument<Drift>(found.stdout);
    expect(drift.summary).toMatchObject({ total: SIZE, drifted: 5, 'in-sync': SIZE - 5, changes: 5 });
    const drifted = drift.pipes.filter(({ status }) => status === 'drifted').map(({ name }) => name);
    expect(drifted.sort()).toEqual([...edited].sort());
    expect(takeRequests()).toEqual(assign(names, () => ['GET']));
  },
  120_000,
);
