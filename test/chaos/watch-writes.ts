import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IntentEntry, JournalEntry } from '../../src/model/journal.ts';
import type { LoggedRequest } from '../../src/sandbox/state/logs.ts';
import type { Running } from '../e2e/process.ts';
import type { Blow } from './draw-chaos.ts';
import type { Scene } from './scene.ts';

export interface Watch {
  /** The command has started: it can receive a signal, and prints one event a line. */
  start(running: Running): void;
  /** Whether the signal was sent. */
  readonly struck: boolean;
  /** Writes that arrived before their journal entry was on disk, as sentences. */
  readonly unannounced: readonly string[];
  end(): void;
}

/**
 * Watches the service while a command runs: it reads the journal on disk at each write, and sends the signal at its moment.
 */
export function watchWrites(scene: Scene, blow: Blow | null, nameOf: (id: string) => string): Watch {
  const { sandbox, folder } = scene;
  const begun = { requests: sandbox.requests().length, commits: sandbox.commits().length };
  const counts = { request: 0, write: 0, commit: 0, event: 0 };
  const arrived: LoggedRequest[] = [];
  const unannounced: string[] = [];
  let command: Running | null = null;
  let struck = false;

  const strikeInTime = (): void => {
    if (blow === null || struck || command === null || counts[blow.on] < blow.number) return;
    struck = true;
    const { signal } = command;
    const strike = (): void => {
      for (let time = 0; time < blow.times; time++) signal(blow.signal);
    };
    if (blow.delayMs === 0) strike();
    else setTimeout(strike, blow.delayMs);
  };
  const readRequests = (): void => {
    const requests = sandbox.requests();
    for (const entry of requests.slice(begun.requests + counts.request)) {
      counts.request += 1;
      if (entry.method !== 'PUT' && entry.method !== 'PATCH') continue;
      counts.write += 1;
      arrived.push(entry);
      unannounced.push(...findUnannounced(readJournalOnDisk(folder), arrived, entry, nameOf));
    }
    counts.commit = sandbox.commits().length - begun.commits;
    strikeInTime();
  };
  scene.onTick(readRequests);
  return {
    start(running) {
      command = running;
      running.onOutput((stdout) => {
        counts.event = stdout.split('\n').length - 1;
        strikeInTime();
      });
    },
    get struck() {
      return struck;
    },
    unannounced,
    end: () => scene.onTick(null),
  };
}

/** Each write has its own intent on disk when it arrives; its body is known once the request has been read. */
function findUnannounced(
  journal: readonly JournalEntry[],
  arrived: readonly LoggedRequest[],
  { method, pipeId, path }: LoggedRequest,
  nameOf: (id: string) => string,
): readonly string[] {
  const name = nameOf((pipeId ?? '').toLowerCase());
  const intents = journal.filter(
    (entry): entry is IntentEntry => entry.type === 'intent' && entry.pipe === name && entry.method === method,
  );
  const received = arrived.filter((one) => one.method === method && one.pipeId === pipeId);
  if (intents.length >= received.length) return [];
  return [
    `${method} ${path} arrived for the ${received.length}. time, and the journal on disk held ${intents.length} intents of it`,
  ];
}

/** The entries of the latest journal of a project; empty without one. An incomplete last line is skipped. */
export function readJournalOnDisk(folder: string): readonly JournalEntry[] {
  const runs = join(folder, '.pipeform', 'runs');
  let names: readonly string[];
  try {
    names = readdirSync(runs).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
  const latest = [...names].sort().at(-1);
  if (latest === undefined) return [];
  const text = readFileSync(join(runs, latest), 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry);
}
