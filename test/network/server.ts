import { spawn } from 'node:child_process';
import { afterTests } from '../e2e/clean-up.ts';

/** A server of the machine that runs as a child process until the tests have ended. */
export interface Server {
  /** All that it has logged. */
  log(): string;
}

/**
 * Resolves once the log holds the pattern; rejects with the log when the server ends without it.
 * @param env all of the environment but `PATH`.
 */
export function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  isReady: RegExp,
): Promise<Server> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  afterTests(async () => {
    child.kill();
    await ended;
  });
  let log = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (isReady.test(log)) resolve({ log: () => log });
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${program} ended before it was ready:\n${log}`)));
  });
}
