import { count, formatNumber, shortList } from '../../model/number.ts';
import { capitalize, safeText, withoutPeriod } from '../../model/text.ts';
import {
  type Block,
  type BlockOf,
  type Entry,
  type FieldDiff,
  isMain,
  type Line,
  type NamesBlock,
  type PipeTitle,
  type Problem,
  type Span,
} from '../block.ts';
import { drawWeek } from '../chart/draw-week.ts';
import { drawSparkline } from '../chart/sparkline.ts';
import { createStyle } from '../text/style.ts';
import { describeLeftOut, formatInstant, joinParts, shorten } from '../view-model/format.ts';
import { limitEntries, limitProblems } from '../view-model/limit.ts';
import {
  createPlaceRenderer,
  LONGEST_CODE,
  LONGEST_PIPE_NAME,
  type PlaceRenderer,
  renderCode,
  renderCodeBlock,
  renderDetails,
  renderHtmlCode,
  renderProse,
  renderSentence,
  renderWords,
} from './markup.ts';

/**
 * Blocks as GitHub-flavored Markdown. No text of others becomes markup, a link or a mention. `hasDetails`: with the details of pipes, and
 * all names of long lists.
 */
export function renderMarkdownBlocks(
  blocks: readonly Block[],
  { renderPlace, hasDetails }: { readonly renderPlace: PlaceRenderer; readonly hasDetails: boolean },
): string {
  const written = joinBlocks(writeBlocks(blocks.filter(isMain), { ...MARKDOWN, place: renderPlace, hasDetails }));
  return written === '' ? '' : `${written}\n`;
}

/** GitHub's limit, in UTF-16 units. */
export const LONGEST_COMMENT = 65_536;

/** Blocks of another document than a report, without the details if they are too long for a comment. */
export function renderMarkdownDocument(blocks: readonly Block[]): string {
  const renderPlace = createPlaceRenderer(null, '');
  const whole = renderMarkdownBlocks(blocks, { renderPlace, hasDetails: true });
  return whole.length <= LONGEST_COMMENT ? whole : renderMarkdownBlocks(blocks, { renderPlace, hasDetails: false });
}

/** A wider code block is scrolled in a comment. */
const CHART = { style: createStyle('off'), glyphs: 'unicode', columns: 90 } as const;

/** How the pieces of a line look. */
interface Marks {
  readonly words: (text: string) => string;
  readonly code: (text: string, limit?: number) => string;
  readonly strong: (content: string) => string;
  readonly place: PlaceRenderer;
  readonly hasDetails: boolean;
}

const MARKDOWN = { words: renderWords, code: renderCode, strong: (content: string) => `**${content}**` };

/** A summary is HTML, where Markdown is not parsed. */
const HTML: Marks = {
  words: renderWords,
  code: renderHtmlCode,
  strong: (content) => `<b>${content}</b>`,
  place: ({ file, line }) => renderHtmlCode(`${file}:${line}`),
  hasDetails: false,
};

/** A code block shows text as it is. */
const PLAIN: Marks = {
  words: (text) => text,
  code: (text, limit = LONGEST_CODE) => shorten(text, limit),
  strong: (content) => content,
  place: ({ file, line }) => shorten(`${file}:${line}`, LONGEST_CODE),
  hasDetails: false,
};

function writeLine(line: Line, marks: Marks): string {
  return line.map((span) => writeSpan(span, marks)).join('');
}

function writeSpan(span: Span, marks: Marks): string {
  if (typeof span === 'string') return marks.words(span);
  switch (span.kind) {
    case 'code':
      return marks.code(span.text, span.limit);
    case 'sentence':
      return renderSentence(span.text, span.limit, marks.code);
    case 'strong': {
      const content = writeLine(span.line, marks);
      return content === '' ? '' : marks.strong(content);
    }
    case 'quiet':
      return writeLine(span.line, marks);
    case 'painted':
      return renderProse(span.text, undefined, marks.code);
    case 'status':
      return marks.words(`${span.style.symbol} ${span.style.label}`);
    case 'place':
      return marks.place(span.location);
    case 'time':
      return formatInstant(span.iso) ?? marks.code(span.iso);
    case 'request-id':
      return '';
    case 'sparkline': {
      const sparkline = drawSparkline(span.values, 'unicode', span.pass?.value ?? null);
      return sparkline === '' ? '' : marks.code(sparkline);
    }
  }
}

/** A line at the start of a paragraph or an item, where a number and a period would begin a list. */
function writeStart(line: Line, marks: Marks): string {
  return writeLine(line, marks).replace(/^(\d+)([.)])/, '$1\\$2');
}

function writeBlocks(blocks: readonly Block[], marks: Marks): readonly string[] {
  return blocks.map((block) => writeBlock(block, marks));
}

function joinBlocks(blocks: readonly string[]): string {
  return joinParts(blocks, '\n\n');
}

function writeBlock(block: Block, marks: Marks): string {
  switch (block.kind) {
    case 'verdict':
      return writeVerdict(block, marks);
    case 'section':
      return joinBlocks([
        writeHeading(block),
        renderWords(block.about ?? ''),
        ...writeBlocks(block.blocks.filter(isMain), marks),
      ]);
    case 'paragraph':
      return writeStart(block.line, marks);
    case 'facts':
      return writeFacts(block, marks);
    case 'table':
      return writeTable(block, marks);
    case 'list':
      return block.items.map((item) => `- ${writeStart(item, marks)}`).join('\n');
    case 'chart':
      return renderCodeBlock(drawWeek(block, CHART).join('\n'), 'text');
    case 'problems':
      return writeProblems(block, marks);
    case 'entries': {
      const { shown, more } = limitEntries(block, MAX_ENTRIES);
      if (block.rest === undefined) return writeEntries(shown, marks);
      return joinBlocks([...shown.map((entry) => writeEntries([entry], marks)), writeLine(more, marks)]);
    }
    case 'names':
      return writeNames(block, block.title, marks);
    case 'code':
      return renderCodeBlock((block.compact ?? block.lines).map(({ text }) => safeText(text)).join('\n'), 'text');
    case 'details':
      return renderDetails(writeLine(block.title, HTML), writeBlocks(block.blocks, marks), block.isOpen);
    // A comment has no script to filter with.
    case 'filter':
      return '';
  }
}

/** The headline has the counts. */
function writeVerdict({ name, environment, verdict }: BlockOf<'verdict'>, marks: Marks): string {
  const where = environment === null ? '' : ` for ${renderCode(environment, LONGEST_ENVIRONMENT)}`;
  return joinBlocks([
    `### ${renderWords(name)}${where} – ${renderWords(withoutPeriod(verdict.headline))}`,
    verdict.detail === null ? '' : writeStart([{ kind: 'sentence', text: verdict.detail }], marks),
  ]);
}

const LONGEST_ENVIRONMENT = 60;

function writeHeading({ title, count }: BlockOf<'section'>): string {
  return title === null ? '' : `#### ${joinParts([renderWords(title), renderWords(count)], ' – ')}`;
}

function writeFacts({ facts }: BlockOf<'facts'>, marks: Marks): string {
  const rows = facts.map(({ label, value }) => [renderWords(label), writeLine(value, marks)]);
  const [first, ...rest] = rows.filter(([, value]) => value !== '');
  return first === undefined ? '' : writeRows([first, [':--', ':--'], ...rest]);
}

/** More is more than a reviewer reads. */
const MAX_ROWS = 20;
const MAX_ENTRIES = 25;
const MOST_PROBLEMS = { problems: 10, lines: 5 };

/** The notes of the report are folded. */
function writeProblems(block: BlockOf<'problems'>, marks: Marks): string {
  const { shown, more } = limitProblems(block, MOST_PROBLEMS);
  const items = shown.map((problem) => writeProblem(problem, marks));
  const list = joinParts([...items, more === '' ? '' : `- ${renderWords(more)}`], '\n');
  if (block.title === null || block.noun !== 'note') return list;
  return renderDetails(renderWords(count(block.problems.length, 'note')), [list]);
}

function writeTable({ head, rows, noun, details = [] }: BlockOf<'table'>, marks: Marks): string {
  if (rows.length === 0) return '';
  const most = noun === undefined ? rows.length : MAX_ROWS;
  const cells = rows.slice(0, most).map((row) => row.map((cell) => writeLine(cell, marks)));
  const isFilled = (_: string, column: number): boolean =>
    !details.includes(head[column] ?? '') && cells.some((row) => row[column] !== '');
  const all = [head.map(renderWords), head.map(() => ':--'), ...cells].map((row) => row.filter(isFilled));
  return joinBlocks([writeRows(all), renderWords(describeLeftOut(rows.length - most, noun ?? ''))]);
}

function writeRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function writeProblem({ style, code, summary, places, lines, help }: Problem, marks: Marks): string {
  const where = places.length === 0 ? '' : ` (${writeLine(places, marks)})`;
  const name = code === null ? '' : ` ${renderCode(code)}`;
  const shown = [
    `- **${style.label}**${name}: ${renderSentence(summary)}${where}`,
    ...lines.map((line) => writeLine(line, marks)),
  ];
  if (help !== null) shown.push(`**Help:** ${renderSentence(help)}`);
  return shown.join('\n  <br>');
}

/** What pipes have in common, the differences of the others in one block, then what else there is to say of each. */
function writeEntries(entries: readonly Entry[], marks: Marks): string {
  const titled = entries.flatMap((entry) => (entry.title === null ? [] : [{ ...entry, title: entry.title }]));
  const changed = titled.filter(({ diffs }) => diffs.length > 0);
  const hunks = changed.flatMap(({ title, diffs }) => [writeHunk(title, diffs), ...diffs.flatMap(writeDiff)]);
  return joinBlocks([
    ...entries.filter(({ title }) => title === null).map((group) => writeGroup(group, marks)),
    writeDiffs(hunks),
    linkPlaces(changed, marks),
    ...titled.filter((entry) => hasMore(entry, marks)).map((entry) => writeEntry(entry, marks)),
  ]);
}

function hasMore({ blocks }: Entry, { hasDetails }: Marks): boolean {
  return hasDetails ? blocks.length > 0 : blocks.some(isMain);
}

/** `in 37 pipes: pipes/defaults.yaml:8`, the differences, and the names of the pipes. */
function writeGroup({ diffs, names, blocks }: Entry, marks: Marks): string {
  const where = writeLine(diffs[0]?.where ?? [], marks);
  const places = findPlaces(
    diffs.map((diff) => diff.where),
    marks,
  );
  return joinBlocks([
    where === '' ? '' : `**${capitalize(where)}**`,
    writeDiffs(diffs.flatMap(writeDiff)),
    places.length < 2 ? '' : `At ${shortList(places, MAX_LINKS)}`,
    // The line above says how many they are.
    names === null ? '' : writeNames(names, '', marks),
    ...writeBlocks(blocks, marks),
  ]);
}

function writeDiffs(lines: readonly string[]): string {
  return lines.length === 0 ? '' : renderCodeBlock(lines.join('\n'), 'diff');
}

/** Writes the first line as git does: `@@ pipes/clicks.yaml:3 @@ analytics/clicks  refused`. */
function writeHunk({ status, service, name, about, place }: PipeTitle, [first]: readonly FieldDiff[]): string {
  const pipe = shorten(`${service}/${name}`, LONGEST_PIPE_NAME);
  const [at = PLAIN.place(place)] = findPlaces([first?.where ?? []], PLAIN);
  return `@@ ${at} @@ ${joinParts([pipe, status, writeLine(about, PLAIN)], '  ')}`;
}

/** `- settings.db_max_threads: 4` and `+ settings.db_max_threads: 8, clamped to 6–8 (drift)`. */
function writeDiff({ sign, path, sides, note, origin }: FieldDiff): readonly string[] {
  const field = PLAIN.code(path);
  const rest = `${note === '' ? '' : `, ${renderSentence(note, undefined, PLAIN.code)}`}${origin === null ? '' : ` (${origin})`}`;
  const values = sides.map(({ role, label, value }) => ({
    mark: { base: ' ', before: '-', after: '+' }[role],
    isShown: value !== null || label !== null,
    text: joinParts([label, PLAIN.code(value ?? 'unset')], ' '),
  }));
  if (sign === '=') return [`  ${field}: ${values.map(({ text }) => text).join(', ')}${rest}`];
  // The sign of the other side says that this one is not set.
  const shown = values.filter(({ isShown }) => isShown);
  const lines = (shown.length === 0 ? values.slice(-1) : shown).map(({ mark, text }) => `${mark} ${field}: ${text}`);
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${rest}`];
}

const MAX_LINKS = 20;

/** Links to the lines of the values, where there are links: a code block has none. */
function linkPlaces(entries: readonly Entry[], marks: Marks): string {
  const places = findPlaces(
    entries.flatMap(({ diffs }) => diffs.map(({ where }) => where)),
    marks,
  );
  const links = [...new Set(places)].filter((text) => text.startsWith('['));
  return links.length === 0 ? '' : `At ${shortList(links, MAX_LINKS)}`;
}

/** The places that lines name. */
function findPlaces(lines: readonly Line[], { place }: Marks): readonly string[] {
  return lines
    .flat()
    .flatMap((span) => (typeof span === 'object' && span.kind === 'place' ? [place(span.location)] : []));
}

/** What there is to say of a pipe besides its differences. */
function writeEntry(entry: Entry & { readonly title: PipeTitle }, marks: Marks): string {
  const { title, diffs, blocks, digest, isUrgent } = entry;
  const head = (its: Marks): string => {
    const pipe = its.code(`${title.service}/${title.name}`, LONGEST_PIPE_NAME);
    const name = its.strong(joinParts([pipe, its.words(title.status)], ' '));
    return joinParts([name, writeLine(digest, its)], ' · ');
  };
  // Its differences have said this.
  const about =
    diffs.length > 0 ? '' : joinParts([writeLine(title.about, marks), `at ${marks.place(title.place)}`], ', ');
  const body = [about, ...writeBlocks(marks.hasDetails ? blocks : blocks.filter(isMain), marks)];
  return isUrgent ? joinBlocks([head(marks), ...body]) : renderDetails(head(HTML), body);
}

const FEW = 10;
const MAX_SERVICES = 5;

/** Fewer than ten names in a line, else the number of each service, and the names folded, which are details. */
function writeNames({ services }: NamesBlock, title: string, { hasDetails }: Marks): string {
  const names = services.flatMap(({ service, names }) => names.map((name) => `${service}/${name}`));
  const words = renderWords(title);
  if (names.length < FEW)
    return joinParts([words, names.map((name) => renderCode(name, LONGEST_PIPE_NAME)).join(', ')], ': ');
  const counts = services.map(({ service, names }) => `${renderHtmlCode(service)} ${formatNumber(names.length)}`);
  const head = joinParts([words, shortList(counts, MAX_SERVICES)], ': ');
  if (!hasDetails) return head;
  return renderDetails(head, [renderCodeBlock(services.map(listNames).join('\n'), 'text')]);
}

/** Breaks the list into lines of about 100 columns. */
function listNames({ service, names }: NamesBlock['services'][number]): string {
  const list = names.map((name) => shorten(name, LONGEST_PIPE_NAME)).join(', ');
  return `${shorten(service, LONGEST_CODE)}: ${list}`.replace(/(?=.{97})(.{50,95}), /g, '$1,\n    ');
}
