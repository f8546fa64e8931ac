import { writeSync } from 'node:fs';

const STDERR = 2;

const UNFINISHED =
  'Pipeform stopped before the command was done, because nothing was left that it could wait for. The result is unknown. ' +
  'Run `pipeform plan` to see what is live. This is a bug in Pipeform: please report it with the command and ' +
  '`pipeform --version`.\n';

/**
 * Node ends a process silently when its event loop is empty, even in the middle of a command. This makes such an end say so on
 * stderr and exit with 1. Call the function that is returned when the command is done.
 */
export function failWhenIdle(): () => void {
  const fail = (): void => {
    try {
      writeSync(STDERR, UNFINISHED);
    } catch {
      // stderr is gone; the exit code still tells.
    }
    process.exit(1);
  };
  process.on('beforeExit', fail);
  return () => process.off('beforeExit', fail);
}
