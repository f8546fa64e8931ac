import {
  becomesUnknown,
  type Capacity,
  type Change,
  isRefusedAsWhole,
  type Plan,
  type PlannedPipe,
} from '../model/plan.ts';
import { count } from './count.ts';
import { cutText } from './cut-text.ts';
import { renderDiagnosticBrief } from './diagnostic-brief.ts';
import { formatFieldValue } from './field-value.ts';
import { foldUnreadable } from './fold-unreadable.ts';
import { markChange } from './mark-change.ts';
import { padCells, widest } from './pad.ts';
import { formatPlace } from './place.ts';
import { renderRequest } from './request-text.ts';
import { safeText } from './safe-text.ts';
import type { Style } from './style.ts';

/** Live names and states are of any length; what is shown of a longer one is its beginning. */
const LONGEST_NAME = 80;

/**
 * A plan for a person at a terminal: what changes and where that is written, why something is refused, and what will be
 * sent. Warnings of the configuration are not repeated: they are told with their lines when it is loaded.
 */
export function renderPlanText(plan: Plan, style: Style): string {
  const { shown, rest } = foldUnreadable(plan.pipes.filter(isWorthShowing));
  const blocks = [
    ...shown.map((pipe) => renderPipe(pipe, style)),
    ...rest.map((line) => `${style.red('!')}  ${line}`),
    ...plan.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '')),
    [renderCapacity(plan, style), renderSummary(plan, style)].filter((line) => line !== '').join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** The last line of a plan: `Plan: 2 pipes to update (5 changes, 3 requests), 4 unchanged.` */
function renderSummary(plan: Plan, style: Style): string {
  const { summary } = plan;
  const rest = [
    summary.refused > 0 ? style.red(`${summary.refused} refused`) : '',
    summary.error > 0 ? style.red(`${summary.error} with errors`) : '',
  ].filter((part) => part !== '');
  if (summary.update > 0) {
    const size = `(${count(summary.changes, 'change')}, ${count(summary.requests, 'request')})`;
    if (isRefusedAsWhole(plan)) {
      const refused = `${style.red('Plan refused:')} ${count(summary.update, 'pipe')} would be updated ${size}`;
      return `${[refused, `${summary.unchanged} unchanged`, ...rest].join(', ')}. Nothing will be sent.`;
    }
    const update = `${count(summary.update, 'pipe')} to update ${size}`;
    return `${style.bold('Plan:')} ${[update, `${summary.unchanged} unchanged`, ...rest].join(', ')}.`;
  }
  if (rest.length > 0)
    return `${style.bold('Plan:')} nothing to update, ${[`${summary.unchanged} unchanged`, ...rest].join(', ')}.`;
  if (plan.api === null) return '';
  if (summary.total === 0) return 'No pipes to plan for. Nothing to do.';
  const all = summary.total === 1 ? 'The pipe is' : `All ${summary.total.toLocaleString('en-US')} pipes are`;
  return `${style.green('No changes.')} ${all} as the configuration says.`;
}

/** A pipe that is as it should be is worth showing only for its warnings. */
function isWorthShowing(pipe: PlannedPipe): boolean {
  return pipe.status !== 'unchanged' || pipe.diagnostics.length > 0;
}

function renderPipe(pipe: PlannedPipe, style: Style): string {
  const symbols = { update: style.yellow('~'), refused: style.red('x'), error: style.red('!'), unchanged: ' ' };
  const words = {
    update: '',
    refused: style.red('refused'),
    error: style.red(pipe.liveName === null ? 'could not be read' : 'cannot be planned'),
    unchanged: 'unchanged',
  };
  const about = [pipe.source, pipe.state]
    .filter((word) => word !== null)
    .map((word) => safeText(cutText(word, LONGEST_NAME)));
  const title = [
    symbols[pipe.status],
    style.bold(safeText(`${pipe.service}/${pipe.name}`)),
    pipe.liveName === null || pipe.liveName === pipe.name ? '' : safeText(`"${cutText(pipe.liveName, LONGEST_NAME)}"`),
    about.join(', '),
    words[pipe.status],
    style.dim(formatPlace(pipe.location)),
  ];
  const lines = [title.filter((part) => part !== '').join('  ')];
  lines.push(...renderChanges(pipe.changes, style));
  lines.push(...pipe.requests.map((request, index) => renderRequest(request, index + 1, pipe, style)));
  lines.push(...pipe.diagnostics.map((diagnostic) => renderDiagnosticBrief(diagnostic, style, '    ')));
  return lines.join('\n');
}

function renderChanges(changes: readonly Change[], style: Style): readonly string[] {
  const rows = changes.map((change) => {
    const before = formatFieldValue(change.path, change.before);
    const after = formatFieldValue(change.path, change.after);
    const band = change.band === null ? '' : `  edge of the band ${change.band.min} to ${change.band.max}`;
    return { change, before, after, band };
  });
  const pathWidth = widest(rows.map(({ change }) => change.path));
  const beforeWidth = widest(rows.map(({ before }) => before));
  const afterWidth = widest(rows.map(({ after, band }) => after + band));
  return rows.map(({ change, before, after, band }) => {
    const marked = markChange(before, after, style);
    const left = marked.before + ' '.repeat(beforeWidth - widest([before]));
    const right = marked.after + band + ' '.repeat(afterWidth - widest([after + band]));
    const path = padCells(safeText(change.path), pathWidth);
    return `    ${symbol(change, style)} ${path}  ${left} -> ${right}  ${style.dim(formatPlace(change.location))}`;
  });
}

function symbol(change: Change, style: Style): string {
  if (change.before === null) return style.green('+');
  return change.after === null ? style.red('-') : style.yellow('~');
}

function renderCapacity(plan: Plan, style: Style): string {
  const { before, after } = plan.capacity;
  const unknown = plan.pipes.filter(
    ({ status, changes }) => status === 'update' && changes.some(becomesUnknown),
  ).length;
  if (plan.summary.update === 0 || isRefusedAsWhole(plan) || (same(plan.capacity) && unknown === 0)) return '';
  const parts = [
    move('replicas', before.replicas, after.replicas, ''),
    move('CPU', before.cpuMillicores, after.cpuMillicores, 'm'),
    move('memory', before.memoryGb, after.memoryGb, ' GB'),
  ];
  const without = unknown === 0 ? '' : `, without ${count(unknown, 'pipe')} that the service gives its default size`;
  return `${style.bold('Capacity:')} ${parts.join(', ')}${without}`;
}

function same({ before, after }: Capacity): boolean {
  return (
    before.replicas === after.replicas &&
    before.cpuMillicores === after.cpuMillicores &&
    before.memoryGb === after.memoryGb
  );
}

function move(what: string, before: number, after: number, unit: string): string {
  const say = (value: number): string => `${value.toLocaleString('en-US')}${unit}`;
  if (before === after) return `${what} ${say(before)}`;
  const delta = after - before;
  return `${what} ${say(before)} -> ${say(after)} (${delta > 0 ? '+' : '-'}${say(Math.abs(delta))})`;
}
