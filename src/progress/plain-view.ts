import type { RunEvent } from '../model/event.ts';
import { formatNumber } from '../model/number.ts';
import type { RunStatus } from '../model/run.ts';
import { safeText } from '../model/safe-text.ts';
import { count } from '../report/view-model/count.ts';
import { paintStatus, statusWords } from '../report/view-model/run-status.ts';
import { isProblem, reduceApply, startApplyState } from './apply-state.ts';
import { createLook, type Look } from './look.ts';
import { startPlainLines, USUAL_PAUSE_MS } from './plain-lines.ts';
import { describeRolloutEvent, describeRolloutProgress } from './plain-rollout.ts';
import { reduceRead, startReadState } from './read-state.ts';
import { describeRolloutEnd } from './rollout-words.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewOptions } from './view.ts';
import {
  describeApplyPace,
  describeCounts,
  describeEnd,
  describeReadEnd,
  describeReadPace,
  describeRemark,
  percentOf,
} from './words.ts';

/** Lines need no terminal, so any stream will do. */
export type Plain<Options extends ViewOptions> = Omit<Options, 'stream' | 'narrowing' | 'medium'> & {
  readonly stream: NodeJS.WritableStream;
};

/** Up to so many pipes, each gets its own line. */
const SMALL_FLEET = 20;

const STATUS_COLUMNS = 'applied'.length;

/** A reading that is over before this says nothing, unless something failed. */
const QUIET_READ_MS = 1_000;

/** An apply as lines: what came out wrong at once, the progress of a large fleet at a humane rate. */
export function startApplyView(options: Plain<ApplyViewOptions>): ApplyView {
  const { clock } = options;
  const look = createLook(options.colour, options.glyphs);
  let state = startApplyState(options.pipes, clock.monotonicMs());
  const lines = startPlainLines(options, () => {
    const { done, total } = state;
    const rollout = describeRolloutProgress(state, clock.monotonicMs());
    if (rollout !== null) return rollout;
    const text = (): string => {
      const progress = [
        `${formatNumber(done)}/${formatNumber(total)} (${percentOf(done, total)}%)`,
        ...describeApplyPace(state, clock.monotonicMs()),
      ];
      return `${progress.join(', ')}: ${describeCounts(state.counts)}`;
    };
    return { share: total === 0 ? 1 : done / total, text, pauseMs: USUAL_PAUSE_MS };
  });
  const isSmall = (): boolean => state.total <= SMALL_FLEET;

  function show(event: RunEvent): void {
    if (event.type === 'run_start') lines.say(`Applying ${count(event.pipes, 'pipe')}.`);
    else if (event.type === 'diagnostic' && event.pipe === null && event.diagnostic.severity !== 'note') {
      lines.say(safeText(describeRemark(event.diagnostic) ?? ''));
    } else if (event.type === 'pipe_done') {
      if (isProblem(event.status))
        lines.say(describeOutcome(look, event.pipe, event.status, state.problems.at(-1)?.reason ?? null));
      else if (isSmall() && event.status !== 'unchanged')
        lines.say(describeOutcome(look, event.pipe, event.status, null));
    }
    if (!isSmall()) lines.progressed();
  }

  return {
    emit(event) {
      const before = state.rollout;
      state = reduceApply(state, event, clock.monotonicMs());
      const line = describeRolloutEvent(event, before, state.rollout);
      if (line !== null) lines.say(line);
      if (state.rollout.phase.name !== before.phase.name) lines.restart();
      show(event);
    },
    notice: (text) => lines.say(safeText(text)),
    stop() {
      const end = `${describeEnd(state, clock.monotonicMs())} ${describeCounts(state.counts)}.`;
      const rollout = describeRolloutEnd(state);
      return lines.end(rollout === null ? end : `${rollout}\n${end}`);
    },
  };
}

/** The reading of a fleet as lines. */
export function startReadView(options: Plain<ViewOptions>): ReadView {
  const { clock } = options;
  let state = startReadState(clock.monotonicMs());
  const lines = startPlainLines(options, () => {
    const { done, total, failed } = state;
    const text = (): string => {
      const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
      return [
        `Reading pipes ${formatNumber(done)}/${formatNumber(total)}`,
        ...describeReadPace(state, clock.monotonicMs()),
        ...unreadable,
      ].join(', ');
    };
    return { share: total === 0 ? 0 : done / total, text, pauseMs: USUAL_PAUSE_MS };
  });
  return {
    progress(progress) {
      state = reduceRead(state, progress, clock.monotonicMs());
      lines.progressed();
    },
    notice: (text) => lines.say(safeText(text)),
    stop() {
      const took = clock.monotonicMs() - state.startedAt;
      if (took < QUIET_READ_MS && state.failed === 0) return lines.end(null);
      return lines.end(describeReadEnd(state.done, state.total, state.failed, took));
    },
  };
}

/** `failed   orders-eu: The service refused the settings.` */
function describeOutcome(look: Look, pipe: string, status: RunStatus, reason: string | null): string {
  const word = paintStatus(look.style, status, statusWords(status).padEnd(STATUS_COLUMNS));
  return `${word}  ${safeText(pipe)}${reason === null ? '' : `: ${safeText(reason)}`}`;
}
