import { DIAGNOSTIC_CODES } from '../../src/model/diagnostic-codes.ts';
import { renderPage } from './page.ts';

/** `docs/diagnostics.md`: every code with its cause and its cure. */
export function renderDiagnosticsPage(): string {
  return renderPage(
    'Diagnostics',
    'the table in `src/model/diagnostic-codes.ts`',
    'Every problem that Pipeform reports has one of these codes. Codes are stable: scripts may rely on them.',
    ...Object.entries(DIAGNOSTIC_CODES)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { cause, cure }]) => `## ${code}\n\n${cause}\n\n**Cure:** ${cure}`),
  );
}
