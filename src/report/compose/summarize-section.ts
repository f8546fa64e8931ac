import { groupBy } from '../../model/group-by.ts';
import { count, shortList } from '../../model/number.ts';
import type { Block } from '../block.ts';
import { arrangePipes } from '../view-model/arrange.ts';
import { formatChange } from '../view-model/change.ts';
import { countMore, joinParts, shorten } from '../view-model/format.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import type { Section } from '../view-model/section.ts';
import { toCode } from '../view-model/span.ts';
import { findStatusStyle } from '../view-model/status.ts';
import { type EntryContext, isUsual } from './compose-entry.ts';

/** A summary names the pipes when they are few. */
const FEW = 10;

const MAX_GROUPS = 50;

/** A line for each group of pipes, then how many other pipes change and how many have something else to say. */
export function summarizeSection({ report }: EntryContext, { pipes }: Section): readonly Block[] {
  const { groups, pipes: others } = arrangePipes(report, pipes, false);
  const lines = groups.slice(0, MAX_GROUPS).map(({ changes, pipes: alike }) => {
    const [first] = alike;
    const status = first === undefined || isUsual(first.status) ? '' : findStatusStyle(report, first.status).label;
    const shown = changes.map((change) => `${change.path} ${formatChange(report, change)}`);
    return joinParts([shorten(shortList(shown, FEW)), 'in', count(alike.length, 'pipe'), status], ' ');
  });
  const changed = others.filter(({ changes }) => changes.length > 0);
  const sum = changed.reduce((total, { changes }) => total + changes.length, 0);
  const unchanged = groupBy(
    others.filter(({ changes }) => changes.length === 0),
    ({ status }) => status,
  );
  const all = [
    ...lines,
    countMore(groups.length - lines.length, 'group'),
    sum === 0
      ? ''
      : nameIfFew(
          `${count(sum, groups.length > 0 ? 'other change' : 'change')} in ${count(changed.length, 'pipe')}`,
          changed,
        ),
    ...[...unchanged].map(([status, alike]) => {
      // The problems above name those that share one.
      const isRest = status === 'error' && alike.length < pipes.filter((pipe) => pipe.status === status).length;
      return nameIfFew(
        `${count(alike.length, isRest ? 'other pipe' : 'pipe')} ${findStatusStyle(report, status).label}`,
        alike,
      );
    }),
  ].filter((line) => line !== '');
  if (all.length === 0) return [];
  return [toCode(all)];
}

/** `7 changes in 2 pipes: orders, returns` */
function nameIfFew(words: string, pipes: readonly ReportPipe[]): string {
  return pipes.length > FEW ? words : `${words}: ${pipes.map(({ name }) => name).join(', ')}`;
}
