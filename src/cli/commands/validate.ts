import { loadConfiguration } from '../../engine/configuration.ts';
import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { count } from '../../model/number.ts';
import { readToolVersion } from '../../model/version.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import type { Invocation } from '../options/command-spec.ts';
import { exitCode } from '../output/exit-code.ts';

/** Checks the configuration offline. The problems are the result, so they go to stdout. */
export async function runValidate({ options, place, view, context }: Invocation): Promise<number> {
  const { fleet, diagnostics, sources } = await loadConfiguration(place, context, true);
  await view.result({ kind: 'validation', diagnostics }, async (style) => {
    if (options.format === 'sarif') {
      const { renderSarif } = await import('../../report/sarif.ts');
      const [rootDocument = options.config ?? 'pipeform.yaml'] = sources.keys();
      const folder = findRepositoryFolder(place.cwd) ?? '';
      return renderSarif(diagnostics, { tool: readToolVersion(), folder, rootDocument });
    }
    if (options.format === 'github') {
      const { renderGithubDiagnostics } = await import('../../report/github.ts');
      return renderGithubDiagnostics(diagnostics, { folder: findRepositoryFolder(place.cwd) ?? '' });
    }
    const problems = renderDiagnostics(diagnostics, sources, style);
    if (fleet === null) return problems;
    const where = `${count(fleet.pipes.length, 'pipe')} in ${count(sources.size, 'file')}`;
    const environment = fleet.environment === null ? '' : ` for environment ${fleet.environment}`;
    return `${problems}${style.green('The configuration is valid:')} ${where}${environment}.\n`;
  });
  return exitCode(hasErrors(diagnostics) ? { of: 'failure' } : { of: 'done' });
}
