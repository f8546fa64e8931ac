import type { SetupCheck } from '../../model/diagnostic.ts';
import { count } from '../../model/number.ts';
import { safeText } from '../../model/text.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { alignCells, fitLines } from './fit-text.ts';
import { type ReportGlyphs, renderSymbol, type Style } from './style.ts';

/** A line for each check; below a failure or a note, the reason and what to do. */
export function renderSetup(checks: readonly SetupCheck[], style: Style, glyphs: ReportGlyphs): string {
  const lines = alignCells(
    checks.map(({ name, status, summary }) => {
      const row = STATUS_STYLES.setup[status];
      const mark = glyphs === 'words' ? `${row.label}: ` : renderSymbol(row, glyphs, style);
      return [`${mark}${style.bold(TITLES[name])}`, safeText(summary)];
    }),
  );
  const withHelp = checks.flatMap(({ detail, hint }, index) => [
    lines[index] ?? '',
    ...(detail === null ? [] : [`    ${safeText(detail)}`]),
    ...(hint === null ? [] : [`    ${style.bold('help:')} ${safeText(hint)}`]),
  ]);
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const end = failed === 0 ? style.green('All checks passed.') : style.red(`${count(failed, 'check')} failed.`);
  return fitLines(`${[...withHelp, '', end].join('\n')}\n`, style.columns);
}

const TITLES: Readonly<Record<SetupCheck['name'], string>> = {
  node: 'Node',
  configuration: 'configuration',
  credentials: 'credentials',
  'access-token': 'access token',
  proxy: 'proxy',
  'pipes-api': 'pipes API',
  'observability-api': 'observability API',
  clock: 'clock',
  journal: 'journal',
};
