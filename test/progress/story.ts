import type { RunEvent } from '../../src/model/run.ts';
import { pipeDone, pipeName, pipeStart, request, runStart, trouble } from './events.ts';

/** When the busy fleet is drawn: milliseconds after the start. */
export const BUSY_AT = 12_000;

const PARALLEL = 32;

/** An apply of many pipes after twelve seconds: many done, a few failed, 32 running. */
export function busyFleet(pipes: number): readonly RunEvent[] {
  const done = Math.floor(pipes * 0.4);
  const events: RunEvent[] = [runStart(0, pipes)];
  for (let index = 0; index < done; index++) {
    const at = Math.floor((index * BUSY_AT) / done);
    events.push(pipeStart(at, pipeName(index)), ...ending(index, at));
  }
  for (let index = done; index < Math.min(pipes, done + PARALLEL); index++) {
    events.push(...underWay(index, 9_000 + (index - done) * 80));
  }
  return events;
}

function ending(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  if (index % 200 === 17) {
    return [
      trouble(at, name, 'The service refused the settings: maxBatch is out of range'),
      pipeDone(at, name, 'failed'),
    ];
  }
  if (index % 200 === 59) {
    return [trouble(at, name, 'No answer, and no read could tell'), pipeDone(at, name, 'unknown')];
  }
  if (index % 200 === 101) return [trouble(at, name, 'It moved since the plan'), pipeDone(at, name, 'stale')];
  return [pipeDone(at, name, 'applied')];
}

function underWay(index: number, at: number): readonly RunEvent[] {
  const name = pipeName(index);
  const start = pipeStart(at, name);
  const read = request(at + 40, name, 'GET', 200);
  const stages: readonly (readonly RunEvent[])[] = [
    [start],
    [start, read],
    [start, read, request(at + 90, name, 'PUT', 200)],
    [start, read, request(at + 90, name, 'PATCH', null)],
  ];
  return stages[index % stages.length] ?? [];
}
