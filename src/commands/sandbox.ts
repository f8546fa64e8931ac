import { resolve } from 'node:path';
import { readSandboxOptions, type SandboxCommandOptions } from './sandbox-options.ts';

export { type SandboxCommandOptions, sandboxOptions } from './sandbox-options.ts';

interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Ends the sandbox. */
  readonly signal: AbortSignal;
  readonly cwd: string;
}

/**
 * Serves the pipes API until the signal aborts.
 * @returns 0 after the signal; 1 when an option is wrong, the address is taken or a file is in the way.
 */
export async function runSandbox(options: SandboxCommandOptions, io: CommandIo): Promise<number> {
  const read = readSandboxOptions(options);
  if ('problems' in read) return fail(io, read.problems);
  const library = await import('../sandbox/index.ts');
  try {
    const { generated, fleetFile, warnings, ...settings } = read;
    const fleet =
      generated !== undefined
        ? library.generateFleet(generated.size, generated.seed)
        : fleetFile !== undefined
          ? await library.loadFleet(resolve(io.cwd, fleetFile))
          : library.createQuickstartFleet();
    const stateFolder = options.state === undefined ? {} : { stateFolder: resolve(io.cwd, options.state) };
    const sandbox = await library.startSandbox({ ...settings, ...stateFolder, fleet });
    try {
      const ignored = sandbox.state === 'resumed' && options.fleet !== undefined;
      tell(io, ignored ? [...warnings, 'the state folder holds a fleet already; --fleet is not used.'] : warnings);
      if (options.writeConfig !== undefined) {
        const files = library.renderConfig(sandbox.fleet, sandbox.pipes(), sandbox.url);
        const paths = await library.writeConfig(resolve(io.cwd, options.writeConfig), files);
        io.stdout.write(`Configuration written: ${paths[0]} and ${paths.length - 1} more.\n`);
      }
      io.stdout.write(announce(sandbox.url, sandbox.pipes().length, settings.credentials, options));
      await untilAborted(io.signal);
      return 0;
    } finally {
      await sandbox.close();
    }
  } catch (error) {
    if (error instanceof library.SandboxError) return fail(io, error.message.split('\n'));
    throw error;
  }
}

function announce(
  url: string,
  size: number,
  credentials: { readonly keyId: string; readonly keySecret: string },
  { keySecret, state }: SandboxCommandOptions,
): string {
  // A secret that someone chose is theirs to know; only the well-known one is printed.
  const secret = keySecret === undefined || keySecret === 'sandbox' ? credentials.keySecret : '<your --key-secret>';
  return [
    `Sandbox: ${url} (${size === 1 ? '1 pipe' : `${size} pipes`}, state ${state === undefined ? 'in memory' : `in ${state}`})`,
    `Credentials: PIPEFORM_KEY_ID=${credentials.keyId} PIPEFORM_KEY_SECRET=${secret}`,
    `Control: ${url}/_sandbox/pipes, ${url}/_sandbox/requests`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

function fail(io: CommandIo, problems: readonly string[]): number {
  tell(io, problems);
  return 1;
}

function tell(io: CommandIo, lines: readonly string[]): void {
  for (const line of lines) io.stderr.write(`pipeform sandbox: ${line}\n`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
