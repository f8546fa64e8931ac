import type { Runtime } from '../../engine/runtime.ts';

/** The machine as a command sees it; `process-edge.ts` makes the real one. */
export interface Context extends Runtime {
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}
