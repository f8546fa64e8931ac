import type { HistoryReport } from '../../model/drift-history.ts';
import { formatNumber } from '../../model/number.ts';
import { joinParts } from '../view-model/format.ts';
import { DRIFT_ENDS, describeHistory } from '../view-model/history.ts';
import { LONGEST_PIPE_NAME, renderCode, renderTable } from './markup.ts';

/** The pipes and the fields that drift most; the JSON document has all. */
const MAX_SHOWN = 20;

/** The report as tables, for a wiki page, an issue or a job summary. */
export function renderHistoryMarkdown(report: HistoryReport): string {
  const { headline, span, environments, facts, pipes } = describeHistory(report);
  const { fields } = report;
  const where = environments === '' ? '' : ` for ${renderCode(environments)}`;
  const about = [{ term: 'Span', text: span }, ...facts].filter(({ text }) => text !== '');
  const blocks = [
    `### Drift history${where} – ${headline}`,
    about.map(({ term, text }) => `- **${term}:** ${text}`).join('\n'),
    renderTable(
      ['Pipe', 'Environment', 'Drifts', 'Time drifted', 'Latest (UTC)', 'Repaired'],
      pipes
        .slice(0, MAX_SHOWN)
        .map(({ name, environment, drifts, timeDrifted, latest, end }) => [
          renderCode(name, LONGEST_PIPE_NAME),
          environment === '' ? '' : renderCode(environment),
          formatNumber(drifts),
          timeDrifted,
          latest,
          DRIFT_ENDS[end].label,
        ]),
      pipes.length - MAX_SHOWN,
      'pipe',
    ),
    renderTable(
      ['Field', 'Drifts'],
      fields.slice(0, MAX_SHOWN).map(({ path, drifts }) => [renderCode(path), formatNumber(drifts)]),
      fields.length - MAX_SHOWN,
      'field',
    ),
  ];
  return `${joinParts(blocks, '\n\n')}\n`;
}
