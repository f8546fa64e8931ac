import { safeText } from '../../model/text.ts';
import {
  type Block,
  type BlockOf,
  type Entry,
  type Fact,
  type FieldDiff,
  isMain,
  type Line,
  type NamesBlock,
  type PipeTitle,
  type Problem,
  type Span,
  type WeekChart,
} from '../block.ts';
import { drawWeek } from '../chart/draw-week.ts';
import { drawSparkline } from '../chart/sparkline.ts';
import type { Side } from '../view-model/change.ts';
import {
  describeLeftOut,
  formatInstant,
  formatPlace,
  joinParts,
  LONGEST_LINE,
  LONGEST_NAME,
  shorten,
} from '../view-model/format.ts';
import { limitEntries, limitProblems } from '../view-model/limit.ts';
import type { ReportVerdict } from '../view-model/verdict.ts';
import { alignCells, fitLines, padCells, widest } from './fit-text.ts';
import { createStyle, paintStatus, type ReportGlyphs, renderSymbol, type Style } from './style.ts';

/** What a terminal shows, and how wide it is. */
interface Terminal {
  readonly style: Style;
  readonly glyphs: ReportGlyphs;
}

/** Blocks for a terminal, with a blank line between them, and lines broken at its width. */
export function renderTextBlocks(blocks: readonly Block[], terminal: Terminal): string {
  const shown = blocks.filter(isMain);
  return fitLines(
    `${writeAll(shown.some(({ kind }) => kind === 'verdict') ? resultLast(shown) : shown, terminal)}\n`,
    terminal.style.columns,
  );
}

/** A long report scrolls away, so that a terminal has what concerns all of it at the end. */
const LAST: readonly Block['kind'][] = ['problems', 'facts', 'verdict'];

function resultLast(blocks: readonly Block[]): readonly Block[] {
  return blocks.toSorted((a, b) => LAST.indexOf(a.kind) - LAST.indexOf(b.kind));
}

function writeAll(blocks: readonly Block[], terminal: Terminal): string {
  let text = '';
  let last: Block['kind'] | null = null;
  for (const block of blocks) {
    const written = writeBlock(block, terminal);
    if (written === '') continue;
    const isJoined = block.kind === 'verdict' && (last === 'facts' || last === 'paragraph');
    text += `${text === '' ? '' : isJoined ? '\n' : '\n\n'}${written}`;
    last = block.kind;
  }
  return text;
}

function writeBlock(block: Block, terminal: Terminal): string {
  const { style } = terminal;
  switch (block.kind) {
    case 'verdict':
      return renderVerdict({ color: block.verdict.color, line: block.line }, style);
    case 'section': {
      const title =
        block.title === null ? '' : style.bold(`${block.title}${block.count === '' ? '' : `: ${block.count}`}`);
      const head = joinParts([title, block.about === null ? '' : style.dim(block.about)], '\n');
      return joinParts([head, writeAll(block.blocks.filter(isMain), terminal)], '\n\n');
    }
    case 'paragraph':
      return writeLine(block.line, terminal);
    case 'facts':
      return writeFacts(block.facts, terminal);
    case 'table':
      return writeTable(block, terminal);
    case 'list':
      return block.items.map((item) => writeLine(item, terminal)).join('\n');
    case 'chart':
      return writeChart(block, terminal);
    case 'problems':
      return writeProblems(block, terminal);
    case 'entries': {
      const { shown, more } = limitEntries(block, MAX_ENTRIES);
      return joinParts([...shown.map((entry) => writeEntry(entry, terminal)), writeLine(more, terminal)], '\n\n');
    }
    case 'names':
      return joinParts([block.title, writeNames(block, style)], '\n');
    case 'code':
      return (block.compact ?? block.lines).map(({ text, isStrong }) => writeCode(text, isStrong, style)).join('\n');
    case 'details':
      return joinParts([writeLine(block.title, terminal), writeBelow(block.blocks, terminal)], '\n');
    case 'filter':
      // Only a page has one.
      return '';
  }
}

/** Writes words for a screen reader, and where a chart has no room. */
function writeChart(chart: WeekChart, { style, glyphs }: Terminal): string {
  const columns = style.columns ?? FILE_COLUMNS;
  return glyphs === 'words' || columns < NARROWEST_CHART
    ? chart.label
    : drawWeek(chart, { style, glyphs, columns }).join('\n');
}

const NARROWEST_CHART = 30;

/** The verdict in one line, with its first clause painted. */
export function renderVerdict({ color, line }: Pick<ReportVerdict, 'color' | 'line'>, style: Style): string {
  // A comma or a period before a digit is part of a number.
  return color === null ? line : line.replace(/^(?:[^,:.]|[,.](?=\d))+[:.]?/, style[color]);
}

function writeCode(text: string, isStrong: boolean, style: Style): string {
  const safe = safeText(text);
  return isStrong ? style.bold(safe) : style.dim(safe);
}

/** `  Capacity      replicas 3 -> 4 (+1)`: a long value goes on below its start. */
function writeFacts(facts: readonly Fact[], terminal: Terminal): string {
  const { dim, columns } = terminal.style;
  const width = widest(facts.map(({ label }) => label));
  const margin = ' '.repeat(width + 2 * GAP.length);
  const room = columns === null ? null : columns - margin.length;
  return facts
    .map(({ label, value }) => {
      const lines = fitLines(writeLine(value, terminal), room).replaceAll('\n', `\n${margin}`);
      return `${GAP}${dim(padCells(label, width))}${GAP}${lines}`;
    })
    .join('\n');
}

/** More would scroll the rest away. */
const MAX_ROWS = 20;
const MAX_ENTRIES = 25;

/** A branch that removes many pipes has a note for each. */
const MAX_NOTES = 5;
const ALL = Number.POSITIVE_INFINITY;

function writeProblems(block: BlockOf<'problems'>, terminal: Terminal): string {
  const most = block.noun === 'note' && block.title !== null ? MAX_NOTES : ALL;
  const { shown, more } = limitProblems(block, { problems: most, lines: ALL });
  return joinParts([...shown.map((problem) => writeProblem(problem, terminal)), more], '\n\n');
}

function writeTable({ head, rows, noun, optional = [], details = [] }: BlockOf<'table'>, terminal: Terminal): string {
  const { dim, columns } = terminal.style;
  const room = columns ?? FILE_COLUMNS;
  const most = noun === undefined ? rows.length : MAX_ROWS;
  const cells = rows.slice(0, most).map((row) => row.map((cell) => writeLine(cell, terminal)));
  const isFilled = (_: string, column: number): boolean => cells.some((row) => row[column] !== '');
  const shown = new Set(head.filter(isFilled).filter((name) => !details.includes(name)));
  const pick = (): readonly (readonly string[])[] =>
    [head.map((words) => dim(words.toUpperCase())), ...cells].map((row) =>
      row.filter((_, column) => shown.has(head[column] ?? '')),
    );
  for (const name of optional) if (widest(alignCells(pick())) > room) shown.delete(name);
  return joinParts([...fitRows(pick(), columns), describeLeftOut(rows.length - most, noun ?? '')], '\n');
}

/** The fewest columns in which the last cells of a table are broken. */
const NARROWEST = 14;

/**
 * Rows in columns, the head first. If they do not fit, the last cells are broken between words. If that is not enough, the last cells
 * go below their rows, or each value has the head of its column before it.
 */
function fitRows(rows: readonly (readonly string[])[], columns: number | null): readonly string[] {
  const aligned = alignCells(rows);
  if (columns === null || widest(aligned) <= columns) return aligned;
  const others = widest(aligned) - widest(rows.map((row) => row.at(-1) ?? ''));
  const room = Math.max(NARROWEST, columns - others);
  const broken = alignCells(
    rows.flatMap((row) => {
      const [first = '', ...more] = fitLines(row.at(-1) ?? '', room).split('\n');
      return [row.with(-1, first), ...more.map((line) => row.map(() => '').with(-1, line))];
    }),
  );
  if (widest(broken) <= columns) return broken;
  const [head = [], ...records] = rows;
  const short = alignCells(rows.map((row) => row.slice(0, -1)));
  // When there are two columns, the first alone would be a list without meaning.
  if (head.length > 2 && widest(short) <= columns) {
    return rows.flatMap((row, index) => {
      const last = index === 0 ? '' : (row.at(-1) ?? '');
      const below = last === '' ? [] : fitLines(`${head.at(-1)} ${last}`, columns - INDENT.length).split('\n');
      return [short[index] ?? '', ...below.map((line) => `${INDENT}${line}`)];
    });
  }
  return records.map((row) => {
    const named = row.flatMap((value, column) => (value === '' ? [] : [`${head[column]} ${value}`]));
    return fitLines(named.join(GAP), columns);
  });
}

/** `error[pipe-moved]: …`, why, and what to do. */
function writeProblem({ style: status, code, summary, places, lines, help }: Problem, terminal: Terminal): string {
  const { style } = terminal;
  const label = style.bold(code === null ? status.label : `${status.label}[${code}]`);
  const where = places.length === 0 ? '' : `  ${style.dim(writeLine(places, terminal))}`;
  return joinParts(
    [
      `${paintStatus(status, label, style)}: ${shorten(summary)}${where}`,
      ...lines.map((line) => `  ${writeLine(line, terminal)}`),
      help === null ? '' : `  ${style.cyan('=')} ${style.bold('help:')} ${safeText(help)}`,
    ],
    '\n',
  );
}

const INDENT = '    ';

function writeEntry({ title, diffs, names, blocks }: Entry, terminal: Terminal): string {
  const { style } = terminal;
  const rows = writeDiffs(diffs, terminal, title === null ? '' : INDENT);
  return joinParts(
    [
      title === null ? '' : writeTitle(title, terminal),
      ...rows,
      names === null ? '' : writeNames(names, style),
      ...blocks.map((block) => writeBelow([block], terminal)),
    ],
    '\n',
  );
}

/** `~  analytics/orders  kafka, Running  refused  pipes/orders.yaml:3:3` */
function writeTitle(
  { style: status, status: words, service, name, about, place }: PipeTitle,
  terminal: Terminal,
): string {
  const { style } = terminal;
  const parts = [
    paintStatus(status, status.asciiSymbol, style),
    style.bold(safeText(`${service}/${name}`)),
    writeLine(about, terminal),
    paintStatus(status, words, style),
    style.dim(formatPlace(place)),
  ];
  return joinParts(parts, GAP);
}

const GAP = '  ';

const PLAIN = createStyle('off');

/** Rows in columns. If they do not fit, the first values are not padded, so that the values stay together. */
function writeDiffs(diffs: readonly FieldDiff[], terminal: Terminal, margin: string): readonly string[] {
  const rows = diffs.map((diff) => {
    // A color inside a dimmed row would end the dimming.
    const rowTerminal = diff.sign === '=' ? { ...terminal, style: PLAIN } : terminal;
    const { left, right } = writeSides(diff, rowTerminal.style);
    return {
      left,
      right,
      path: safeText(diff.path),
      where: writeLine(diff.where, rowTerminal),
      origin: paintOrigin(diff, rowTerminal.style),
    };
  });
  const align = (width: number): readonly string[] =>
    alignCells(
      rows.map(({ path, left, right, origin, where }) => [path, padCells(left, width) + right, origin, where]),
    );
  const wide = align(widest(rows.map(({ left }) => left)));
  const { columns } = terminal.style;
  const lines = columns === null || widest(wide) + margin.length + '~ '.length <= columns ? wide : align(0);
  return diffs.map(({ sign }, index) => {
    if (sign === '=') return margin + terminal.style.dim(`= ${lines[index]}`);
    return `${margin}${paintSign(sign, terminal.style)} ${lines[index]}`;
  });
}

function paintSign(sign: FieldDiff['sign'], style: Style): string {
  const paint = { '+': style.green, '-': style.red, '~': style.yellow, '=': style.dim }[sign];
  return paint(sign);
}

/** `left`: the first value. `right`: the others, and what else there is to say. */
function writeSides({ sides, note }: FieldDiff, style: Style) {
  const isLabeled = sides.some(({ label }) => label !== null);
  const [left = '', ...others] = sides.map((side) => writeSide(side, style));
  const right = others.map((side, index) => {
    if (!isLabeled) return ` -> ${side}`;
    return ` ${side}${index < others.length - 1 ? ',' : ''}`;
  });
  return { left: isLabeled ? `${left},` : left, right: joinParts([right.join(''), safeText(note)], GAP) };
}

function writeSide({ role, label, value }: Side, style: Style): string {
  const shown = safeText(value ?? 'unset');
  const painted = role === 'base' ? shown : role === 'before' ? style.red(shown) : style.green(shown);
  return label === null ? painted : `${label} ${painted}`;
}

function paintOrigin({ origin }: FieldDiff, style: Style): string {
  if (origin === 'conflict') return style.red(origin);
  return origin === 'drift' ? style.yellow(origin) : (origin ?? '');
}

/** The width of a list of names or of a table with optional columns, except on a terminal. */
const FILE_COLUMNS = 100;

function writeNames({ services }: NamesBlock, style: Style): string {
  return services
    .map(({ service, names }) => {
      const line = `${INDENT}${style.bold(`${safeText(service)}:`)} ${names.map((name) => safeText(name)).join(', ')}`;
      return fitLines(line, style.columns ?? FILE_COLUMNS);
    })
    .join('\n');
}

function writeLine(line: Line, terminal: Terminal): string {
  return line.map((span) => writeSpan(span, terminal)).join('');
}

function writeSpan(span: Span, terminal: Terminal): string {
  if (typeof span === 'string') return span;
  const { style, glyphs } = terminal;
  switch (span.kind) {
    case 'code':
    case 'sentence':
      return shorten(span.text, span.limit ?? LONGEST_LINE);
    case 'strong':
      return style.bold(writeLine(span.line, terminal));
    case 'quiet':
      return style.dim(writeLine(span.line, terminal));
    case 'painted':
      return paintStatus(span.style, shorten(span.text), style);
    case 'status':
      return renderSymbol(span.style, glyphs, style) + paintStatus(span.style, span.style.label, style);
    case 'place':
      return style.dim(formatPlace(span.location));
    case 'time':
      return formatInstant(span.iso) ?? shorten(span.iso);
    case 'request-id':
      return `request id ${shorten(span.text, LONGEST_NAME)}`;
    case 'sparkline':
      return drawSparkline(span.values, glyphs, span.pass?.value ?? null);
  }
}

/** Indented blocks, which fit in the rest of each line. */
function writeBelow(blocks: readonly Block[], terminal: Terminal): string {
  const { style } = terminal;
  const columns = style.columns === null ? null : style.columns - INDENT.length;
  return writeAll(blocks, { ...terminal, style: { ...style, columns } }).replaceAll(/^(?=.)/gm, INDENT);
}
