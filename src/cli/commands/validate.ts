import { ROOT_NAME } from '../../config/resolve/file-system.ts';
import { loadConfiguration } from '../../engine/configuration.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';

/** Checks the configuration offline. The problems are the result, so they go to stdout. */
export async function runValidate({ workspace, printer, context }: Invocation): Promise<number> {
  const { fleet, diagnostics, sources } = await loadConfiguration(workspace, context, true);
  const [rootDocument = workspace.file ?? ROOT_NAME] = sources.keys();
  await printer.print({ kind: 'validation', diagnostics }, { fleet, sources, rootDocument });
  return chooseExitCode(hasErrors(diagnostics) ? { kind: 'failure' } : { kind: 'done' });
}
