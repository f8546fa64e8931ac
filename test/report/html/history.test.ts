import { describe, expect, it } from 'vitest';
import type { DriftPeriod, HistoryReport } from '../../../src/model/drift-history.ts';
import { composeHistory } from '../../../src/report/compose/compose-history.ts';
import { renderHtmlBlocks } from '../../../src/report/html/write-html.ts';
import { buildTimeline } from '../../../src/report/view-model/timeline.ts';
import { inCi, WHOLE } from '../../effort.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import {
  cleanHistory,
  emptyHistory,
  historyOfEnvironments,
  hostileHistory,
  sampleHistory,
  yearOfDrift,
} from '../sample-history.ts';
import { bodyOf } from './body-of.ts';

const renderPage = (report: HistoryReport): string => renderHtmlBlocks(composeHistory(report, 'page'));

const PAGES = Object.entries({
  history: sampleHistory(),
  'history-environments': historyOfEnvironments(),
  'history-clean': cleanHistory(),
  'history-empty': emptyHistory(),
  'history-hostile': hostileHistory(HOSTILE_TEXTS),
}).map(([name, report]) => ({ name, report, page: renderPage(report) }));

describe('the page of a history', () => {
  it.each(PAGES)('renders $name', async ({ name, page }) => {
    await expect(bodyOf(page)).toMatchFileSnapshot(`golden/${name}.html`);
  });

  it('has no loadable address, event handler or style attribute, and a policy without exceptions', () => {
    const loads = /\s(src|srcset|style|on\w+|action|background)=|\shref="(?!#)/;
    for (const { page } of PAGES) {
      const tags = bodyOf(page).match(/<[a-z][^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(20);
      expect(tags.filter((tag) => loads.test(tag))).toEqual([]);
      expect(page).toMatch(/content="default-src &#39;none&#39;; style-src &#39;sha256-/);
      expect(page.match(/content="default-src[^>]*/)?.[0]).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  inCi('has less than 5 MB for a year of hourly checks over 1,000 pipes that each drift every few days', () => {
    const report = yearOfDrift(1_000);
    expect(report.checks).toBe(8_760);
    expect(report.pipes).toHaveLength(1_000);
    expect(report.drifts).toBeGreaterThan(80_000);
    const page = renderPage(report);
    expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
    expect(page.match(/<details class="lane"/g)).toHaveLength(1_000);
    expect(page).toContain('are drawn as one');
  });

  it('has less than 5 MB for as many marks as it draws, with long names and many fields', () => {
    const fields = Array.from({ length: 25 }, (_, index) => `settings.a_setting_with_a_long_name_${index}` as const);
    const periods = Array.from({ length: 60 }, (_, index) => ({ ...period(146 * index, 146 * index + 101), fields }));
    const pipe = { environment: null, drifts: periods.length, timeDriftedMs: 6_060 * HOUR_MS, periods };
    const pipes = Array.from({ length: WHOLE ? 1_000 : 200 }, (_, index) => ({
      ...pipe,
      name: `${index}-${'long'.repeat(30)}`,
    }));
    const report = { ...historyOf(8_760, []), pipes, fields: fields.map((path) => ({ path, drifts: 60_000 })) };
    const page = renderPage(report);
    expect(Buffer.byteLength(page)).toBeLessThan(5_000 * pipes.length);
    expect(page).toContain(' and 21 more fields</li>');
    expect(page).not.toContain('are drawn as one');
  });

  it('names how many pipes have no row', () => {
    const [pipe] = sampleHistory().pipes;
    const pipes = Array.from({ length: 1_200 }, (_, index) => ({
      ...pipe,
      name: `p${index}`,
    })) as HistoryReport['pipes'];
    expect(renderPage({ ...sampleHistory(), pipes })).toContain('and 200 more pipes; --format json has all');
  });
});

const AT = Date.parse('2026-11-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const isoAt = (hours: number): string => new Date(AT + hours * HOUR_MS).toISOString();

function historyOf(hours: number, periods: readonly DriftPeriod[]): HistoryReport {
  const pipe = { name: 'orders', environment: null, drifts: periods.length, timeDriftedMs: 0, periods };
  return { ...emptyHistory(), from: isoAt(0), until: isoAt(hours), pipes: [pipe] };
}

const period = (from: number, until: number | null): DriftPeriod => ({
  from: isoAt(from),
  until: until === null ? null : isoAt(until),
  repairedBy: until === null ? null : 'apply',
  fields: ['settings.db_max_threads'],
});

describe('the timeline', () => {
  it('has a mark of the exact time for each drift, also for one that began before the span', () => {
    const timeline = buildTimeline(historyOf(100, [period(-2, 3), period(50, 51.5), period(99, null)]), 10);
    expect(timeline).toMatchObject({ unitMs: 60_000, length: 6_000, joinedMs: 0, slot: 'hour', slots: 100 });
    expect(timeline?.rows).toMatchObject([
      [
        { start: -120, length: 300, drifts: 1, end: 'apply' },
        { start: 3_000, length: 90, drifts: 1, end: 'apply' },
        { start: 5_940, length: 60, drifts: 1, end: 'open' },
      ],
    ]);
    expect(timeline?.course.flatMap((pipes, hour) => (pipes === 0 ? [] : [hour]))).toEqual([0, 1, 2, 3, 50, 51, 99]);
  });

  it('counts to the second in a short span', () => {
    expect(buildTimeline(historyOf(1, []), 10)).toMatchObject({ unitMs: 1_000, length: 3_600, slot: 'minute' });
  });

  it('has no width of zero for a single check', () => {
    expect(buildTimeline(historyOf(0, [period(0, null)]), 10)).toMatchObject({
      length: 1,
      slots: 1,
      ticks: [],
      course: [1],
    });
  });

  it('joins drifts that begin close to each other when there are too many', () => {
    const periods = Array.from({ length: 70_000 }, (_, index) => period(index / 2, index / 2 + 0.1));
    const timeline = buildTimeline(historyOf(35_000, periods), 10);
    expect(timeline?.joinedMs).toBe(HOUR_MS);
    expect(timeline?.rows[0]).toHaveLength(35_000);
    expect(timeline?.rows[0]?.[7]).toMatchObject({ start: 420, length: 12, drifts: 2 });
  });

  it.each([
    [0.5, ['Nov 1', '00:10', '00:20', '00:30']],
    [6, ['Nov 1', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00']],
    [30, ['Nov 1', '06:00', '12:00', '18:00', 'Nov 2', '06:00']],
    [24 * 6, ['Nov 1', 'Nov 2', 'Nov 3', 'Nov 4', 'Nov 5', 'Nov 6', 'Nov 7']],
    [24 * 30, ['Nov 5', 'Nov 12', 'Nov 19', 'Nov 26']],
    [24 * 365, ['Nov', 'Dec', '2027', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']],
    [24 * 365 * 3, ['2027', 'Apr', 'Jul', 'Oct', '2028', 'Apr', 'Jul', 'Oct', '2029', 'Apr', 'Jul', 'Oct']],
  ])('has round times below it: %d hours', (hours, labels) => {
    expect(buildTimeline(historyOf(hours, []), 10)?.ticks.map(({ label }) => label)).toEqual(labels);
  });
});
