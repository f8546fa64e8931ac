import { describe, expect, it } from 'vitest';
import type { Backtest } from '../../src/model/size/backtest-report.ts';
import type { BacktestRow, PolicyName } from '../../src/model/size/sizing.ts';
import { renderDocument } from '../../src/report/render-document.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { findFaults } from '../apply/schemas.ts';
import { TOOL } from '../plan/samples.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

function row(
  policy: PolicyName,
  cost: number,
  short: number,
  about: Partial<BacktestRow> = {},
  pipe = 'orders',
): BacktestRow {
  const relative = cost / 1_000;
  return {
    ...{ policy, headrooms: [], isWithinTarget: true, front: [] },
    figures: {
      cost,
      relativeCost: { value: relative, low: relative - 0.04, high: relative + 0.05 },
      slack: 0.46,
      short: { value: short, low: short / 2, high: short * 2 },
      changesPerDay: policy === 'hpa' ? 14.2 : 0.14,
      outOfMemory: 0,
      worst: { cost: { pipe, relativeCost: relative + 0.5 }, short: { pipe: 'clicks', share: short * 3 } },
    },
    ...about,
  };
}

const point = (headroom: number, relativeCost: number, short: number) => ({ headroom, relativeCost, short });

function backtestOf(about: Partial<Backtest> = {}, pipe = 'orders'): Backtest {
  const hindsight = row('hindsight', 1_000, 0.002);
  const exactly = { value: 1, low: 1, high: 1 };
  return {
    ...{ kind: 'backtest', formatVersion: 1, createdAt: '2026-11-20T10:07:00.000Z', tool: TOOL },
    environment: 'production',
    period: { from: '2026-10-23T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z' },
    ...{ currency: 'USD', pipes: 40, days: 835.5, unknown: 0.0054, target: 0.005 },
    rows: [
      row('as-it-was', 1_204.5, 0.001),
      { ...hindsight, figures: { ...hindsight.figures, relativeCost: exactly } },
      row('vpa', 1_120, 0.004, { headrooms: [0.3, 0.5], front: [point(0.3, 1.08, 0.006), point(0.5, 1.15, 0.002)] }),
      row('hpa', 910, 0.021, { headrooms: [1.2], isWithinTarget: false, front: [point(1.2, 0.91, 0.021)] }),
      row('windows', 862.24, 0.0042, { headrooms: [0.15, 0.15], front: [point(0.15, 0.86, 0.0042)] }, pipe),
    ],
    skipped: [{ name: pipe, service: 'analytics', reason: 'less than two weeks of it are known' }],
    diagnostics: [],
    ...about,
  };
}

const render = (report: Backtest, format: 'text' | 'markdown' | 'html', columns = 100) =>
  renderDocument(report, format, { style: createStyle('off'), glyphs: 'unicode', columns, findFolder: () => '' });

describe('a backtest', () => {
  it('is a document of its schema', () => {
    expect(findFaults('backtest', backtestOf())).toEqual([]);
  });

  it.each(['text', 'markdown', 'html'] as const)('as %s', async (format) => {
    const file = { text: 'rules.txt', markdown: 'rules.md', html: 'rules.html' }[format];
    await expect(await render(backtestOf(), format)).toMatchFileSnapshot(`golden/backtest/${file}`);
  });

  it('has core hours without prices, and no part without content', async () => {
    const whole = await render(backtestOf({ currency: null, skipped: [] }), 'text');
    expect(whole).toMatch(/^RULE +CORE HOURS/);
    expect(whole).not.toContain('Not replayed');
    const none = backtestOf({ rows: [], pipes: 0, days: 0, unknown: 0 });
    expect(await render(none, 'text')).toContain('Backtest: No pipe could be replayed.');
    expect(await render(none, 'text')).not.toContain('RULE');
  });

  it('keeps hostile texts harmless', async () => {
    for (const text of HOSTILE_TEXTS) {
      const report = backtestOf({}, text);
      expect(await render(report, 'text')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(await render(report, 'html')).not.toContain('<script>alert');
    }
  });
});
