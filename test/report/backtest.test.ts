import { describe, expect, it } from 'vitest';
import type { Backtest, BacktestRow } from '../../src/model/size/backtest-report.ts';
import { composeBacktest } from '../../src/report/compose/compose-backtest.ts';
import { renderBlocks } from '../../src/report/render-blocks.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { findFaults } from '../apply/schemas.ts';
import { TOOL } from '../plan/samples.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { bodyOf } from './html/body-of.ts';

const rowsOf = (cost: number, short: number): readonly BacktestRow[] => [
  { sizes: 'as-it-was', cost, short: 0.001, changesPerDay: 0.02 },
  { sizes: 'hindsight', cost: cost * 0.83, short: 0.002, changesPerDay: 0 },
  { sizes: 'advice', cost: cost * 0.716, short, changesPerDay: 2.1 },
];

function backtestOf(about: Partial<Backtest> = {}, pipe = 'orders'): Backtest {
  return {
    ...{ kind: 'backtest', formatVersion: 1, createdAt: '2026-11-20T10:07:00.000Z', tool: TOOL },
    environment: 'production',
    period: { from: '2026-10-16T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z' },
    ...{ currency: 'USD', pipes: 40, days: 835.5, unknown: 0.0054, rows: rowsOf(1_204.5, 0.0042) },
    worst: [
      { name: pipe, service: 'analytics', rows: rowsOf(131.4, 0.0312) },
      { name: 'clicks', service: 'analytics', rows: rowsOf(87.6, 0.0124) },
    ],
    skipped: [{ name: pipe, service: 'analytics', reason: 'Less than three weeks of its demand are known.' }],
    diagnostics: [],
    ...about,
  };
}

const render = (report: Backtest, format: 'text' | 'markdown' | 'html', columns = 100) =>
  renderBlocks(composeBacktest(report), format, { style: createStyle('off'), glyphs: 'unicode', columns });

describe('a backtest', () => {
  it('is a document of its schema', () => {
    expect(findFaults('backtest', backtestOf())).toEqual([]);
  });

  it.each(['text', 'markdown', 'html'] as const)('as %s', async (format) => {
    const file = { text: 'rows.txt', markdown: 'rows.md', html: 'rows.html' }[format];
    await expect(bodyOf(await render(backtestOf(), format))).toMatchFileSnapshot(`golden/backtest/${file}`);
  });

  it('has core hours without prices, and no part without content', async () => {
    const whole = await render(backtestOf({ currency: null, skipped: [] }), 'text');
    expect(whole).toMatch(/^SIZES +CORE HOURS/);
    expect(whole).not.toContain('Not replayed');
    const none = backtestOf({ rows: [], worst: [], pipes: 0, days: 0, unknown: 0 });
    expect(await render(none, 'text')).toContain('Backtest: No pipe could be replayed.');
    expect(await render(none, 'text')).not.toContain('SIZES');
  });

  it('does not repeat the only pipe as the worst one', async () => {
    expect(await render(backtestOf({ pipes: 1 }), 'text')).not.toContain('Most often short');
  });

  it('keeps hostile texts harmless', async () => {
    for (const text of HOSTILE_TEXTS) {
      const report = backtestOf({}, text);
      expect(await render(report, 'text')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(await render(report, 'html')).not.toContain('<script>alert');
    }
  });
});
