import { hasErrors } from '../model/diagnostic.ts';
import { count } from '../render/count.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-code.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadConfiguration, workingFolder } from './load-configuration.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

/** Checks the configuration: all problems of all files at once, on stdout, since they are the result. No network. */
export async function runValidate(options: GlobalOptions, context: Context): Promise<number> {
  const { fleet, diagnostics, sources } = await loadConfiguration(options, context);
  const code = exitCode(hasErrors(diagnostics) ? { of: 'failure', interrupted: null } : { of: 'done' });
  if (options.format === 'json') {
    writeJson(context, { kind: 'validation', diagnostics });
    return code;
  }
  if (options.format === 'sarif') {
    const { renderSarif } = await import('../render/sarif.ts');
    const [rootDocument = options.config ?? 'pipeform.yaml'] = sources.keys();
    const folder = findRepositoryFolder(workingFolder(options, context));
    context.stdout.write(renderSarif(diagnostics, { tool: readToolVersion(), folder, rootDocument }));
    return code;
  }
  if (options.format === 'github') {
    const { renderGithubDiagnostics } = await import('../render/github/render-github.ts');
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
