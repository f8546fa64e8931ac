import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Meddling } from './draw-meddling.ts';

/** Removes what a running command needs. @returns whether it existed. */
export function meddle(folder: string, { takes }: Meddling): boolean {
  const project = join(folder, '.pipeform');
  const runs = join(project, 'runs');
  const journals = existsSync(runs) ? readdirSync(runs).filter((name) => name.endsWith('.jsonl')) : [];
  const [journal] = journals.sort().reverse();
  const lock = join(project, 'lock');
  switch (takes) {
    case 'folder':
      return remove(project);
    case 'runs':
      return remove(runs);
    case 'journal':
      return journal !== undefined && remove(join(runs, journal));
    case 'lock':
      return remove(lock);
    case 'other-lock':
      if (!remove(lock)) return false;
      writeFileSync(lock, `${JSON.stringify(OTHER)}\n`);
      return true;
  }
}

/** A process on another machine. Its lock is removed after the run. */
const OTHER = {
  processId: 1,
  host: `not ${hostname()}`,
  startedAt: null,
  since: '2026-11-20T10:00:00.000Z',
  purpose: 'another run',
};

/** In one step, so that the running command sees one change. */
function remove(path: string): boolean {
  if (!existsSync(path)) return false;
  const away = `${path}.away`;
  renameSync(path, away);
  rmSync(away, { recursive: true });
  return true;
}
