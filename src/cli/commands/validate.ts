import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { readToolVersion } from '../../model/version.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { count } from '../../report/view-model/count.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { loadConfiguration, workingFolder } from '../options/load-configuration.ts';
import { exitCode } from '../output/exit-code.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeJson } from '../output/write-output.ts';

/** Checks the configuration: all problems of all files at once, on stdout, since they are the result. No network. */
export async function runValidate(options: GlobalOptions, context: Context): Promise<number> {
  const { fleet, diagnostics, sources } = await loadConfiguration(options, context);
  const code = exitCode(hasErrors(diagnostics) ? { of: 'failure', interrupted: null } : { of: 'done' });
  if (options.format === 'json') {
    writeJson(context, { kind: 'validation', diagnostics });
    return code;
  }
  if (options.format === 'sarif') {
    const { renderSarif } = await import('../../report/sarif.ts');
    const [rootDocument = options.config ?? 'pipeform.yaml'] = sources.keys();
    const folder = findRepositoryFolder(workingFolder(options, context));
    context.stdout.write(renderSarif(diagnostics, { tool: readToolVersion(), folder, rootDocument }));
    return code;
  }
  if (options.format === 'github') {
    const { renderGithubDiagnostics } = await import('../../report/github.ts');
    const folder = findRepositoryFolder(workingFolder(options, context));
    context.stdout.write(renderGithubDiagnostics(diagnostics, { folder }));
    return code;
  }
  const style = streamStyle(context.stdout, options, context);
  if (diagnostics.length > 0) context.stdout.write(renderDiagnostics(diagnostics, sources, style));
  if (fleet !== null && !hasErrors(diagnostics)) {
    const where = `${count(fleet.pipes.length, 'pipe')} in ${count(sources.size, 'file')}`;
    const environment = fleet.environment === null ? '' : ` for environment ${fleet.environment}`;
    context.stdout.write(`${style.green('The configuration is valid:')} ${where}${environment}.\n`);
  }
  return code;
}
