import type { RunEvent } from '../model/event.ts';
import { formatNumber } from '../model/number.ts';
import type { RunStatus } from '../model/run.ts';
import { safeText } from '../model/safe-text.ts';
import { count } from '../report/view-model/count.ts';
import { formatMoment } from '../report/view-model/rollout.ts';
import { paintStatus, STATUS_STYLES } from '../report/view-model/status.ts';
import { type ApplyState, isProblem, reduceApply, startApplyState } from './apply-state.ts';
import {
  describeApplyPace,
  describeCounts,
  describeEnd,
  describeReadEnd,
  describeReadPace,
  describeRemark,
  percentOf,
} from './describe-progress.ts';
import {
  describeBake,
  describeBakeStart,
  describeCheck,
  describeRolloutEnd,
  describeWaveEnd,
  describeWaveStart,
} from './describe-rollout.ts';
import { reduceRead, startReadState } from './pace.ts';
import { isWatched, measuredOf, type RolloutState } from './rollout-state.ts';
import { createTheme, type Theme } from './theme.ts';
import type { ApplyView, ApplyViewOptions, ReadView, ViewClock, ViewOptions } from './view.ts';

/** Lines need no terminal, so any stream will do. */
type Plain<Options extends ViewOptions> = Omit<Options, 'stream' | 'narrowing' | 'medium'> & {
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
  const theme = createTheme(options.color, options.glyphs);
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
        lines.say(describeOutcome(theme, event.pipe, event.status, state.problems.at(-1)?.reason ?? null));
      else if (isSmall() && event.status !== 'unchanged')
        lines.say(describeOutcome(theme, event.pipe, event.status, null));
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
function describeOutcome(theme: Theme, pipe: string, status: RunStatus, reason: string | null): string {
  const word = paintStatus(
    STATUS_STYLES.run[status],
    STATUS_STYLES.run[status].label.padEnd(STATUS_COLUMNS),
    theme.style,
  );
  return `${word}  ${safeText(pipe)}${reason === null ? '' : `: ${safeText(reason)}`}`;
}

/** How far it is, and how to say so. */
interface PlainProgress {
  /** 0 to 1. */
  readonly share: number;
  text(): string;
  /** A line is due after so many milliseconds, or at each tenth, but never sooner than the shortest pause. */
  readonly pauseMs: number;
}

/** Lines of progress that come at a humane rate, among lines that come at once. */
interface PlainLines {
  say(text: string): void;
  /** Says how far it is if it is time. */
  progressed(): void;
  /** Another kind of progress begins, of which nothing has been said yet. */
  restart(): void;
  /** Says a last line, or nothing for null. Resolves when all is written. */
  end(text: string | null): Promise<void>;
}

interface PlainLinesOptions {
  readonly stream: NodeJS.WritableStream;
  readonly clock: ViewClock;
}

/** How long a person in front of a log waits without wondering. */
const USUAL_PAUSE_MS = 10_000;
const SHORTEST_PAUSE_MS = 2_000;

/** Without any event, somebody must look at the clock. It does not keep the process alive. */
const LOOK_EVERY_MS = 1_000;

function startPlainLines(options: PlainLinesOptions, describe: () => PlainProgress): PlainLines {
  const { stream, clock } = options;
  let saidAt = clock.monotonicMs();
  let saidTenth = 0;

  function progressed(): void {
    const { share, text, pauseMs } = describe();
    const pause = clock.monotonicMs() - saidAt;
    const tenth = Math.floor(share * 10);
    const isDue = pause >= pauseMs || (tenth > saidTenth && pause >= SHORTEST_PAUSE_MS);
    if (!isDue || share >= 1) return;
    saidAt = clock.monotonicMs();
    saidTenth = tenth;
    stream.write(`${text()}\n`);
  }

  const timer = setInterval(progressed, LOOK_EVERY_MS).unref();
  return {
    say: (text) => void stream.write(`${text}\n`),
    progressed,
    restart() {
      saidAt = clock.monotonicMs();
      saidTenth = 0;
    },
    end(text) {
      clearInterval(timer);
      return new Promise((resolve) => stream.write(text === null ? '' : `${text}\n`, () => resolve()));
    },
  };
}

/** A bake says about ten times that it is alive, but at least once in this time. */
const LONGEST_BAKE_PAUSE_MS = 60_000;
const BAKE_LINES = 10;

/** The line for an event of a rollout, or null. `before`: the state before the event. */
function describeRolloutEvent(event: RunEvent, before: RolloutState, after: RolloutState): string | null {
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

/** A check of one pipe gets a line when it stops the pipe. */
function describePipeCheck(event: CheckEvent): string | null {
  if (event.verdict === 'pass') return null;
  const when = safeText(formatMoment(event));
  return `${STATUS_STYLES.check[event.verdict].label}  ${safeText(event.name)} ${when}: ${safeText(event.reason)}`;
}

/** How far a bake or a rollback is; null while pipes are updated. */
function describeRolloutProgress({ rollout }: ApplyState, now: number): PlainProgress | null {
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
