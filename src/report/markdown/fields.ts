import { compareText } from '../../model/diagnostic.ts';
import type { ReportPipe } from '../../model/report.ts';
import { shortFieldName } from '../view-model/change.ts';
import { LONGEST_NAME, shorten } from '../view-model/format.ts';
import { findStatusStyle, listStatusStyles, type StatusContext } from '../view-model/status.ts';
import { LONGEST_PIPE_NAME, renderCodeBlock } from './markup.ts';

const MAX_COLUMNS = 100;

/** Names of pipes in lines of up to 100 columns, for a code block. */
export class NameList {
  text = '';
  #column = 0;
  #isFirst = true;

  /** `start` may have several lines; the next name follows the last one. */
  startLine(start: string): void {
    this.text += this.text === '' ? start : `\n${start}`;
    this.#column = start.length - start.lastIndexOf('\n') - 1;
    this.#isFirst = true;
  }

  add(name: string): void {
    const shown = shorten(name, LONGEST_PIPE_NAME);
    const isWide = this.#column + shown.length > MAX_COLUMNS;
    const gap = this.#isFirst ? '' : isWide ? ',\n    ' : ', ';
    this.text += gap + shown;
    this.#column = (isWide && !this.#isFirst ? 0 : this.#column) + gap.length + shown.length;
    this.#isFirst = false;
  }
}

/** The most that the fence of a block takes: two backticks more than a name may have, twice. */
const FENCE_ROOM = 300;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Each pipe once with the names of its fields, by status and service: `db_max_threads, replicas: orders, returns`. `room`: in
 * UTF-16 units. `coded`: a letter for each field, with a legend. `left`: the pipes that do not fit.
 */
export function renderFields(report: StatusContext, pipes: readonly ReportPipe[], room: number, coded: boolean) {
  const paths = new Set(pipes.flatMap(({ changes }) => changes.map(({ path }) => path)));
  const codes = new Map([...paths].map((path, index) => [path, LETTERS[index] ?? `(${index})`]));
  const entries = pipes.map((pipe) => {
    const fields = coded
      ? pipe.changes.map(({ path }) => codes.get(path)).join('')
      : pipe.changes.map((change) => shorten(shortFieldName(change), LONGEST_NAME)).join(', ');
    return { ...pipe, fields, pipe, label: findStatusStyle(report, pipe.status).label };
  });
  const ranks = listStatusStyles(report).map(({ label }) => label);
  entries.sort(
    (a, b) =>
      ranks.indexOf(a.label) - ranks.indexOf(b.label) ||
      compareText(a.service, b.service) ||
      compareText(a.fields, b.fields) ||
      compareText(a.name, b.name),
  );
  const list = new NameList();
  if (coded) list.startLine([...codes].map(([path, code]) => `${code} = ${shorten(path, LONGEST_NAME)}`).join('\n'));
  let shown = '';
  const fitting = entries.findIndex(({ label, service, fields, name }, index) => {
    const last = entries[index - 1];
    const isSame = last?.label === label && last.service === service;
    if (!isSame) list.startLine(`${shorten(service, LONGEST_NAME)}, ${label}:`);
    if (!isSame || last.fields !== fields) list.startLine(`  ${fields}: `);
    list.add(name);
    if (list.text.length + FENCE_ROOM > room) return true;
    shown = list.text;
    return false;
  });
  const left = fitting === -1 ? [] : entries.slice(fitting).map(({ pipe }) => pipe);
  return { block: shown === '' ? '' : renderCodeBlock(shown, 'text'), left };
}
