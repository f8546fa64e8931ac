import { formatNumber } from '../../model/number.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import type { Block, Line } from '../block.ts';
import { LONGEST_NAME } from '../view-model/format.ts';
import type { Medium } from '../view-model/medium.ts';
import { countMore, listSpans } from '../view-model/problem.ts';
import { listGates, listWaves, sortRestored, summarizeRollout } from '../view-model/rollout.ts';
import { toSection } from '../view-model/span.ts';

const MOST: Readonly<Record<Medium, Readonly<Record<'waves' | 'checks' | 'names', number>>>> = {
  terminal: { waves: 20, checks: 12, names: 20 },
  comment: { waves: 12, checks: 12, names: 20 },
  // Each pipe may have its own checks, and a fleet may have thousands of pipes.
  page: { waves: 40, checks: 100, names: 100 },
};

const LONGEST_REASON = 400;

/** The waves of a rollout, what was rolled back, and the health checks that guarded the run; empty without any. */
export function composeRollout(run: Run, medium: Medium): readonly Block[] {
  const { rollout, checks } = run;
  if (rollout === null && checks.length === 0) return [];
  const blocks = [...composeWaves(run, medium), ...composeRestored(run, medium), ...composeChecks(run, medium)];
  const title = rollout === null ? 'Health checks' : 'Rollout';
  return toSection('rollout', title, blocks, summarizeRollout(run));
}

function composeWaves({ rollout }: Run, medium: Medium): readonly Block[] {
  if (rollout === null) return [];
  const { shown, more } = listWaves(rollout, MOST[medium].waves);
  if (shown.length === 0) return [];
  const rows = shown.map(({ wave, pipes, status, bake, reason }): readonly Line[] => [
    [`${wave}`],
    [formatNumber(pipes.length)],
    [{ kind: 'status', style: status }],
    bake === null ? [] : [bake],
    // The problems of the run say it, too.
    medium === 'page' && reason !== null ? [{ kind: 'sentence', text: reason, limit: LONGEST_REASON }] : [],
    medium === 'page' ? listSpans(pipes.map(nameSpan), MOST[medium].names) : [],
  ]);
  return [
    { kind: 'table', head: ['Wave', 'Pipes', 'Verdict', 'Baked', 'Why', 'Names'], rows, more: countMore(more, 'wave') },
  ];
}

function composeRestored(run: Run, medium: Medium): readonly Block[] {
  const { restored, kept } = sortRestored(run);
  const listPipes = (label: string, pipes: readonly RunPipe[]): readonly Line[] => {
    const names = pipes.map(({ service, name }) => nameSpan(`${service}/${name}`));
    return pipes.length === 0
      ? []
      : [[{ kind: 'strong', line: [`${label}:`] }, ' ', ...listSpans(names, MOST[medium].names)]];
  };
  const items = [...listPipes('Rolled back', restored), ...listPipes('Not rolled back', kept)];
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

function nameSpan(text: string) {
  return { kind: 'code', text, limit: LONGEST_NAME } as const;
}

function composeChecks({ checks }: Run, medium: Medium): readonly Block[] {
  if (checks.length === 0) return [];
  const { shown, more } = listGates(checks, MOST[medium].checks);
  const rows = shown.map(
    ({ name, when, status, isClosed, value, condition, counts, values, pass, reason }): readonly Line[] => [
      [nameSpan(name)],
      [{ kind: 'sentence', text: when }],
      isClosed ? [{ kind: 'strong', line: [{ kind: 'status', style: status }] }] : [{ kind: 'status', style: status }],
      value === null ? [] : [nameSpan(value)],
      condition === null ? [] : [nameSpan(condition)],
      [counts],
      [{ kind: 'sparkline', values, pass }],
      // The problems of the run or of the pipe say why a gate was closed.
      isClosed && medium !== 'terminal' ? [{ kind: 'sentence', text: reason, limit: LONGEST_REASON }] : [],
    ],
  );
  const head = ['Check', 'When', 'Verdict', 'Value', 'Must be', 'Measured', 'Course', 'Why'];
  return [{ kind: 'table', head, rows, more: countMore(more, 'check') }];
}
