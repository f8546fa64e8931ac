import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diagnose } from '../../../model/diagnostic.ts';
import { isDefaultNaming } from '../../../model/naming.ts';
import { count } from '../../../model/number.ts';
import {
  createQuickstartFleet,
  generateFleet,
  loadFaults,
  loadFleet,
  METRICS_SOURCE_ID,
  type Sandbox,
  SandboxError,
  saveFleet,
  startSandbox,
} from '../../../sandbox/index.ts';
import type { Invocation } from '../../options/command-spec.ts';
import type { SandboxCommandOptions } from '../../options/sandbox-options.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { endFailed } from '../../output/end-failed.ts';
import { findSchema } from '../../steps/find-schema.ts';
import { renderConfig, writeConfig } from './write-config.ts';

/**
 * Serves both APIs and the console until it is interrupted.
 * @returns exit code 0 after the interrupt, 1 when the sandbox cannot start or save its pipes.
 */
export async function runSandbox({
  ownOptions,
  workspace: { cwd },
  printer,
  context,
}: Invocation<SandboxCommandOptions>): Promise<number> {
  const { fleet: source, host, port, keyId, keySecret, accessToken, speed, startAt, faults, workload } = ownOptions;
  const { latencyMs, settleMs, rateLimit, resource, settingPrefix, listing } = ownOptions;
  const switches = { latencyMs, settleMs, rateLimit, resource, settingPrefix, listing };
  const stateFile = ownOptions.state === null ? null : resolve(cwd, ownOptions.state);
  const fail = (summaries: readonly string[]): number =>
    endFailed(
      summaries.map((summary) => diagnose('error', { code: 'sandbox', summary })),
      printer,
    );
  const warn = (summary: string): void => printer.diagnostics([diagnose('warning', { code: 'sandbox', summary })]);
  try {
    const isResumed = stateFile !== null && existsSync(stateFile);
    const fleet = isResumed
      ? await loadFleet(stateFile)
      : source?.kind === 'generated'
        ? generateFleet(source.size, ownOptions.seed)
        : source?.kind === 'file'
          ? await loadFleet(resolve(cwd, source.file))
          : createQuickstartFleet();
    const sandbox = await startSandbox({
      ...{ host, port, credentials: { keyId, keySecret }, accessToken, speed, switches, fleet },
      startAt: startAt ?? undefined,
      workload: workload ?? undefined,
      faults: faults === null ? undefined : await loadFaults(resolve(cwd, faults)),
    });
    try {
      if (!isLoopback(host)) warn(`other machines can reach ${host}, and the control address needs no credentials.`);
      if (isResumed && source !== null) warn('the state file already has a fleet; --fleet is not used.');
      if (ownOptions.writeConfig !== null) {
        const folder = resolve(cwd, ownOptions.writeConfig);
        const sourceId = (workload ?? fleet.workload) === undefined ? null : METRICS_SOURCE_ID;
        const described = { ...switches, schema: findSchema(folder), sourceId };
        const files = renderConfig(sandbox.fleet, sandbox.pipes(), sandbox.url, described);
        const problems = await writeConfig(folder, files);
        if (problems.length > 0) return endFailed(problems, printer);
        printer.write(`Configuration written: ${join(folder, 'pipeform.yaml')} and ${files.size - 1} more.\n`);
      }
      printer.write(printer.fit(describeSandbox(sandbox, ownOptions)));
      if (!context.interrupts.stop.aborted) await once(context.interrupts.stop, 'abort');
    } finally {
      await sandbox.close();
    }
    if (stateFile !== null) await saveFleet(stateFile, { ...fleet, pipes: sandbox.pipes() });
    return chooseExitCode({ kind: 'done' });
  } catch (error) {
    if (error instanceof SandboxError) return fail(error.message.split('\n'));
    throw error;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function describeSandbox({ url, fleet, pipes }: Sandbox, ownOptions: SandboxCommandOptions): string {
  const { resource, settingPrefix } = ownOptions;
  // Only the default secrets are printed.
  const secret = ownOptions.keySecret === 'sandbox' ? 'sandbox' : '<your --key-secret>';
  const token = ownOptions.accessToken === 'sandbox' ? 'sandbox' : '<your --access-token>';
  return [
    `Sandbox: ${url} (${count(pipes().length, 'pipe')}, state ${ownOptions.state === null ? 'in memory' : `in ${ownOptions.state}`})`,
    `Organization: ${fleet.organization}`,
    `Credentials: PIPEFORM_KEY_ID=${ownOptions.keyId} PIPEFORM_KEY_SECRET=${secret} PIPEFORM_ACCESS_TOKEN=${token}`,
    ...(isDefaultNaming({ resource, settingPrefix })
      ? []
      : [`Names: pipes under ${resource}/, settings with ${settingPrefix} for db_`]),
    `Console: ${url}/`,
    `Control: ${url}/_sandbox/pipes, ${url}/_sandbox/requests`,
    ...(ownOptions.faults === null ? [] : [`Faults: ${ownOptions.faults}, ${url}/_sandbox/faults`]),
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
