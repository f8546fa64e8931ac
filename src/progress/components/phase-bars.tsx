import type { ReactNode } from 'react';
import { formatDuration } from '../../model/units.ts';
import type { ApplyState } from '../apply-state.ts';
import type { Look } from '../look.ts';
import { bakeLeft, formatBakeLeft } from '../rollout-words.ts';
import { Bar } from './bar.tsx';
import { ProgressBar, progressLabel } from './progress-bar.tsx';

interface PhaseBarsProps {
  readonly look: Look;
  readonly state: ApplyState;
  readonly columns: number;
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
}

const TITLE = 'Applying';

/** How far the apply is, and the bake of its wave below that; a rollback has the place of both. */
export function PhaseBars({ look, state, columns, now }: PhaseBarsProps): ReactNode {
  const { done, total, rollout } = state;
  const { phase } = rollout;
  if (phase.name === 'rolling-back') {
    const restored = phase.total - phase.left.size;
    return <ProgressBar look={look} title="Rolling back" done={restored} total={phase.total} columns={columns} />;
  }
  const applying = <ProgressBar look={look} title={TITLE} done={done} total={total} columns={columns} />;
  if (phase.name !== 'baking') return applying;
  const left = bakeLeft(phase, now);
  const share = phase.bakeMs === 0 ? 1 : 1 - left / phase.bakeMs;
  // Two bars above each other begin and end in the same columns.
  const label = formatBakeLeft(left).padStart(progressLabel(done, total).length);
  return (
    <>
      {applying}
      <Bar
        look={look}
        title={'Baking'.padEnd(TITLE.length)}
        share={share}
        label={label}
        columns={columns}
        says={`Wave ${phase.wave} bakes for ${formatDuration(phase.bakeMs)}.`}
      />
    </>
  );
}
