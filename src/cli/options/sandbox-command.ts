import { Option } from 'commander';
import type { CommandTable } from './command-table.ts';
import type { Context } from './context.ts';
import { workingFolder } from './load-configuration.ts';

/** The sandbox. Its options are a table of its own, which only who names the command needs. */
export async function addSandboxCommand(
  { add, run }: CommandTable,
  need: 'options' | 'name-alone',
  context: Context,
): Promise<void> {
  const sandbox = add('sandbox', 'serve both APIs on loopback, with a fleet under simulated load to try things on', [
    'pipeform sandbox',
    'pipeform sandbox --fleet 200 --seed 7 --write-config my-fleet',
    'pipeform sandbox --put replace --latency 50ms --rate-limit 10/10s',
  ]);
  if (need === 'name-alone') return;
  const { runSandbox, sandboxOptions } = await import('../commands/sandbox.ts');
  const { streamColumns, streamStyle } = await import('../output/terminal.ts');
  for (const { flags, description, default: standard } of sandboxOptions) {
    const told = standard === undefined ? description : `${description} (default: ${standard})`;
    sandbox.addOption(new Option(flags, told));
  }
  run(sandbox, ['text', 'json'], (options, own) =>
    runSandbox(own, {
      stdout: context.stdout,
      stderr: context.stderr,
      signal: context.interrupts.stop,
      format: options.format === 'json' ? 'json' : 'text',
      columns: streamColumns(context.stdout),
      style: streamStyle(context.stderr, options, context),
      cwd: workingFolder(options, context),
    }),
  );
}
