import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import type { RunningPipe } from '../apply-state.ts';
import { shareRows } from '../frame-plan.ts';
import type { Look } from '../look.ts';
import { cell } from '../text.ts';
import { describeActivity, formatElapsed } from '../words.ts';
import { Line } from './line.tsx';

interface RunningListProps {
  readonly look: Look;
  /** Oldest first, so that what hangs stays in sight. */
  readonly running: readonly RunningPipe[];
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
  readonly rows: number;
  readonly columns: number;
  readonly nameColumns: number;
}

const LONGEST_ACTIVITY = 'no answer, reading again'.length;
const TIME_COLUMNS = 6;

/** What each pipe is doing now, and since when. */
export function RunningList({ look, running, now, rows, columns, nameColumns }: RunningListProps): ReactNode {
  const { style, glyphs } = look;
  const { shown, saysMore } = shareRows(running.length, rows);
  const activityColumns = Math.min(LONGEST_ACTIVITY, columns - (4 + nameColumns + 2 + TIME_COLUMNS + 1));
  return (
    <Box flexDirection="column" aria-hidden>
      <Line says={null}>{`${style.bold('Running')} ${style.dim(`(${formatNumber(running.length)})`)}`}</Line>
      {running.slice(0, shown).map((pipe) => {
        const name = cell(safeText(pipe.name), nameColumns, glyphs.ellipsis);
        const activity = cell(describeActivity(pipe), activityColumns, glyphs.ellipsis);
        const time = formatElapsed(now - pipe.startedAt).padStart(TIME_COLUMNS);
        return <Line key={pipe.name} says={null}>{`    ${name}  ${style.dim(activity)} ${time}`}</Line>;
      })}
      {saysMore && <Line says={null}>{style.dim(`    and ${formatNumber(running.length - shown)} more`)}</Line>}
    </Box>
  );
}
