import { DIAGNOSTICS_BY_AREA } from '../../src/model/diagnostic-codes.ts';
import { code, joinBlocks, renderPage, wrap } from './page.ts';

/** `docs/diagnostics.md`: every code with its cause and its cure, by where it comes up. */
export function renderDiagnosticsPage(): string {
  return renderPage(
    'Diagnostics',
    '`src/model/diagnostic-codes.ts`',
    'Each code with its cause, and what to do; `pipeform explain CODE` prints one. Codes are stable: scripts may rely on them.',
    ...Object.entries(DIAGNOSTICS_BY_AREA).map(([area, codes]) =>
      joinBlocks(
        `## ${area}`,
        ...Object.entries(codes).map(([name, { cause, cure }]) => wrap(`**${code(name)}** ${cause} ${cure}`)),
      ),
    ),
  );
}
