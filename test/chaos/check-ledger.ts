import { equalJson } from '../../src/model/json/json.ts';
import { type RequestRecord, type RunPipe, summarizeRun } from '../../src/model/run.ts';
import {
  gatherFacts,
  isDelayed,
  isHollow,
  isLiar,
  isSendingOf,
  ledgerOf,
  type PipeFacts,
  showValue,
  type Values,
} from './facts.ts';
import type { Evidence } from './play.ts';

/** Compares the run with the commits of the service, in both directions. Each violation is a sentence. */
export function checkLedger(evidence: Evidence): readonly string[] {
  const run = ledgerOf(evidence);
  const facts = gatherFacts(evidence);
  const found = [...evidence.unannounced, ...facts.flatMap((one) => checkPipe(one, evidence))];
  if (run === null) return found;
  const counted = summarizeRun(run.pipes);
  for (const status of ['applied', 'failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back'] as const) {
    if (run.summary[status] !== counted[status]) {
      found.push(`the summary counts ${run.summary[status]} ${status}, and ${counted[status]} pipes are`);
    }
  }
  return [...found, ...compareWithJournal(evidence)];
}

/** For a run that ended by itself, the journal shows the same as the run document. */
function compareWithJournal({ apply, shown, listed, journal }: Evidence): readonly string[] {
  const { run } = apply;
  if (run === null) {
    const isEnded = journal.some(({ type }) => type === 'end');
    return listed !== null && (listed.status === 'unfinished') === isEnded
      ? [`the journal ${isEnded ? 'has an end' : 'has no end'}, and runs lists the run as ${listed.status}`]
      : [];
  }
  if (run.pipes.length === 0 && shown === null) return [];
  if (shown === null) return ['the run ended, and no journal shows it'];
  const reported = run.pipes.filter(({ status }) => status !== 'unchanged');
  const found: string[] = [];
  if (!equalJson(JSON.parse(JSON.stringify(reported)), JSON.parse(JSON.stringify(shown.pipes)))) {
    found.push('runs show does not show the pipes as run_done reported them');
  }
  if (!equalJson({ ...run.summary }, { ...shown.summary })) found.push('runs show does not count as run_done did');
  return found;
}

function checkPipe(facts: PipeFacts, evidence: Evidence): readonly string[] {
  const { pipe, reported, own, writes } = facts;
  const violation = (words: string): string =>
    `${pipe.name}${reported === null ? '' : ` (${reported.status})`}: ${words}`;
  const honest = own.filter(({ place }) => !isLiarAt(facts, place));
  const found: string[] = [];
  if (pipe.kind === 'postgres' && own.some(({ method }) => method === 'PUT'))
    found.push('a postgres pipe was written to');
  for (const entry of writes.filter(({ place }) => !own.some((commit) => commit.place === place))) {
    if (entry.committed && !isDelayed(entry.fault))
      found.push(`${entry.method} was committed, and the log of commits does not have it`);
  }
  if (reported === null || ['unchanged', 'refused', 'stale', 'skipped'].includes(reported.status)) {
    if (honest.length > 0) found.push(`${honest.length} writes were committed to it, which the ledger denies`);
    if (reported === null) return found.map(violation);
  }
  found.push(...reported.requests.flatMap((record) => checkRecord(record, reported, facts)));
  for (const entry of writes) {
    if (!reported.requests.some((record) => isSendingOf(entry, record))) {
      found.push(`a ${entry.method} with the body ${JSON.stringify(entry.body)} was received, which no record has`);
    }
  }
  for (const method of ['PUT', 'PATCH'] as const) {
    const received = writes.filter((entry) => entry.method === method).length;
    const sent = reported.requests
      .filter((record) => record.method === method)
      .reduce((sum, { attempts }) => sum + attempts, 0);
    if (received > sent) found.push(`${received} ${method} were received, and the ledger says ${sent} were sent`);
  }
  if (reported.status === 'applied') found.push(...checkApplied(reported, facts, evidence));
  if (reported.status === 'rolled-back') found.push(...checkRolledBack(reported, facts, evidence));
  if (reported.status === 'failed' || reported.status === 'unknown')
    found.push(...checkReportedProblem(reported, facts, evidence));
  if (reported.diagnostics.some(({ code }) => code === 'internal')) found.push('Pipeform had an internal error');
  return found.map(violation);
}

function isLiarAt({ writes }: PipeFacts, place: number): boolean {
  return writes.some((entry) => entry.place === place && isLiar(entry));
}

/** Compares one recorded request with what the service received. */
function checkRecord(record: RequestRecord, reported: RunPipe, { writes, others }: PipeFacts): readonly string[] {
  const { method, outcome, purpose, attempts } = record;
  const rivals = reported.requests.filter((one) => one.method === method && one !== record);
  const sendings = writes.filter((entry) => isSendingOf(entry, record));
  const sure = sendings.filter((entry) => entry.body !== null && !rivals.some((rival) => isSendingOf(entry, rival)));
  const name = `the ${method} (${purpose}) is recorded as ${outcome}`;
  switch (outcome) {
    case 'not-sent':
      // A rate-limited request has no effect, and counts as an attempt.
      return sure.some(({ status, committed }) => status !== 429 || (committed && status !== 429))
        ? [`${name}, and the service received it`]
        : [];
    case 'accepted':
      return sendings.some((entry) => entry.committed || isHollow(entry))
        ? []
        : [`${name}, and the service neither did it nor said so`];
    case 'found':
      return sendings.some(({ committed }) => committed) || others.length > 0
        ? []
        : [`${name}, and it was never committed`];
    case 'rejected': {
      const done = sure.filter((entry) => entry.committed && !isLiar(entry));
      return done.length > 0 ? [`${name}, and it was committed`] : [];
    }
    case 'unknown':
      return attempts === 0 ? [`${name}, and was never sent`] : [];
  }
}

/** Every planned value was live at some time after the last write, and every request had ended by then. */
function checkApplied(reported: RunPipe, facts: PipeFacts, { chaos }: Evidence): readonly string[] {
  const { pipe } = facts;
  const open = reported.requests.filter(
    ({ purpose, outcome }) => purpose === 'update' && outcome !== 'accepted' && outcome !== 'found',
  );
  const found = open.map(({ method, outcome }) => `its ${method} is ${outcome}`);
  const states = statesAtEnd(facts);
  const missing = states.map((state) =>
    reported.changes.filter(
      (change) => !equalJson(showValue(state, change.path, pipe.kind, chaos.scenario.switches.unset), change.after),
    ),
  );
  if (missing.some((changes) => changes.length === 0)) return found;
  const [least = []] = [...missing].sort((a, b) => a.length - b.length);
  return [
    ...found,
    `${least.map(({ path, after }) => `${path} = ${JSON.stringify(after)}`).join(', ')} was never live after its last write`,
  ];
}

/** The values of the pipe from its last write on. A delayed one may arrive after the run, when no read can show it. */
function statesAtEnd({ before, commits, own, writes }: PipeFacts): readonly Values[] {
  const delayed = new Set(writes.filter(({ fault }) => isDelayed(fault)).map(({ place }) => place));
  const last = commits.findLastIndex((commit) => own.includes(commit) && !delayed.has(commit.place));
  return [before, ...commits.map(({ after }) => after)].slice(last + 1);
}

/** The previous values are live again, except those that others changed since. */
function checkRolledBack(reported: RunPipe, facts: PipeFacts, { chaos }: Evidence): readonly string[] {
  const { others, before, pipe } = facts;
  const { unset } = chaos.scenario.switches;
  const states = statesAtEnd(facts);
  const touched = new Set(others.flatMap(({ body }) => sectionPaths(body)));
  const wrong = states.map((state) =>
    reported.changes.filter(
      ({ path }) =>
        !touched.has(path) &&
        !equalJson(showValue(state, path, pipe.kind, unset), showValue(before, path, pipe.kind, unset)),
    ),
  );
  if (wrong.some((changes) => changes.length === 0)) return [];
  return [`${wrong[0]?.map(({ path }) => path).join(', ')} was not restored`];
}

export function sectionPaths(body: unknown): readonly string[] {
  return Object.entries((body ?? {}) as Record<string, object>).flatMap(([section, values]) =>
    Object.keys(values ?? {}).map((key) => `${section}.${key}`),
  );
}

/** A reported problem had a cause. */
function checkReportedProblem(reported: RunPipe, facts: PipeFacts, evidence: Evidence): readonly string[] {
  const { requests, others } = facts;
  const { chaos, struck } = evidence;
  const hadCause =
    struck ||
    others.length > 0 ||
    chaos.temper === 'thorny' ||
    requests.some(({ status, fault }) => fault !== null || status === null || status >= 400);
  // A single read after the writes may not show them yet.
  const wasNotWaitedFor = reported.status === 'unknown' && chaos.waiting.includes('--no-wait');
  return hadCause || wasNotWaitedFor ? [] : ['no problem occurred'];
}
