import { describe, expect, it } from 'vitest';
import type { Backtest } from '../../src/model/size/backtest-report.ts';
import { composeBacktest } from '../../src/report/compose/compose-backtest.ts';
import { renderBlocks } from '../../src/report/render-blocks.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { findFaults } from '../apply/schemas.ts';
import { backtestOf } from './documents.ts';

const render = (report: Backtest, format: 'text' | 'markdown' | 'html', columns = 100) =>
  renderBlocks(composeBacktest(report), format, { style: createStyle('off'), glyphs: 'unicode', columns });

describe('a backtest', () => {
  it('is a document of its schema', () => {
    expect(findFaults('backtest', backtestOf())).toEqual([]);
  });

  it('as text', async () => {
    await expect(await render(backtestOf(), 'text')).toMatchFileSnapshot('golden/backtest.txt');
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
});
