import { CURES } from '../../src/model/diagnostic-codes.ts';
import { CAUSES } from '../../src/report/diagnostic-causes.ts';
import { renderPage } from './page.ts';

/** `docs/diagnostics.md`: every code with its cause and its cure. */
export function renderDiagnosticsPage(): string {
  return renderPage(
    'Diagnostics',
    '`src/report/diagnostic-causes.ts` and `src/model/diagnostic-codes.ts`',
    'Each code with its cause, and what to do. Codes are stable: scripts may rely on them.',
    ...Object.entries(CAUSES)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, cause]) => `## ${code}\n\n${cause}\n\n${CURES[code as keyof typeof CURES]}`),
  );
}
