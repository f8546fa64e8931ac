import { formatNumber } from '../../model/number.ts';
import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { drawCourse } from '../chart/sparkline.ts';
import { lookOfVerdict } from '../view-model/check-look.ts';
import { count } from '../view-model/count.ts';
import {
  lookOfWave,
  pickWaves,
  sayCounts,
  sayMoment,
  sayValue,
  sortGates,
  sortRestored,
} from '../view-model/rollout-words.ts';
import { formatTook } from '../view-model/took.ts';
import { markCode, markProse } from './text.ts';

const MOST_NAMES = 20;
const LONGEST_NAME = 60;
const LONGEST_REASON = 160;
const LONGEST_MOMENT = 100;

/** How much is told: a comment that is short of room tells the first rows only. */
export interface RolloutRows {
  readonly waves: number;
  readonly checks: number;
}

/** The waves in order, what was put back and what could not be, and what each check came to; empty without a guard. */
export function renderRollout(run: Run, most: RolloutRows): string {
  const { rollout, checks } = run;
  return [
    rollout === null ? '' : renderWaves(rollout, most.waves),
    tellRestored(run),
    checks.length === 0 ? '' : renderChecks(checks, most.checks),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderWaves(rollout: RolloutRecord, most: number): string {
  const { shown, more } = pickWaves(rollout, most);
  const rows = shown.map(({ wave, pipes, verdict, bakedMs }) => {
    const { mark, word } = lookOfWave(verdict);
    const baked = verdict === 'not-started' ? '' : formatTook(bakedMs);
    return [`${wave}`, formatNumber(pipes.length), `${mark} ${word}`, baked];
  });
  return renderTable(['Wave', 'Pipes', 'Verdict', 'Baked'], rows, more, 'wave');
}

function renderChecks(gates: readonly GateRecord[], most: number): string {
  const rows = sortGates(gates)
    .slice(0, most)
    .map((gate) => {
      const { last, name, counts } = gate;
      const { mark, word } = lookOfVerdict(last.verdict);
      const value = sayValue(last);
      const course = drawCourse(gate.values, 'unicode');
      return [
        markCode(name, LONGEST_NAME),
        markProse(sayMoment(gate), LONGEST_MOMENT),
        `${mark} ${gate.gate === 'closed' ? `**${word}**` : word}`,
        value === null ? '' : markCode(value, LONGEST_NAME),
        sayCounts(counts),
        course === null ? '' : markCode(course),
        gate.gate === 'closed' ? markProse(last.reason, LONGEST_REASON) : '',
      ];
    });
  const head = ['Check', 'When', 'Verdict', 'Value', 'Measured', 'Course', 'Why'];
  return renderTable(head, rows, gates.length - rows.length, 'check');
}

function tellRestored(run: Run): string {
  const sorted = sortRestored(run);
  if (sorted === null) return '';
  const { restored, kept } = sorted;
  const lines = [
    restored.length === 0 ? '' : `**Rolled back:** ${listPipes(restored)}`,
    kept.length === 0 ? '' : `**Not rolled back:** ${listPipes(kept)}`,
  ];
  return lines.filter((line) => line !== '').join('\n<br>');
}

function listPipes(pipes: readonly RunPipe[]): string {
  const names = pipes.slice(0, MOST_NAMES).map(({ service, name }) => markCode(`${service}/${name}`, LONGEST_NAME));
  const more = pipes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${count(more, 'more pipe')}` : names.join(', ');
}

/** A column that would say nothing is left out; without a row there is no table. */
function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  more: number,
  noun: string,
): string {
  if (rows.length === 0) return '';
  const telling = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const lines = [head, head.map(() => ':--'), ...rows].map(
    (row) => `| ${row.filter((_, column) => telling[column] === true).join(' | ')} |`,
  );
  return more > 0 ? `${lines.join('\n')}\n\nand ${count(more, `more ${noun}`)}` : lines.join('\n');
}
