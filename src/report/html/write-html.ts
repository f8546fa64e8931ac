import { count } from '../../model/number.ts';
import type { Block, BlockOf, Entry, FieldDiff, NamesBlock, Problem } from '../block.ts';
import { ORIGIN_STYLES, type Side } from '../view-model/change.ts';
import { cutText, describeLeftOut, LONGEST_LINE, LONGEST_NAME } from '../view-model/format.ts';
import { limitEntries, limitProblems } from '../view-model/limit.ts';
import { renderFleetBar } from './figures.ts';
import { renderLine } from './line.ts';
import { badge, html, type Markup, NOTHING, name, place, sentence, sign } from './markup.ts';
import { renderPage } from './page.ts';
import REPORT_STYLE from './report.css?raw';
import REPORT_SCRIPT from './report-script.js?raw';
import { renderWeekChart } from './week-chart.ts';

/**
 * A document as one self-contained HTML page; its first block is the verdict. The script only adds the filter. Equal blocks
 * give equal bytes.
 *
 * @throws TypeError without a verdict.
 */
export function renderHtmlBlocks([verdict, ...blocks]: readonly Block[]): string {
  if (verdict?.kind !== 'verdict') throw new TypeError('a page begins with its verdict');
  const [about, shown] = [blocks.filter(isAbout), blocks.filter((block) => !isAbout(block))];
  const end = shown.findIndex(({ kind }) => kind !== 'paragraph' && kind !== 'facts');
  const inCard = end === -1 ? shown.length : end;
  const where = verdict.environment === null ? '' : `, ${verdict.environment}`;
  return renderPage({
    title: `${verdict.name}${where}: ${verdict.verdict.headline}`,
    main: html`${renderVerdict(verdict, shown.slice(0, inCard))}\n${renderBlocks(shown.slice(inCard), 2)}`,
    footer: about.length === 0 ? NOTHING : renderAbout(about),
    style: REPORT_STYLE,
    script: REPORT_SCRIPT,
  });
}

function isAbout(block: Block): boolean {
  return block.kind === 'facts' && block.weight === 'detail';
}

function renderVerdict(
  { name: title, environment, verdict, counts }: BlockOf<'verdict'>,
  besides: readonly Block[],
): Markup {
  const { variant, headline, detail } = verdict;
  return html`<section class="verdict t-${variant}" aria-labelledby="verdict">
<p class="kind">${title}${environment === null ? null : html` · ${name(environment)}`}</p>
<h1 id="verdict">${headline}</h1>
${detail === null ? null : html`<p>${sentence(detail, LONGEST_LINE)}</p>`}
${renderFleetBar(counts)}${renderBlocks(besides, 2)}
</section>`;
}

function renderAbout(facts: readonly Block[]): Markup {
  return html`<footer aria-labelledby="about">
<h2 id="about">About this report</h2>
${renderBlocks(facts, 3)}
</footer>`;
}

/** `level`: of the headings. */
function renderBlocks(blocks: readonly Block[], level: number): Markup {
  return html`${blocks.map((block) => renderBlock(block, level))}`;
}

function renderBlock(block: Block, level: number): Markup {
  switch (block.kind) {
    case 'verdict':
      return renderVerdict(block, []);
    case 'section':
      return renderSection(block, level);
    case 'paragraph':
      return html`<p>${renderLine(block.line)}</p>\n`;
    case 'facts':
      return html`<dl class="facts">${block.facts.map(
        ({ label, value }) => html`<div><dt>${label}</dt><dd>${renderLine(value)}</dd></div>`,
      )}</dl>\n`;
    case 'table':
      return renderTable(block);
    case 'list':
      return html`<ul class="list">${block.items.map((item) => html`<li>${renderLine(item)}</li>`)}</ul>\n`;
    case 'chart':
      return renderWeekChart(block);
    case 'problems':
      return renderProblems(block, level);
    case 'entries': {
      const { shown, more } = limitEntries(block, MAX_ENTRIES);
      return html`${shown.map((entry) => renderEntry(entry, level))}${renderMore(renderLine(more))}`;
    }
    case 'names':
      return html`<article class="block" data-status="${block.status}" data-origin="">${renderNames(block)}</article>\n`;
    case 'code':
      return html`<pre><code>${block.lines.map(({ text, isStrong }) => html`${isStrong ? html`<b>${text}</b>` : text}\n`)}</code></pre>\n`;
    case 'details':
      return html`<details${block.isOpen ? html` open` : null}><summary>${renderLine(block.title)}</summary>
${renderBlocks(block.blocks, level)}</details>\n`;
    case 'filter':
      return renderFilter(block);
  }
}

/** A section without a title has one for a screen reader. */
function renderSection({ id, title, count: size, about, style, blocks }: BlockOf<'section'>, level: number): Markup {
  const color = style && html` class="t-${style.variant}"`;
  const heading =
    title === null
      ? html`<h${level} id="${id}" class="unseen">Changes</h${level}>`
      : html`<h${level} id="${id}">${style && html`${sign(style)} `}${title}${size && html` <span class="count">${size}</span>`}</h${level}>`;
  return html`<section${color} aria-labelledby="${id}">
${heading}
${about && html`<p class="quiet">${about}</p>\n`}${renderBlocks(blocks, level + 1)}</section>
`;
}

/** A page with more rows takes a browser seconds to lay out. */
const MAX_ROWS = 1_000;
const MAX_ENTRIES = 1_000;
const MOST_PROBLEMS = { problems: 50, lines: 20 };

/** On a narrow screen, the cells are below each other, and each has the title of its column. */
function renderTable({ head, rows, noun }: BlockOf<'table'>): Markup {
  const most = noun === undefined ? rows.length : MAX_ROWS;
  const cells = rows.slice(0, most).map((row) => row.map(renderLine));
  const columns = [...head.entries()].filter(([column]) => cells.some((row) => row[column]?.toString()));
  const body = cells.map((row) => {
    const data = columns.map(([column, title], place) => {
      const cell = row[column] ?? NOTHING;
      return place === 0
        ? html`<th scope="row" data-head="${title}">${cell}</th>`
        : html`<td data-head="${title}">${cell}</td>`;
    });
    return html`<tr>${data}</tr>\n`;
  });
  return html`<table class="grid"><thead><tr>${columns.map(([, title]) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${body}</tbody></table>
${renderMore(describeLeftOut(rows.length - most, noun ?? ''))}`;
}

function renderMore(more: string | Markup): Markup {
  return more.toString() === '' ? NOTHING : html`<p class="quiet">${more}</p>\n`;
}

/** A list that is a part of the report has a heading. */
function renderProblems(block: BlockOf<'problems'>, level: number): Markup {
  const { shown, more } = limitProblems(block, MOST_PROBLEMS);
  const list = html`<ul class="problems">${shown.map(renderProblem)}</ul>\n${renderMore(more)}`;
  if (block.title === null) return list;
  const [id = ''] = block.title.toLowerCase().split(' ');
  return html`<section aria-labelledby="${id}">
<h${level} id="${id}">${block.title}</h${level}>
${list}</section>
`;
}

function renderProblem({ style, code, summary, places, lines, help }: Problem): Markup {
  const source = html`${code && html`<code>${code}</code> `}${renderLine(places)}`;
  return html`<li class="problem t-${style.variant}">
<p>${badge(style)} <b>${sentence(summary, LONGEST_LINE)}</b> <span class="source">${source}</span></p>${lines.map(
    (line) => html`<p>${renderLine(line)}</p>`,
  )}${help && html`<p><b>Help:</b> ${sentence(help, LONGEST_LINE)}</p>`}
</li>
`;
}

function renderEntry({ title, diffs, names, blocks, status, origins }: Entry, level: number): Markup {
  const color = title && html` t-${title.style.variant}`;
  return html`<article class="block${color}" data-status="${status}" data-origin="${origins.join(' ')}">
${title && renderTitle(title, level)}${diffs.length === 0 ? null : html`<ul class="changes">${diffs.map(renderDiff)}</ul>\n`}${names && renderNames(names)}${renderBlocks(blocks, level + 1)}</article>
`;
}

function renderTitle(
  { style, status, service, name: pipe, about, place: at }: NonNullable<Entry['title']>,
  level: number,
) {
  const badged = status === '' ? null : html` ${badge({ ...style, label: status })}`;
  return html`<h${level}><span class="name"><span class="quiet">${name(service)}/</span>${name(pipe)}</span>${badged} <span class="quiet">${renderLine(about)}</span>${place(at)}</h${level}>
`;
}

/** `settings.db_max_threads 4 -> 8 clamped to 3–6 config pipes/orders.yaml:8:7`; the new value is bold. */
function renderDiff({ sign: kind, path, sides, note, origin, where }: FieldDiff): Markup {
  const joint = sides.length === 2 && sides.every(({ label }) => label === null) ? ' -> ' : ', ';
  const values = sides.map((side, index) => renderSide(side, index === 0 ? '' : joint));
  const said = note === '' ? null : html` <span class="note">${sentence(note, LONGEST_LINE)}</span>`;
  const from = origin && html` <b class="origin t-${ORIGIN_STYLES[origin].variant}">${origin}</b>`;
  return html`<li${kind === '=' ? html` class="known"` : null}><code class="field">${cutText(path, LONGEST_NAME)}</code><span class="sides">${values}${said}${from}</span><span class="where">${renderLine(where)}</span></li>`;
}

function renderSide({ role, label, value }: Side, joint: string): Markup {
  const text = value === null ? 'unset' : cutText(value, LONGEST_LINE);
  const words = label === null ? joint : `${joint}${label} `;
  switch (role) {
    case 'before':
      return html`${words}<del>${text}</del>`;
    case 'after':
      return html`${words}<ins>${text}</ins>`;
    case 'base':
      return html`${words}<span class="base">${text}</span>`;
  }
}

/** Few names share lines with those of other services. */
const FEW = 12;

function renderNames({ title, services, isFolded }: NamesBlock): Markup {
  const total = services.reduce((sum, { names }) => sum + names.length, 0);
  const lists = services.map(
    ({ service, names }) =>
      html`<div><dt>${cutText(service, LONGEST_NAME)}</dt>${names.map((one) => html`<dd>${cutText(one, LONGEST_NAME)}</dd>`)}</div>`,
  );
  return html`<details class="names${total <= FEW ? ' few' : ''}"${isFolded ? null : html` open`}><summary>${title}</summary><dl>${lists}</dl></details>`;
}

/** Hidden until the script shows it. */
function renderFilter({ pipes, statuses, origins }: BlockOf<'filter'>): Markup {
  const choose = (key: string, all: string, options: readonly Markup[]): Markup =>
    options.length < 2
      ? NOTHING
      : html`<select id="${key}" aria-label="${key}"><option value="">${all}</option>${options}</select>`;
  const byStatus = statuses.map(({ value, label }) => html`<option value="${value}">${label}</option>`);
  const byOrigin = origins.map((origin) => html`<option>${origin}</option>`);
  return html`<div id="controls" class="controls" role="search" hidden>
<input id="search" type="search" placeholder="Search pipes, fields and values" aria-label="Search pipes, fields and values" autocomplete="off" spellcheck="false">
${choose('status', 'All statuses', byStatus)}${choose('origin', 'All origins', byOrigin)}
<button type="button" id="reset" hidden>Show all</button>
<p id="matches" role="status">${count(pipes, 'pipe')}</p>
</div>
<p id="no-match" class="quiet" hidden>No pipe matches.</p>
`;
}
