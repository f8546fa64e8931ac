import { json } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Recommendations } from '../../src/model/size/advice-report.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { findFaults } from '../apply/schemas.ts';
import { openWorkspace, readDocument, type Workspace } from './harness.ts';
import { serve } from './serve.ts';

const STEP = 15 * 60_000;
export const DAY = 96 * STEP;
/** Friday 11:07 in Berlin. */
const NOW = Date.parse('2026-11-20T10:07:00Z');
/** The end of the last step. */
export const END = Date.parse('2026-11-20T10:00:00Z');

/** A clock with the time of the service, which saves the query that only finds this time. */
const clockAt = (nowMs: number) => ({ ...MACHINE_CLOCK, now: () => nowMs });

interface Query {
  readonly startTime: number;
  readonly endTime: number;
  readonly granularity: string;
  readonly series: readonly { readonly where: string; readonly groupBy: readonly string[] }[];
}

/** The value of a metric of a group; null for none. */
export type Measure = (group: string, metric: string, atMs: number) => number | null;

interface SeriesSetup {
  readonly groups?: readonly string[];
  readonly measure?: Measure;
  /** The number of the query that fails. */
  readonly failing?: number;
  /** Called with the number of queries so far when an answer is sent. */
  readonly onAnswer?: (queries: number) => void;
  /** Groups with one row in each answer. */
  readonly more?: readonly (readonly string[])[];
  readonly nowMs?: number;
}

/** A service with series of the groups, whose clock stands still. */
async function serveSeries({
  groups = ['orders'],
  measure = calm,
  failing = 0,
  onAnswer = () => {},
  more = [],
  nowMs = NOW,
}: SeriesSetup) {
  const queries: Query[] = [];
  const url = await serve(async (request, response) => {
    const query = (await json(request)) as Query;
    queries.push(query);
    response.setHeader('date', new Date(nowMs).toUTCString());
    response.setHeader('content-type', 'application/json');
    if (queries.length === failing) return void response.writeHead(400).end('{"error":"too much"}');
    const rows: object[] = [];
    for (let at = query.startTime; at < query.endTime; at += STEP)
      for (const group of groups) {
        const values = query.series.map(({ where }, index) => [`series_${index}.data`, measure(group, where, at)]);
        if (values.some(([, value]) => value !== null))
          rows.push({ group: [group], ts_bucket: at, ...Object.fromEntries(values) });
      }
    const last = more.map((group) => ({ group, ts_bucket: query.endTime - STEP, 'series_0.data': 1 }));
    response.end(JSON.stringify({ data: [...rows, ...last] }), () => onAnswer(queries.length));
  });
  return { url, queries };
}

export const METRICS = ['cpu', 'memory', 'rate', 'lag', 'capacity'];

/** A pipe of four cores that uses up to a fifth of one. */
export const calm: Measure = (_, metric, atMs) => {
  const cpu = 150 + 50 * Math.sin((atMs / DAY) * 2 * Math.PI);
  return { cpu, memory: 1, rate: cpu * 10, lag: 0, capacity: 4_000 }[metric] ?? null;
};

/** The same with other values of some metrics. */
export const calmBut =
  (values: Readonly<Record<string, number | null>>): Measure =>
  (group, metric, atMs) => {
    const value = values[metric];
    return value === undefined ? calm(group, metric, atMs) : value;
  };

/** A pipe that is busy from 08:00 to 16:00, and nearly idle at other times. */
export const daily: Measure = (_, metric, atMs) => {
  const hour = (atMs % DAY) / (4 * STEP);
  const cpu = hour >= 8 && hour < 16 ? 3_000 : 600;
  return { cpu, memory: 1, rate: cpu * 10, lag: 0, capacity: 4_000 }[metric] ?? null;
};

export const LARGE = { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
export const idOf = (index: number) => `0b0c3a9e-2a64-4a4f-8a11-${String(index).padStart(12, '0')}`;
export const pipeOf = (index: number, rest: object = {}) => ({
  ...{ service: 'analytics', id: idOf(index), source: 'kafka', scaling: LARGE },
  ...rest,
});

interface Setup extends SeriesSetup {
  readonly pipes?: Readonly<Record<string, object>>;
  readonly metrics?: readonly string[];
  readonly pricing?: object | null;
  /** How much is read. Default: two weeks, from which most advice is the same as from five, and which take less time. */
  readonly history?: string;
  readonly timezone?: string;
  /** More of the configuration. */
  readonly rest?: object;
}

/** A configuration whose sizes come from series, and the queries that its service gets. */
export async function openSizing({
  pipes = { orders: pipeOf(1) },
  metrics = METRICS,
  pricing = { currency: 'USD', cpuHour: 0.04, memoryGbHour: 0.005 },
  history = '14d',
  timezone = 'UTC',
  rest = {},
  ...setup
}: Setup) {
  const { url, queries } = await serveSeries(setup);
  const seriesOf = (where: string) => ({ sourceId: 's', aggFn: 'avg', where, groupBy: ['pipe'] });
  const series = Object.fromEntries(metrics.map((where) => [where, seriesOf(where)]));
  const sizing = { history, timezone, series };
  const document = { observability: { url }, ...(pricing && { pricing }), sizing, pipes, ...rest };
  const workspace = await openWorkspace({ document: JSON.parse(JSON.stringify(document)) });
  const clock = clockAt(setup.nowMs ?? NOW);
  const run: Workspace['run'] = (line, env, other = clock) => workspace.run(line, env, other);
  return { ...workspace, run, queries };
}

export async function advise({ run }: Pick<Workspace, 'run'>, line = '') {
  const { code, stdout, stderr } = await run(`recommend --format json ${line}`);
  const report = readDocument<Recommendations>(stdout);
  expect(findFaults('recommendations', report)).toEqual([]);
  return { code, stderr, report, diagnostics: report.diagnostics.map(({ severity, code: name }) => [severity, name]) };
}
