import { spawn } from 'node:child_process';
import { cleanEnvironment, type Ended, PIPEFORM } from '../e2e/process.ts';

/** Far longer than any of these runs takes: a command that still runs then hangs. */
const LONGEST_MS = 90_000;

export interface Watched {
  /** Receives each complete line of stdout. */
  readonly onLine?: (line: string) => void;
  /** Receives a function that sends a signal, once the process has started. */
  readonly onStart?: (signal: (name: NodeJS.Signals) => void) => void;
}

/** Runs the built command to its end; one that hangs is killed and ends with `SIGALRM`. */
export function runPipeform(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  { onLine, onStart }: Watched = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PIPEFORM, ...args], {
      cwd,
      env: cleanEnvironment(cwd, env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    let told = 0;
    let hangs = false;
    const watchdog = setTimeout(() => {
      hangs = true;
      child.kill('SIGKILL');
    }, LONGEST_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
      for (let end = output.stdout.indexOf('\n', told); end !== -1; end = output.stdout.indexOf('\n', told)) {
        onLine?.(output.stdout.slice(told, end));
        told = end + 1;
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(watchdog);
      resolve({ code: hangs ? 'SIGALRM' : (code ?? signal ?? 'SIGKILL'), ...output });
    });
    onStart?.((name) => void child.kill(name));
  });
}
