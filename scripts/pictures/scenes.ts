import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './cells.ts';
import { onStage, type Stage } from './stage.ts';

/** A picture of a terminal, or a moving picture with `film`. */
export type Scene = StillScene | MovingScene;

interface StillScene extends SceneFacts {
  shoot(columns: number): Promise<readonly Row[]>;
}

interface MovingScene extends SceneFacts {
  readonly rows: number;
  film(columns: number, rows: number): Promise<readonly (readonly Row[])[]>;
}

interface SceneFacts {
  /** Of the file in docs/pictures, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly columns: number;
}

/** As in `npm run rollout`: a second is two minutes of the sandbox's life, so a bake of 2s is four. */
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
    shoot: (columns) => onStage('quickstart', QUICKSTART, ({ shoot }) => shoot({ args: ['plan'], columns })),
  },
  {
    name: 'apply',
    title: 'pipeform apply',
    description:
      'An apply under way: the second of three waves bakes while two health checks are watched, each with its value, how ' +
      'often it was asked, and how it moved.',
    columns: 80,
    shoot: shootApply,
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
    description:
      'A drift report: what was changed behind the back of git in two pipes, and where it is declared otherwise.',
    columns: 112,
    shoot: (columns) =>
      onStage('quickstart', QUICKSTART, async ({ url, run, shoot }) => {
        await run(['apply', '--auto-approve', '--log-level', 'quiet']);
        await edit(url, ORDERS, { settings: { db_max_threads: 2 }, scaling: { replicas: 1 } });
        await edit(url, CLICKSTREAM, { settings: { streaming_max_insert_wait_ms: 30_000 } });
        return shoot({ args: ['drift'], columns });
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
        return shoot({ args: ['validate'], columns });
      }),
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
  await send(url, 'PATCH', `/_sandbox/pipes/${pipe}`, change);
}

async function send(url: string, method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
}

/** The time of the sandbox stands still but for a step between two measurements, so that each sees the same values each time. */
const STEP = '45m';
const MEASUREMENTS = 8;
const TAKEN_AT = 5;

function shootApply(columns: number): Promise<readonly Row[]> {
  const still = ['--speed', '0', '--start-at', '2026-06-01T12:00:00Z'];
  return onStage('guarded-rollout', ['--fleet', 'fleet.yaml', '--settle', '0ms', ...still], async (stage: Stage) => {
    rewrite(stage.folder, 'pipeform.yaml', 'after: [lag]', 'after: [orders-alert, lag]');
    rewrite(stage.folder, 'pipeform.yaml', 'bake: 2s', `bake: ${MEASUREMENTS}s`);
    rewrite(stage.folder, 'pipeform.yaml', 'interval: 500ms', 'interval: 1s');
    let seen = 0;
    const failures: unknown[] = [];
    const rows = await stage.shoot({
      args: ['apply', '-e', 'healthy', '--auto-approve'],
      columns,
      when(lines) {
        const text = lines.join('\n');
        const measured = [...text.matchAll(/(\d)\/8\b/g)].map(([, number]) => Number(number));
        const isSecond = text.includes('Wave 2 of 3');
        const asked = (isSecond ? MEASUREMENTS : 0) + Math.min(...measured, measured.length === 0 ? 0 : MEASUREMENTS);
        if (asked > seen) {
          seen = asked;
          send(stage.url, 'POST', '/_sandbox/clock', { advance: STEP }).catch((error) => failures.push(error));
        }
        return isSecond && measured.length === 2 && measured.every((number) => number === TAKEN_AT);
      },
    });
    if (failures.length > 0) throw failures[0];
    // The plan above it has a picture of its own.
    const view = rows.findIndex(([first]) => first?.text.startsWith('Applying'));
    return [...rows.slice(0, 1), ...rows.slice(view)];
  });
}
