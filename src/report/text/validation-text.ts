import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import type { Sources } from '../../model/location.ts';
import { count } from '../../model/number.ts';
import { renderDiagnostics } from './diagnostics.ts';
import type { Style } from './style.ts';

/** A configuration that was checked. */
interface Validated {
  /** null when it has errors. */
  readonly fleet: Fleet | null;
  readonly sources: Sources;
}

/** The problems, then what a valid configuration has. */
export function renderValidation(
  diagnostics: readonly Diagnostic[],
  { fleet, sources }: Validated,
  style: Style,
): string {
  const problems = renderDiagnostics(diagnostics, sources, style);
  if (fleet === null) return problems;
  const where = `${count(fleet.pipes.length, 'pipe')} in ${count(sources.size, 'file')}`;
  const environment = fleet.environment === null ? '' : ` for environment ${fleet.environment}`;
  return `${problems}${style.green('The configuration is valid:')} ${where}${environment}.\n`;
}
