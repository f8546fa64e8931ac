import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './cells.ts';
import { type Measured, measureRightSize } from './right-size.ts';
import { onStage } from './stage.ts';

/** A picture of a terminal, a moving picture with `film`, or a chart. */
export type Scene = StillScene | MovingScene | ChartScene;

interface StillScene extends SceneFacts {
  shoot(columns: number): Promise<readonly Row[]>;
}

interface MovingScene extends SceneFacts {
  readonly rows: number;
  film(columns: number, rows: number): Promise<readonly (readonly Row[])[]>;
}

interface ChartScene extends SceneFacts {
  measure(): Promise<Measured>;
}

interface SceneFacts {
  /** The name is that of the file in docs/pictures, without its extension. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly columns: number;
}

/** The times match `npm run rollout`: a second is two minutes of the sandbox's life, so a bake of 2s is four. */
const FAST = ['--speed', '120', '--start-at', '2026-06-01T12:00:00Z'];
const QUICKSTART = ['--settle', '0ms'];
const ORDERS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';
const CLICKSTREAM = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d003';

export const SCENES: readonly Scene[] = [
  {
    name: 'plan',
    title: 'pipeform plan',
    description:
      'A plan of three pipes: each change with its value before and after and the line that asks for it, ' +
      'and the capacity of the fleet before and after.',
    columns: 112,
    shoot: (columns) => onStage('quickstart', QUICKSTART, ({ shoot }) => shoot(['plan'], columns)),
  },
  {
    name: 'rollout',
    title: 'A guarded rollout',
    description:
      'An apply that halves the replicas of six pipes: the first of three waves changes one pipe, its lag grows beyond the ' +
      'threshold while the wave bakes, and the old value is restored. The other five pipes are never touched.',
    columns: 100,
    rows: 29,
    film: (columns, rows) =>
      onStage('guarded-rollout', ['--fleet', 'fleet.yaml', '--settle', '100ms', ...FAST], ({ film }) =>
        film(['apply', '-e', 'harmful', '--auto-approve'], columns, rows),
      ),
  },
  {
    name: 'drift',
    title: 'pipeform drift',
    description: 'A drift report: changes made outside git in two pipes, and the lines that declare the values.',
    columns: 112,
    shoot: (columns) =>
      onStage('quickstart', QUICKSTART, async ({ url, run, shoot }) => {
        await run(['apply', '--auto-approve', '--log-level', 'quiet']);
        await edit(url, ORDERS, { settings: { db_max_threads: 2 }, scaling: { replicas: 1 } });
        await edit(url, CLICKSTREAM, { settings: { streaming_max_insert_wait_ms: 30_000 } });
        return shoot(['drift'], columns);
      }),
  },
  {
    name: 'validate',
    title: 'pipeform validate',
    description:
      'Three mistakes in a configuration, all reported at once: each with its file, line and column, the line itself with the ' +
      'mistake underlined, and what to do.',
    columns: 100,
    shoot: (columns) =>
      onStage('quickstart', QUICKSTART, ({ folder, shoot }) => {
        rewrite(folder, 'pipes/streaming.yaml', 'db_max_threads: 8', 'db_max_thread: 8');
        rewrite(folder, 'pipes/streaming.yaml', '{ min: 3, max: 6 }', '{ min: 3, max: 60 }');
        rewrite(folder, 'pipes/files.yaml', 'max_insert_bytes: 1GiB', 'max_insert_bytes: 1GB5');
        return shoot(['validate'], columns);
      }),
  },
  {
    name: 'right-size',
    title: 'Two weeks of five pipes',
    description:
      'What five pipes cost and how many messages wait, a week before and a week after their sizes follow the recommendations: ' +
      'the cost falls and follows the hours of the schedule. Messages waited on most days before, and on the last two days after.',
    columns: 100,
    measure: measureRightSize,
  },
];

/** The mistakes and edits of a scene have to be in what the example holds. */
function rewrite(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} of the example no longer holds: ${from}`);
  writeFileSync(path, text.replace(from, to));
}

async function edit(url: string, pipe: string, change: object): Promise<void> {
  const path = `/_sandbox/pipes/${pipe}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'PATCH', headers, body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(`PATCH ${path} was answered ${answer.status}: ${await answer.text()}`);
}
