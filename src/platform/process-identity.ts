import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** One process, distinct from another that the system gave the same number later. */
export interface ProcessIdentity {
  readonly processId: number;
  /**
   * Where process numbers mean the same: the name of the machine and, on Linux, its boot (two machines may have one name, and a
   * folder in common) and its namespace of processes (a container has its own).
   */
  readonly host: string;
  /** When it started, as the system counts it; null where the system does not say (it is Linux that does). */
  readonly startedAt: string | null;
}

/** The process that runs this. */
export async function identifySelf(): Promise<ProcessIdentity> {
  const shown = await readProcess(process.pid);
  return { processId: process.pid, host: await nameHost(), startedAt: shown?.startedAt ?? null };
}

/** `elsewhere`: its number means nothing here, so nobody can tell by it. */
export async function findProcess(identity: ProcessIdentity): Promise<'alive' | 'gone' | 'elsewhere'> {
  if (identity.host !== (await nameHost())) return 'elsewhere';
  if (!exists(identity.processId)) return 'gone';
  const shown = await readProcess(identity.processId);
  // Where the system shows nothing more, the process with that number counts as the one.
  if (shown === null) return 'alive';
  if (shown.hasEnded) return 'gone';
  // Another process has the number now.
  return identity.startedAt === null || shown.startedAt === identity.startedAt ? 'alive' : 'gone';
}

async function nameHost(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readBoot().catch(() => null),
    readlink('/proc/self/ns/pid').catch(() => null),
  ]);
  return [hostname(), boot, namespace].filter((part) => part !== null).join(' ');
}

async function readBoot(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
}

/** What Linux shows of a process. */
interface ShownProcess {
  /** The boot and the tick of the start. */
  readonly startedAt: string;
  /** Whether it was killed or is done, and only its parent has not asked for it yet: a container may never ask. */
  readonly hasEnded: boolean;
}

/** null where the system does not show it. The name of a program, in brackets before the fields, may hold blanks and brackets. */
async function readProcess(processId: number): Promise<ShownProcess | null> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${processId}/stat`, 'utf8'), readBoot()]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[STATE_FIELD];
    const ticks = fields[START_FIELD];
    if (state === undefined || ticks === undefined) return null;
    return { startedAt: `${boot} ${ticks}`, hasEnded: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
}

/** Fields 3 and 22 of proc(5), counted from the first after the name. */
const STATE_FIELD = 0;
const START_FIELD = 19;

function exists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
