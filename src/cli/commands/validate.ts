import { ROOT_NAME } from '../../config/resolve/file-system.ts';
import { loadConfiguration } from '../../engine/configuration.ts';
import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { readToolVersion } from '../../model/version.ts';
import { renderGithubDiagnostics } from '../../report/github.ts';
import { renderSarif } from '../../report/sarif.ts';
import { renderValidation } from '../../report/text/validation-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';

/** Checks the configuration offline. The problems are the result, so they go to stdout. */
export async function runValidate({ workspace, printer, context }: Invocation): Promise<number> {
  const { fleet, diagnostics, sources } = await loadConfiguration(workspace, context, true);
  const [rootDocument = workspace.file ?? ROOT_NAME] = sources.keys();
  const findFolder = () => findRepositoryFolder(workspace.cwd) ?? '';
  await printer.printAs(
    { kind: 'validation', diagnostics },
    {
      text: ({ style }) => renderValidation(diagnostics, { fleet, sources }, style),
      github: () => renderGithubDiagnostics(diagnostics, { folder: findFolder() }),
      sarif: () => renderSarif(diagnostics, { tool: readToolVersion(), folder: findFolder(), rootDocument }),
    },
  );
  return chooseExitCode(hasErrors(diagnostics) ? { kind: 'failure' } : { kind: 'done' });
}
