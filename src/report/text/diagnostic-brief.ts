import type { Diagnostic } from '../../model/diagnostic.ts';
import { safeText } from '../../model/safe-text.ts';
import { cutText } from './cut-text.ts';
import { severityPaint } from './diagnostics.ts';
import type { Style } from './style.ts';

/** A sentence may quote live text of any length; a service's own words are cut shorter already. */
const LONGEST_LINE = 600;

/** A diagnostic in the flow of a report, where the place is already named: no excerpt of the file. */
export function renderDiagnosticBrief(diagnostic: Diagnostic, style: Style, indent: string): string {
  const paint = severityPaint(diagnostic.severity, style);
  const title = paint(style.bold(`${diagnostic.severity}[${diagnostic.code}]`));
  const lines = [`${title}: ${safeText(cutText(diagnostic.summary, LONGEST_LINE))}`];
  for (const line of diagnostic.detail?.split('\n') ?? []) lines.push(`  ${safeText(cutText(line, LONGEST_LINE))}`);
  if (diagnostic.hint !== null) lines.push(`  ${style.cyan('=')} ${style.bold('help:')} ${safeText(diagnostic.hint)}`);
  return lines.map((line) => indent + line).join('\n');
}
