import { diagnose } from '../../src/model/diagnostic.ts';
import type { Block } from '../../src/report/block.ts';
import { composeHistory } from '../../src/report/compose/compose-history.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { renderReportText, renderRunHistory } from '../../src/report/text/render-text.ts';
import type { Style } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { DOCUMENTS } from './documents.ts';
import { GUARDED, HOSTILE, REPORTS } from './reports.ts';
import { historyOfEnvironments } from './sample-history.ts';
import { rolledBackRun } from './sample-runs.ts';

const SOURCE = `pipes:\n  orders:\n    settings:\n      object_storage_max_insert_bytes: 1GB5 # as much as the largest of the nightly files has\n`;

const PROBLEM = diagnose(
  'error',
  {
    code: 'invalid-value',
    summary:
      '`object_storage_max_insert_bytes` must be a whole number of bytes, a size such as 64MiB, or null; found "1GB5".',
    detail: 'A size is a number and a unit.\nMiB counts in 1024s, MB in 1000s.',
    hint: 'Write it like 64MiB, or as a plain number of bytes without any unit at all.',
  },
  { file: 'pipes.yaml', line: 4, column: 40, endLine: 4, endColumn: 44 },
);

/** As much as a terminal of 60 columns has room for, twice. */
const LONG =
  'Orders are late, since the consumers of their topic have been idle since yesterday evening: look at these first.';

function writes(blocks: readonly Block[]): (style: Style) => string {
  return (style) => renderTextBlocks(blocks, { style, glyphs: 'unicode' });
}

/** Every terminal text outside live views. */
export const TEXTS: Readonly<Record<string, (style: Style) => string>> = {
  ...Object.fromEntries(
    Object.entries({ ...REPORTS, ...GUARDED, ...HOSTILE }).map(([name, make]) => {
      const report = make();
      return [name, (style: Style) => renderReportText(report, style)];
    }),
  ),
  'run-history': (style) => renderRunHistory(rolledBackRun(), style),
  ...Object.fromEntries(Object.entries(DOCUMENTS).map(([name, compose]) => [name, writes(compose(LONG))])),
  history: writes(composeHistory(historyOfEnvironments())),
  diagnostics: (style) => renderDiagnostics([PROBLEM], new Map([['pipes.yaml', SOURCE]]), style),
};
