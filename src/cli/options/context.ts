import type { Runtime } from '../../engine/runtime.ts';

/** The machine as a command sees it; `process-edge.ts` makes the real one. */
export interface Context extends Runtime {
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Called once updates may have been sent: when the output is lost after it, the command exits with 3, not 1. */
  readonly noteUpdates: () => void;
}

/** The width of a terminal; null for a file or a pipe, or when the width is unknown. */
export function columnsOf({ isTTY, columns }: NodeJS.WriteStream): number | null {
  return isTTY === true && columns > 0 ? columns : null;
}
