import { diagnose } from '../../src/model/diagnostic.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { RunEvent } from '../../src/model/run.ts';
import { desiredPipe, driftOf, livePipe, NOW, pair, planOf } from '../plan/samples.ts';
import { runOf } from '../report/forged-run.ts';
import { result } from '../report/sample-checks.ts';

const PAIRS = [
  pair(
    desiredPipe({ name: 'clicks', settings: { db_max_threads: 8 } }),
    livePipe({ name: 'clicks', settings: { db_max_threads: 4, db_max_insert_threads: 2 } }),
  ),
];

const PLAN = planOf(PAIRS);
const RUN = runOf(PLAN, null);

const PROBLEM = diagnose(
  'error',
  { code: 'unknown-key', summary: 'Unknown key `replcias`.', hint: 'Did you mean `replicas`?' },
  { file: 'pipeform.yaml', line: 14, column: 7, endLine: 14, endColumn: 15 },
);

const at = (milliseconds: number): string => new Date(NOW.getTime() + milliseconds).toISOString();

const PATH = '/v1/organizations/7c0e…/services/1d52…/pipes/0b0c…/settings';

const EVENTS: readonly RunEvent[] = [
  { type: 'run_start', at: at(0), run: RUN.id, pipes: 1, requests: 1 },
  { type: 'pipe_start', at: at(10), pipe: 'clicks' },
  { type: 'request', at: at(130), pipe: 'clicks', method: 'PUT', path: PATH, status: 200, attempt: 1 },
  { type: 'pipe_done', at: at(190), pipe: 'clicks', status: 'applied' },
];

/** The documents that the page shows, each with a valid sample; of line-delimited ones, a list of lines. */
export const SAMPLES = {
  plan: addDigest(PLAN),
  drift: addDigest(driftOf(PAIRS)),
  run: addDigest(RUN),
  events: EVENTS,
  validation: { kind: 'validation', diagnostics: [PROBLEM] },
  checks: {
    kind: 'checks',
    formatVersion: 1,
    checks: [result('orders-lag', 'pass', 1_204, 'max of the last 15m is 1,204, which is < 10,000')],
    diagnostics: [],
  },
} as const;
