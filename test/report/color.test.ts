import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createStyle } from '../../src/report/text/style.ts';
import { STATUS_STYLES } from '../../src/report/view-model/status.ts';
import { inCi } from '../effort.ts';
import { drawApply } from '../progress/draw-apply.ts';
import { pipeNames, START } from '../progress/events.ts';
import { BUSY_AT, busyFleet, guardedRollout, MOMENTS, ROLLOUT_PIPES } from '../progress/stories.ts';
import { TEXTS } from './terminal-texts.ts';

const ON = createStyle('on');
const OFF = createStyle('off');

const rollout = (at: number): string =>
  drawApply({
    pipes: pipeNames(ROLLOUT_PIPES),
    events: guardedRollout.filter((event) => Date.parse(event.at) <= START + at),
    columns: 79,
    rows: 40,
    color: 'on',
    at,
  });

/** Every terminal text, in color. */
const COLORED: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, render]) => [name, () => render(ON)])),
  ...Object.fromEntries(Object.entries(MOMENTS).map(([name, at]) => [`rollout ${name}`, () => rollout(at)])),
  'apply busy': () =>
    drawApply({
      pipes: pipeNames(2_000),
      events: busyFleet(2_000),
      columns: 79,
      rows: 23,
      color: 'on',
      at: BUSY_AT,
    }),
};

/** The colors with a meaning; cyan and blue only separate parts of a line. */
const TELLING = new Map([
  ['31', 'red'],
  ['32', 'green'],
  ['33', 'yellow'],
]);

/** The old value is red and the new one green; `->`, `live` and `declared` say which is which. */
const SIDES = [
  /\x1b\[31m[^\x1b]*\x1b\[39m(?= *->)/g,
  /(?<=-> )\x1b\[32m[^\x1b]*\x1b\[39m/g,
  /(?<=live )\x1b\[31m[^\x1b]*\x1b\[39m/g,
  /(?<=declared )\x1b\[32m[^\x1b]*\x1b\[39m/g,
];

/** The text in a color with a meaning, without the sides of changes. */
function listPainted(text: string): readonly { readonly color: string; readonly words: string }[] {
  const withoutSides = SIDES.reduce((rest, side) => rest.replaceAll(side, ''), text);
  return [...withoutSides.matchAll(/\x1b\[(31|32|33)m(.*?)\x1b\[39m/gs)].map(([, code = '', words = '']) => ({
    color: TELLING.get(code) ?? code,
    words: stripVTControlCharacters(words).trim(),
  }));
}

describe('color is never the only sign', () => {
  it.each(Object.entries(COLORED))('%s: every colored part is a word or a mark', (_, render) => {
    const painted = listPainted(render());
    expect(painted.filter(({ words }) => words === '' || /^[\d.,]+$/.test(words))).toEqual([]);
  });

  inCi('the same word always has the same color', () => {
    const colors = new Map<string, Set<string>>();
    for (const render of Object.values(COLORED)) {
      for (const { color, words } of listPainted(render())) {
        const known = colors.get(words) ?? new Set();
        colors.set(words, known.add(color));
      }
    }
    expect(colors.size).toBeGreaterThan(20);
    expect([...colors].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it.each(Object.entries(TEXTS))('%s has the same text without color', (_, render) => {
    expect(stripVTControlCharacters(render(ON))).toBe(render(OFF));
  });
});

describe('without color every status is distinct', () => {
  const areDistinct = (looks: readonly { readonly status: string; readonly look: string }[]): void => {
    const statuses = new Map<string, Set<string>>();
    for (const { status, look } of looks) statuses.set(look, (statuses.get(look) ?? new Set()).add(status));
    expect([...statuses].filter(([look, found]) => look === '' || found.size > 1)).toEqual([]);
  };

  it.each(Object.entries(STATUS_STYLES))('statuses of a %s, by label and by each symbol', (_, styles) => {
    for (const part of ['label', 'symbol', 'asciiSymbol'] as const) {
      areDistinct(Object.values(styles).map((style) => ({ status: style.status, look: style[part] })));
    }
  });
});
