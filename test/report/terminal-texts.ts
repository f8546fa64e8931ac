import { diagnose } from '../../src/model/diagnostic.ts';
import type { Block } from '../../src/report/block.ts';
import { composeAlert, describeAlert } from '../../src/report/compose/compose-alert.ts';
import { composeChecks } from '../../src/report/compose/compose-checks.ts';
import { composeHistory } from '../../src/report/compose/compose-history.ts';
import { composeRuns } from '../../src/report/compose/compose-runs.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { renderReportText, renderRunHistory } from '../../src/report/text/render-text.ts';
import type { Style } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { alertOf } from '../health/samples.ts';
import { NOW } from '../plan/samples.ts';
import { GUARDED, HOSTILE, REPORTS } from './reports.ts';
import { result, rolledBackRun } from './sample-guarded.ts';
import { historyOfEnvironments } from './sample-history.ts';

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

const LISTING = {
  startedAt: NOW.toISOString(),
  finishedAt: null,
  durationMs: null,
  environment: 'production',
  commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  author: 'somebody',
  counts: { applied: 1_200, unchanged: 0, failed: 3, unknown: 0, stale: 1, refused: 0, skipped: 12, 'rolled-back': 0 },
  rollsBack: '20261120T090000Z-000000',
  running: false,
} as const;

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
  history: writes(composeHistory(historyOfEnvironments())),
  runs: writes(
    composeRuns({
      ...{ kind: 'runs', formatVersion: 1 },
      runs: [{ ...LISTING, id: '20261120T100000Z-1f4a2c', status: 'failed' }],
    }),
  ),
  checks: writes(
    composeChecks(
      [
        result('orders-lag', 'fail', 12_400, 'max of the last 15m is 12,400, which is not < 10,000'),
        result('orders-alert', 'no-data', null, 'it was updated 2h ago although it is evaluated every 1m'),
      ],
      [],
    ),
  ),
  alert: writes(
    composeAlert(
      describeAlert(
        alertOf({
          ...{
            id: '65f4000000000000000000b1',
            message: 'Orders are late: look at the consumers first.',
            state: 'ALERT',
          },
          ...{ thresholdType: 'above_exclusive', source: 'tile', channelType: 'webhook', tileId: 't1' },
          ...{ dashboard: '65f4000000000000000000d1', createdAt: null, updatedAt: '2026-11-20T08:00:00Z' },
        }),
        ['it was updated 2h ago although it is evaluated every 1m'],
        NOW.getTime(),
      ),
    ),
  ),
  diagnostics: (style) => renderDiagnostics([PROBLEM], new Map([['pipes.yaml', SOURCE]]), style),
};
