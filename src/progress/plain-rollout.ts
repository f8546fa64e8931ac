import type { RunEvent } from '../model/event.ts';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { lookOfVerdict } from '../report/view-model/check-look.ts';
import { count } from '../report/view-model/count.ts';
import { sayMoment } from '../report/view-model/rollout-words.ts';
import type { ApplyState } from './apply-state.ts';
import { type PlainProgress, USUAL_PAUSE_MS } from './plain-lines.ts';
import { isWatched, measuredOf, type RolloutState } from './rollout-state.ts';
import { describeBake, describeBakeStart, describeCheck, describeWaveEnd, describeWaveStart } from './rollout-words.ts';

/** A bake says about ten times that it is alive, but at least once in this time. */
const LONGEST_BAKE_PAUSE_MS = 60_000;
const BAKE_LINES = 10;

/** The line that an event of a rollout is worth, or null. `before` is the state that the event met. */
export function describeRolloutEvent(event: RunEvent, before: RolloutState, after: RolloutState): string | null {
  switch (event.type) {
    case 'wave_start':
      return describeWaveStart(event);
    case 'bake_start':
      return describeBakeStart(event);
    case 'wave_done':
      return describeWaveEnd(event);
    case 'rollback_start':
      return `Rolling back ${count(event.pipes.length, 'pipe')}`;
    case 'check':
      return isWatched(event) ? describeWatchedCheck(event, before, after) : describePipeCheck(event);
    default:
      return null;
  }
}

/** The first measurement, each change of the verdict and the last one: a bake may have hundreds. */
function describeWatchedCheck(event: CheckEvent, before: RolloutState, after: RolloutState): string | null {
  const find = ({ checks }: RolloutState) =>
    checks.find(({ name, moment }) => name === event.name && moment === event.moment);
  const check = find(after);
  if (check === undefined) return null;
  const isLast = measuredOf(check) === check.measurements;
  if (!isLast && find(before)?.last?.verdict === event.verdict) return null;
  return `${event.wave === null ? 'Before the first wave' : `Wave ${event.wave}`}, ${describeCheck(check)}`;
}

type CheckEvent = Extract<RunEvent, { type: 'check' }>;

/** A check of one pipe is worth a line when the pipe is held up by it. */
function describePipeCheck(event: CheckEvent): string | null {
  if (event.verdict === 'pass') return null;
  const when = safeText(sayMoment(event));
  return `${lookOfVerdict(event.verdict).word}  ${safeText(event.name)} ${when}: ${safeText(event.reason)}`;
}

/** How far a bake or a rollback is; null while pipes are updated. */
export function describeRolloutProgress({ rollout }: ApplyState, now: number): PlainProgress | null {
  const { phase } = rollout;
  if (phase.name === 'baking') {
    const pauseMs = Math.min(LONGEST_BAKE_PAUSE_MS, Math.max(USUAL_PAUSE_MS, phase.bakeMs / BAKE_LINES));
    // Time passes by itself: its tenths are no news.
    return { share: 0, text: () => describeBake(rollout, phase, now), pauseMs };
  }
  if (phase.name !== 'rolling-back') return null;
  const done = phase.total - phase.left.size;
  const share = phase.total === 0 ? 1 : done / phase.total;
  return {
    share,
    text: () => `Rolling back: ${formatNumber(done)} of ${formatNumber(phase.total)}`,
    pauseMs: USUAL_PAUSE_MS,
  };
}
