import { resolve } from 'node:path';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { isDefaultNaming } from '../../model/naming.ts';
import { safeJson } from '../../model/safe-json.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import type { Style } from '../../report/text/style.ts';
import { type ReadSandboxOptions, readSandboxOptions, type SandboxCommandOptions } from '../options/sandbox-options.ts';
import { exitCode } from '../output/exit-code.ts';

export { type SandboxCommandOptions, sandboxOptions } from '../options/sandbox-options.ts';

interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly format: 'text' | 'json';
  /** Of a terminal that stdout is; null for anything else. */
  readonly columns: number | null;
  /** For stderr. */
  readonly style: Style;
  /** Ends the sandbox. */
  readonly signal: AbortSignal;
  readonly cwd: string;
}

/**
 * Serves both APIs and the console until the signal aborts.
 * @returns 0 after the signal; 1 when an option is wrong, the address is taken or a file is in the way.
 */
export async function runSandbox(options: SandboxCommandOptions, io: CommandIo): Promise<number> {
  const read = readSandboxOptions(options);
  if ('problems' in read) return fail(io, read.problems);
  const library = await import('../../sandbox/index.ts');
  try {
    const { generated, fleetFile, faultsFile, warnings, ...settings } = read;
    const fleet =
      generated !== undefined
        ? library.generateFleet(generated.size, generated.seed)
        : fleetFile !== undefined
          ? await library.loadFleet(resolve(io.cwd, fleetFile))
          : library.createQuickstartFleet();
    const stateFolder = options.state === undefined ? {} : { stateFolder: resolve(io.cwd, options.state) };
    const faults =
      faultsFile === undefined ? {} : { faults: await library.loadFaults(resolve(io.cwd, faultsFile), faultsFile) };
    const sandbox = await library.startSandbox({ ...settings, ...stateFolder, ...faults, fleet });
    try {
      const ignored = sandbox.state === 'resumed' && options.fleet !== undefined;
      warn(io, ignored ? [...warnings, 'the state folder holds a fleet already; --fleet is not used.'] : warnings);
      if (options.writeConfig !== undefined) {
        const files = library.renderConfig(sandbox.fleet, sandbox.pipes(), sandbox.url, settings.switches);
        const paths = await library.writeConfig(resolve(io.cwd, options.writeConfig), files);
        io.stdout.write(`Configuration written: ${paths[0]} and ${paths.length - 1} more.\n`);
      }
      const banner = announce(sandbox.url, sandbox.pipes().length, settings, options);
      io.stdout.write(fitLines(banner, io.columns));
      await untilAborted(io.signal);
      return 0;
    } finally {
      await sandbox.close();
    }
  } catch (error) {
    if (error instanceof library.FaultPlanError) {
      return failWith(io, error.diagnostics, new Map([[error.source.file, error.source.text]]));
    }
    if (error instanceof library.SandboxError) return fail(io, error.message.split('\n'));
    throw error;
  }
}

function announce(
  url: string,
  size: number,
  { credentials, accessToken, switches }: Pick<ReadSandboxOptions, 'credentials' | 'accessToken' | 'switches'>,
  { state, faults }: SandboxCommandOptions,
): string {
  // A secret that someone chose is theirs to know; only the well-known ones are printed.
  const secret = credentials.keySecret === 'sandbox' ? 'sandbox' : '<your --key-secret>';
  const token = accessToken === 'sandbox' ? 'sandbox' : '<your --access-token>';
  return [
    `Sandbox: ${url} (${size === 1 ? '1 pipe' : `${size} pipes`}, state ${state === undefined ? 'in memory' : `in ${state}`})`,
    `Credentials: PIPEFORM_KEY_ID=${credentials.keyId} PIPEFORM_KEY_SECRET=${secret} PIPEFORM_ACCESS_TOKEN=${token}`,
    ...(isDefaultNaming(switches)
      ? []
      : [`Names: pipes under ${switches.resource}/, settings with ${switches.settingPrefix} for db_`]),
    `Console: ${url}/`,
    `Control: ${url}/_sandbox/pipes, ${url}/_sandbox/requests`,
    ...(faults === undefined ? [] : [`Faults: ${faults}, ${url}/_sandbox/faults`]),
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

/** Options that mean nothing, a taken address, a file in the way: each problem a diagnostic of its own. */
function fail(io: CommandIo, problems: readonly string[]): number {
  return failWith(
    io,
    problems.map((summary) => diagnose('error', { code: 'sandbox', summary })),
    new Map(),
  );
}

function failWith(io: CommandIo, diagnostics: readonly Diagnostic[], sources: Sources): number {
  if (io.format === 'json') io.stdout.write(`${safeJson({ kind: 'error', formatVersion: 1, diagnostics }, 2)}\n`);
  else io.stderr.write(renderDiagnostics(diagnostics, sources, io.style));
  return exitCode({ of: 'failure', interrupted: null });
}

function warn(io: CommandIo, warnings: readonly string[]): void {
  const diagnostics = warnings.map((summary) => diagnose('warning', { code: 'sandbox', summary }));
  io.stderr.write(renderDiagnostics(diagnostics, new Map(), io.style));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
