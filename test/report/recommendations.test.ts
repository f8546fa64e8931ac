import { describe, expect, it } from 'vitest';
import type { AdvisedPipe, DeclaredWindow, Recommendations } from '../../src/model/size/advice-report.ts';
import { composeRecommendations } from '../../src/report/compose/compose-recommendations.ts';
import { renderBlocks } from '../../src/report/render-blocks.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { findFaults } from '../apply/schemas.ts';
import { adviceOf, advised, sampleAdvice, WEEK } from './documents.ts';
import { mainOf } from './html/body-of.ts';

const render = (
  report: Recommendations,
  format: 'text' | 'markdown' | 'html',
  glyphs: 'unicode' | 'ascii' | 'words' = 'unicode',
) => renderBlocks(composeRecommendations(report), format, { style: createStyle('off'), glyphs, columns: 100 });

describe('recommendations', () => {
  it('are a document of their schema', () => {
    expect(findFaults('recommendations', sampleAdvice())).toEqual([]);
  });

  it('as text, and as a page with charts', async () => {
    await expect(await render(sampleAdvice(), 'text')).toMatchFileSnapshot('golden/recommendations.txt');
    await expect(mainOf(await render(sampleAdvice(), 'html'))).toMatchFileSnapshot('html/golden/recommendations.html');
  });

  it('show the demand in words to a screen reader, and in ASCII', async () => {
    expect(await render(sampleAdvice(), 'text', 'words')).toContain(
      'Millicores in a week, Monday to Sunday in Europe/Berlin: highest demand, up to 2,900; usual demand, up to 2,320; limit now, 4,000; limit as advised, 1,000–3,000.',
    );
    const ascii = await render(sampleAdvice(), 'text', 'ascii');
    expect(ascii).toMatch(/^ +1,000 \+=+[+|]#+/m);
    expect(ascii).not.toMatch(/[░▓┄━│]/);
  });

  it.each([24, 40, 80, 120, 300])('keep the chart within %d columns, or say it in words', async (columns) => {
    const report = sampleAdvice();
    const style = createStyle('off', columns);
    const text = await renderBlocks(composeRecommendations(report), 'text', { style, glyphs: 'unicode', columns });
    const drawn = text.split('\n').filter((line) => /[┤│└░▓┄━]/.test(line));
    for (const line of drawn) expect(line.length).toBeLessThanOrEqual(Math.min(columns, 114));
    expect(drawn.length > 0).toBe(columns > 34);
  });

  it('name a pipe in one place, and say what it saves of its capacity without prices', async () => {
    const { cost: _, pipes, ...report } = sampleAdvice();
    const unpriced = { ...report, pipes: pipes.map(({ cost: __, ...pipe }) => pipe) };
    const text = await render(unpriced, 'text');
    for (const { name } of pipes) expect(text.match(new RegExp(`\\b${name}\\b(?!\\.yaml)`, 'g'))).toHaveLength(1);
    expect(text).toContain('orders  saves 57.1% of its capacity now: 2,286 of 4,000 millicores');
    expect(text).toContain('payments  adds 50% to its capacity now: 2,000 to 4,000 millicores');
  });

  it('show a declared schedule as before, and its capacity as that of now', async () => {
    const [, orders = advised('orders', {})] = sampleAdvice().pipes;
    const night = { days: [1, 2, 3, 4, 5, 6, 7], hours: null, timezone: 'UTC', replicas: { min: 1, max: 2 } };
    const windowsNow = [{ ...orders.windows[0], replicas: 6, replicaMemoryGb: 6 } as DeclaredWindow, night];
    const week = { ...WEEK, now: WEEK.advised.map((value) => (value > 1_000 ? 6_000 : 1_000)) };
    const report = adviceOf([{ ...orders, now: orders.advised, windowsNow, week }]);
    expect(findFaults('recommendations', report)).toEqual([]);
    const text = await render(report, 'text', 'words');
    expect(text.split('\n').filter((line) => /scaling|Millicores|mean/.test(line))).toMatchInlineSnapshot(`
      [
        "@  analytics/orders  saves 38.5% of its capacity now: 1,071 of 2,786 millicores in the mean of its schedule  pipes/orders.yaml:3:3",
        "    ~ scaling.schedule  6 replicas, replicaMemoryGb 6 Mon–Fri 07:00–19:00 Europe/Berlin -> 3 replicas Mon–Fri 07:00–19:00 Europe/Berlin",
        "    - scaling.schedule  replicas 1–2 every day UTC                                      -> unset",
        "    Millicores in a week, Monday to Sunday in Europe/Berlin: highest demand, up to 2,900; usual demand, up to 2,320; limit now, 1,000–6,000; limit as advised, 1,000–3,000.",
      ]
    `);
  });

  it('count the pipes to schedule that are too small now', async () => {
    const pipes = sampleAdvice().pipes.filter(({ verdict }) => verdict === 'schedule');
    const small = pipes.map((pipe) => ({ ...pipe, name: 'returns', isTooSmall: true }) as const);
    const report = adviceOf([...pipes, ...small]);
    expect(findFaults('recommendations', report)).toEqual([]);
    expect(await render(report, 'text')).toContain('Sizes: 2 pipes to schedule (1 too small).');
    expect(await render(report, 'html')).toContain('class="verdict t-warn"');
  });

  it('say of how many pipes the cost is, and leave it out where no pipe has one', async () => {
    const [kept = advised('clicks', {}), unknown] = [sampleAdvice().pipes[0], advised('returns', {})];
    const priced = { ...kept, cost: { now: 1_204.5, advised: 1_204.5 } };
    const cost = { currency: 'USD', now: 1_204.5, advised: 1_204.5 };
    const factOf = async (pipes: readonly AdvisedPipe[]) =>
      /^ +Cost +(.*)$/m.exec(await render(adviceOf(pipes, { cost }), 'text'))?.[1];
    expect(await factOf([priced])).toBe('1,204.50 USD a month');
    expect(await factOf([priced, unknown])).toBe('1,204.50 USD a month, for 1 of 2 pipes');
    expect(await factOf([unknown])).toBeUndefined();
  });

  it('name the first pipes of many, those that need or save most first', async () => {
    const pipes = Array.from({ length: 60 }, (_, index) =>
      advised(`pipe-${index}`, {
        verdict: 'shrink',
        advised: { replicas: 3, cpuMillicores: 1_000, memoryGb: 4 },
        cost: { now: 100 + index, advised: 50 },
      }),
    );
    const text = await render(adviceOf(pipes), 'text');
    expect(text).toContain('Too large: 60 pipes\n\nv  analytics/pipe-59');
    expect(text).toContain('35 more pipes: analytics/pipe-34, analytics/pipe-33, ');
  });

  it('fit into a comment, with the charts of the first pipes', async () => {
    const samples = sampleAdvice().pipes.filter(({ week }) => week !== null);
    const [sample = advised('clicks', {})] = samples;
    const shrink: AdvisedPipe = { ...sample, verdict: 'shrink', windows: [] };
    const pipes = Array.from({ length: 50 }, (_, index) =>
      [...samples, shrink].map((pipe) => ({ ...pipe, name: `analytics-${pipe.verdict}-${index}` })),
    ).flat();
    const comment = await render(adviceOf(pipes, { cost: { currency: 'USD', now: 1, advised: 1 } }), 'markdown');
    expect(comment.length).toBeLessThan(65_536);
    expect(comment.match(/Millicores by hour/g)).toHaveLength(12);
    expect(comment.match(/Short of capacity/g)).toHaveLength(75);
  });
});
