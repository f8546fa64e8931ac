import type { ColorName, Row, Run } from './cells.ts';

export interface Picture {
  /** What a screen reader calls the picture. */
  readonly title: string;
  /** What is to be seen, in a sentence. */
  readonly description: string;
  readonly columns: number;
  readonly rows: readonly Row[];
}

export const CELL = { width: 8.4, height: 20 };
const FONT_SIZE = 14;
export const PADDING = 18;
export const BAR_HEIGHT = 30;

/** Where letters stand in their row. */
const BASELINE = 14.5;

/** Each with at least 4.5:1 on its background, what is dim included; `test/scripts/pictures.test.ts` measures it. */
export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    background: '#fbfbfa',
    bar: '#efeeeb',
    edge: '#d9d7d2',
    dot: '#cfccc6',
    text: '#24292f',
    dim: '#646b73',
    black: '#24292f',
    red: '#c1272d',
    green: '#1a7136',
    yellow: '#8a5a00',
    blue: '#0a5cc4',
    magenta: '#8a3ab9',
    cyan: '#0b6b7c',
    white: '#57606a',
  },
  dark: {
    background: '#14181f',
    bar: '#1d232c',
    edge: '#303846',
    dot: '#3a4353',
    text: '#dfe4ec',
    dim: '#8f9aab',
    black: '#8f9aab',
    red: '#ff7b72',
    green: '#63c174',
    yellow: '#e3b341',
    blue: '#79b8ff',
    magenta: '#d2a8ff',
    cyan: '#56c8d8',
    white: '#dfe4ec',
  },
};

type Palette = Readonly<Record<ColorName | 'background' | 'bar' | 'edge' | 'dot' | 'text' | 'dim', string>>;

/** A terminal as an SVG that stands for itself: text that can be selected, no font, no picture and no script from elsewhere. */
export function drawSvg({ rows, ...window }: Picture): string {
  return drawWindow({ ...window, height: rows.length, style: STYLE }, drawRows(rows));
}

/** A window of so many columns and rows, with the style sheet of what is in it. */
interface Window extends Omit<Picture, 'rows'> {
  readonly height: number;
  readonly style: string;
}

export function drawWindow(window: Window, content: readonly string[]): string {
  const { title, description, columns, style } = window;
  const width = round(columns * CELL.width + PADDING * 2);
  const height = round(BAR_HEIGHT + window.height * CELL.height + PADDING * 2 - 4);
  const frame = `x="0.5" y="0.5" width="${round(width - 1)}" height="${round(height - 1)}" rx="9"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="description">${escapeXml(description)}</desc>`,
    `<style>\n${style}\n</style>`,
    `<rect class="background" ${frame}/>`,
    `<path class="bar" d="M1 ${BAR_HEIGHT}V9.5A8.5 8.5 0 0 1 9.5 1H${round(width - 9.5)}A8.5 8.5 0 0 1 ${round(width - 1)} 9.5V${BAR_HEIGHT}Z"/>`,
    ...[0, 1, 2].map((dot) => `<circle class="dot" cx="${20 + dot * 18}" cy="${BAR_HEIGHT / 2}" r="5"/>`),
    `<text class="name" x="${round(width / 2)}" y="${BAR_HEIGHT / 2 + 4.5}" text-anchor="middle">${escapeXml(title)}</text>`,
    `<rect class="edge" ${frame}/>`,
    ...content,
    '</svg>\n',
  ].join('\n');
}

export function drawRows(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row, index) => (row.length === 0 ? [] : [drawRow(row, `y="${baselineOf(index)}"`)]));
}

/** Where the letters of a row stand. */
export function baselineOf(index: number): number {
  return round(BAR_HEIGHT + PADDING - 2 + index * CELL.height + BASELINE);
}

export function drawRow(row: Row, attributes: string): string {
  return `<text class="row" ${attributes}>${row.map(drawRun).join('')}</text>`;
}

/** The length is said, so that columns stay straight in whatever font the reader has. */
function drawRun(run: Run): string {
  const x = round(PADDING + run.column * CELL.width);
  const classes = [
    run.color,
    run.isBold ? 'bold' : null,
    run.isDim ? 'dim' : null,
    run.isUnderlined ? 'underlined' : null,
  ];
  const named = classes.filter((name) => name !== null).join(' ');
  const length = ` textLength="${round(run.width * CELL.width)}" lengthAdjust="spacingAndGlyphs"`;
  return `<tspan x="${x}"${length}${named === '' ? '' : ` class="${named}"`}>${escapeXml(run.text)}</tspan>`;
}

export const STYLE = [
  'text { white-space: pre; }',
  `.row { font: ${FONT_SIZE}px ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace; }`,
  '.name { font: 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }',
  '.bold { font-weight: 700; }',
  '.underlined { text-decoration: underline; }',
  '.edge { fill: none; }',
  ...rulesOf(PALETTES.light),
  `@media (prefers-color-scheme: dark) {\n${rulesOf(PALETTES.dark).join('\n')}\n}`,
].join('\n');

/** `dim` comes last: what is dim has one color, whatever else it is. */
function rulesOf({ background, bar, edge, dot, text, dim, ...colors }: Palette): readonly string[] {
  return [
    `.background { fill: ${background}; } .bar { fill: ${bar}; } .edge { stroke: ${edge}; } .dot { fill: ${dot}; }`,
    `.row { fill: ${text}; } .name { fill: ${dim}; }`,
    Object.entries(colors)
      .map(([name, color]) => `.${name} { fill: ${color}; }`)
      .join(' '),
    `.dim { fill: ${dim}; }`,
  ];
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
