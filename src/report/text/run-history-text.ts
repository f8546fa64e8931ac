import { listWritten, mayHaveWritten, type Run, type RunPipe } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import type { ReportGlyphs } from '../chart/sparkline.ts';
import { formatInstant } from '../view-model/instant.ts';
import { formatPlace } from '../view-model/place.ts';
import { paintStatus, statusWords } from '../view-model/run-status.ts';
import { renderChanges } from './change-rows.ts';
import { fitLines } from './fit-lines.ts';
import { renderRunText } from './run-text.ts';
import type { Style } from './style.ts';

/** A journaled run for a person: when it was, what it wrote to which pipe, then what an apply says at its end. */
export function renderRunHistory(run: Run, style: Style, glyphs: ReportGlyphs = 'unicode'): string {
  const written = run.pipes.filter(mayHaveWritten).map((pipe) => renderWritten(pipe, style));
  const head = [renderTimes(run, style), ...written].join('\n\n');
  return `${fitLines(head, style.columns)}\n\n${renderRunText(run, style, glyphs)}`;
}

function renderTimes({ id, startedAt, finishedAt, rollsBack, environment }: Run, style: Style): string {
  const about = [
    environment === null ? '' : `environment ${safeText(environment)}`,
    `from ${sayTime(startedAt)} to ${sayTime(finishedAt)}`,
    rollsBack === null ? '' : `rolls back ${safeText(rollsBack)}`,
  ];
  return `${style.bold(`Run ${safeText(id)}`)}  ${about.filter((part) => part !== '').join('; ')}`;
}

function sayTime(text: string): string {
  return formatInstant(text) ?? safeText(text);
}

function renderWritten(pipe: RunPipe, style: Style): string {
  const title = [
    paintStatus(style, pipe.status, statusWords(pipe.status)),
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    style.dim(formatPlace(pipe.location)),
  ].join('  ');
  return [title, ...renderChanges(listWritten(pipe), style)].join('\n');
}
