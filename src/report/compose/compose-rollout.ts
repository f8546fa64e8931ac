import { formatNumber } from '../../model/number.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import type { Block, Line } from '../block.ts';
import { countMore, LONGEST_NAME } from '../view-model/format.ts';
import { listSpans } from '../view-model/problem.ts';
import { listGates, listWaves, sortRestored, summarizeRollout } from '../view-model/rollout.ts';
import { toSection } from '../view-model/span.ts';

const MAX_NAMES = 20;

const LONGEST_REASON = 400;

/** The waves of a rollout, what was rolled back, and the health checks that guarded the run; empty without any. */
export function composeRollout(run: Run): readonly Block[] {
  const { rollout, checks } = run;
  if (rollout === null && checks.length === 0) return [];
  const blocks = [...composeWaves(run), ...composeRestored(run), ...composeChecks(run)];
  const title = rollout === null ? 'Health checks' : 'Rollout';
  return toSection('rollout', title, blocks, summarizeRollout(run));
}

function composeWaves({ rollout }: Run): readonly Block[] {
  if (rollout === null) return [];
  const { shown, more } = listWaves(rollout);
  if (shown.length === 0) return [];
  const rows = shown.map(({ wave, pipes, status, bake, reason }): readonly Line[] => [
    [`${wave}`],
    [formatNumber(pipes.length)],
    [{ kind: 'status', style: status }],
    bake === null ? [] : [bake],
    reason === null ? [] : [{ kind: 'sentence', text: reason, limit: LONGEST_REASON }],
    listSpans(pipes.map(nameSpan), MAX_NAMES),
  ]);
  const head = ['Wave', 'Pipes', 'Verdict', 'Baked', 'Why', 'Names'];
  // The problems of the run say why, too.
  const table: Block = { kind: 'table', head, rows, details: ['Why', 'Names'] };
  return more === 0 ? [table] : [table, { kind: 'paragraph', line: [countMore(more, 'wave')] }];
}

function composeRestored(run: Run): readonly Block[] {
  const { restored, kept } = sortRestored(run);
  const listPipes = (label: string, pipes: readonly RunPipe[]): readonly Line[] => {
    const names = pipes.map(({ service, name }) => nameSpan(`${service}/${name}`));
    return pipes.length === 0 ? [] : [[{ kind: 'strong', line: [`${label}:`] }, ' ', ...listSpans(names, MAX_NAMES)]];
  };
  const items = [...listPipes('Rolled back', restored), ...listPipes('Not rolled back', kept)];
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

function nameSpan(text: string) {
  return { kind: 'code', text, limit: LONGEST_NAME } as const;
}

function composeChecks({ checks }: Run): readonly Block[] {
  if (checks.length === 0) return [];
  const rows = listGates(checks).map(
    ({ name, when, status, isClosed, value, condition, counts, values, pass, reason }): readonly Line[] => [
      [nameSpan(name)],
      [{ kind: 'sentence', text: when }],
      isClosed ? [{ kind: 'strong', line: [{ kind: 'status', style: status }] }] : [{ kind: 'status', style: status }],
      value === null ? [] : [nameSpan(value)],
      condition === null ? [] : [nameSpan(condition)],
      [counts],
      [{ kind: 'sparkline', values, pass }],
      isClosed ? [{ kind: 'sentence', text: reason, limit: LONGEST_REASON }] : [],
    ],
  );
  const head = ['Check', 'When', 'Verdict', 'Value', 'Must be', 'Measured', 'Over time', 'Why'];
  // The problems of the run or of the pipe say why a gate was closed, too.
  return [{ kind: 'table', head, rows, noun: 'check', details: ['Why'] }];
}
