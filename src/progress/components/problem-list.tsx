import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { truncate } from '../../report/text/truncate.ts';
import { paintStatus, statusWords } from '../../report/view-model/run-status.ts';
import type { Problem } from '../apply-state.ts';
import { shareRows } from '../frame-plan.ts';
import { type Look, markOf } from '../look.ts';
import { cell } from '../text.ts';
import { sayProblem } from '../words.ts';
import { Line } from './line.tsx';

interface ProblemListProps {
  readonly look: Look;
  /** The latest ones, oldest first. */
  readonly problems: readonly Problem[];
  /** How many there are in all. */
  readonly count: number;
  readonly rows: number;
  readonly columns: number;
  readonly nameColumns: number;
}

const STATUS_COLUMNS = 'unknown'.length;

/** The latest pipes that came out wrong, each with what became of it and why. */
export function ProblemList({ look, problems, count, rows, columns, nameColumns }: ProblemListProps): ReactNode {
  const { shown, saysMore } = shareRows(count, rows);
  const latest = problems.slice(-shown);
  return (
    <Box flexDirection="column">
      <Line says={null}>{`${look.style.bold('Problems')} ${look.style.dim(`(${formatNumber(count)})`)}`}</Line>
      {latest.map((problem) => (
        <Line key={problem.name} says={sayProblem(problem)}>
          {describe(look, problem, columns, nameColumns)}
        </Line>
      ))}
      {saysMore && <Line says={null}>{look.style.dim(`  and ${formatNumber(count - latest.length)} more`)}</Line>}
    </Box>
  );
}

function describe(look: Look, problem: Problem, columns: number, nameColumns: number): string {
  const { ellipsis } = look.glyphs;
  const name = cell(safeText(problem.name), nameColumns, ellipsis);
  const status = statusWords(problem.status).padEnd(STATUS_COLUMNS);
  const room = columns - (2 + 2 + nameColumns + 2 + STATUS_COLUMNS + 2);
  const reason = truncate(safeText(problem.reason ?? ''), room, ellipsis);
  const mark = paintStatus(look.style, problem.status, markOf(look, problem.status));
  return `  ${mark} ${name}  ${paintStatus(look.style, problem.status, status)}  ${look.style.dim(reason)}`;
}
