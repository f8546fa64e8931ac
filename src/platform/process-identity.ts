import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process, distinct from a later one with the same number. */
export interface ProcessIdentity {
  readonly processId: number;
  /** The scope of process numbers: host name and, on Linux, boot id (names may repeat) and process namespace. */
  readonly host: string;
  /** The start time in the form of the system; null on systems other than Linux. */
  readonly startedAt: string | null;
}

export async function identifySelf(): Promise<ProcessIdentity> {
  const shown = await readProcess(process.pid);
  return { processId: process.pid, host: await nameHost(), startedAt: shown?.startedAt ?? null };
}

/** `elsewhere`: the number is of another host or container. */
export async function findProcess(identity: ProcessIdentity): Promise<'alive' | 'gone' | 'elsewhere'> {
  if (identity.host !== (await nameHost())) return 'elsewhere';
  if (!exists(identity.processId)) return 'gone';
  const shown = await readProcess(identity.processId);
  // Without /proc, a process with that number counts as the same.
  if (shown === null) return 'alive';
  if (shown.hasEnded) return 'gone';
  // A different start time: another process has the number now.
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

interface ShownProcess {
  /** The boot id and the start tick. */
  readonly startedAt: string;
  /** Whether it ended and its parent has not waited for it; in a container the parent may never do that. */
  readonly hasEnded: boolean;
}

/** null without /proc. The program name in parentheses may contain spaces and parentheses. */
async function readProcess(processId: number): Promise<ShownProcess | null> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${processId}/stat`, 'utf8'), readBoot()]);
    // Fields 3 and 22 of proc(5), counted from the one after the name.
    const { 0: state, 19: ticks } = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || ticks === undefined) return null;
    return { startedAt: `${boot} ${ticks}`, hasEnded: state === 'Z' || state === 'X' };
  } catch {
    return null;
  }
}

function exists(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
