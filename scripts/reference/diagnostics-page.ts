import { CURES, type DiagnosticCode } from '../../src/model/diagnostic-codes.ts';
import { CAUSES_BY_AREA } from '../../src/report/diagnostic-causes.ts';
import { code, joinBlocks, renderPage, wrap } from './page.ts';

/** `docs/diagnostics.md`: every code with its cause and its cure, by where it comes up. */
export function renderDiagnosticsPage(): string {
  return renderPage(
    'Diagnostics',
    '`src/report/diagnostic-causes.ts` and `src/model/diagnostic-codes.ts`',
    'Each code with its cause, and what to do; `pipeform explain CODE` prints one. Codes are stable: scripts may rely on them.',
    ...Object.entries(CAUSES_BY_AREA).map(([area, causes]) =>
      joinBlocks(
        `## ${area}`,
        ...Object.entries(causes).map(([name, cause]) => renderCode(name as DiagnosticCode, cause)),
      ),
    ),
  );
}

function renderCode(name: DiagnosticCode, cause: string): string {
  return wrap(`**${code(name)}** ${cause} ${CURES[name]}`);
}
