import { formatDuration } from '../model/field/units.ts';
import { count, formatNumber, shortList } from '../model/number.ts';
import type { RunEvent } from '../model/run.ts';
import { listWords, safeText } from '../model/text.ts';
import { createStyle, paintStatus, type Style } from '../report/text/style.ts';
import { describePipeWait, describeRateLimit } from '../report/view-model/rate-limit.ts';
import { formatMoment } from '../report/view-model/rollout.ts';
import { STATUS_STYLES, stylesOfRun } from '../report/view-model/status.ts';
import {
  type ApplyState,
  type BakingPhase,
  countMeasurements,
  isProblem,
  isWatched,
  reduceApply,
  reduceRead,
  startApplyState,
  startReadState,
} from './state.ts';
import { type ApplyView, type ApplyViewOptions, type ReadView, type ViewOptions, writeProgress } from './view.ts';
import {
  describeCheck,
  describeCounts,
  describeEnd,
  describeReadEnd,
  describeRemark,
  describeRolloutEnd,
  describeRunName,
  describeWaveEnd,
  measureBake,
  percentOf,
  type Stage,
  stageOfApply,
  stageOfRead,
} from './words.ts';

/** Any stream, since lines need no terminal. */
interface PlainOptions extends Pick<ViewOptions, 'clock' | 'color'> {
  readonly stream: NodeJS.WritableStream;
}

/** Up to this many pipes, each gets its own line. */
const SMALL_FLEET = 20;

/** A shorter reading prints nothing. */
const QUIET_READ_MS = 1_000;

/** An apply as lines: problems immediately, progress of a large fleet at intervals. */
export function startApplyView(options: PlainOptions & Omit<ApplyViewOptions, keyof ViewOptions>): ApplyView {
  const { clock, hasReport } = options;
  const style = createStyle(options.color);
  const state = startApplyState(options.pipes, clock.monotonicMs(), options.isRollback);
  const describe = () => describeApplyProgress(state, clock.monotonicMs());
  const lines = startPlainLines(options, describe, () => (state.phase.name === 'baking' ? BAKE_PAUSE_MS : PAUSE_MS));
  return {
    emit(event) {
      const earlier = state.checks;
      reduceApply(state, event, clock.monotonicMs());
      const line = describeEvent(event, earlier, state, { style, hasReport });
      if (line !== null) lines.print(line);
    },
    notice: (text) => lines.print(safeText(text)),
    stop() {
      if (hasReport) return lines.end(null);
      const end = `${describeEnd(state, clock.monotonicMs())} ${describeCounts(state)}.`;
      const rollout = describeRolloutEnd(state);
      return lines.end(rollout === null ? end : `${rollout}\n${end}`);
    },
  };
}

/** The reading of a fleet as lines. */
export function startReadView(options: PlainOptions): ReadView {
  const { clock } = options;
  let state = startReadState(clock.monotonicMs());
  const lines = startPlainLines(options, () => describeStage(stageOfRead(state, clock.monotonicMs())));
  return {
    emit(progress) {
      state = reduceRead(state, progress, clock.monotonicMs());
      if (progress.rateLimit !== undefined) lines.print(describeRateLimit(progress.rateLimit));
    },
    notice: (text) => lines.print(safeText(text)),
    stop: () => lines.end(describeReadEnd(state, clock.monotonicMs(), QUIET_READ_MS)),
  };
}

const STATUS_COLUMNS = 'applied'.length;

type CheckEvent = Extract<RunEvent, { type: 'check' }>;
type BakeStart = Extract<RunEvent, { type: 'bake_start' }>;

/** The line for an event, or null. What the report or the last lines explain is not explained here, too. */
function describeEvent(
  event: RunEvent,
  earlier: ApplyState['checks'],
  state: ApplyState,
  { style, hasReport }: { readonly style: Style; readonly hasReport: boolean },
): string | null {
  switch (event.type) {
    case 'run_start':
      return `${describeRunName(state)} ${count(event.pipes, 'pipe')}.`;
    case 'pipe_done': {
      const { pipe, status } = event;
      if (!isProblem(status) && (state.total > SMALL_FLEET || status === 'unchanged')) return null;
      const shown = stylesOfRun(state.isRollback)[status];
      const reason = hasReport ? null : (state.rows.get(pipe)?.reason ?? null);
      const outcome = paintStatus(shown, shown.label.padEnd(STATUS_COLUMNS), style);
      return `${outcome}  ${safeText(pipe)}${reason === null ? '' : `: ${safeText(reason)}`}`;
    }
    case 'pipe_wait':
      return describePipeWait(event);
    case 'rate_limit':
      return describeRateLimit(event);
    case 'diagnostic':
      if (hasReport || event.pipe !== null || event.diagnostic.severity === 'note') return null;
      return safeText(describeRemark(event.diagnostic));
    case 'wave_start':
      return `Wave ${event.wave} of ${event.waves}: ${count(event.pipes.length, 'pipe')}`;
    case 'bake_start':
      return describeBakeStart(event);
    case 'wave_done':
      return describeWaveEnd(event);
    case 'rollback_start':
      return `Rolling back ${count(event.pipes.length, 'pipe')}`;
    case 'check':
      return isWatched(event) ? describeWatchedCheck(event, earlier, state.checks) : describePipeCheck(event);
    default:
      return null;
  }
}

/** A line shows the first and last measurements and changes of the verdict, since a bake may have hundreds. */
function describeWatchedCheck(
  event: CheckEvent,
  earlier: ApplyState['checks'],
  now: ApplyState['checks'],
): string | null {
  const find = (checks: ApplyState['checks']) =>
    checks.find(({ name, moment }) => name === event.name && moment === event.moment);
  const check = find(now);
  if (check === undefined) return null;
  const isLast = countMeasurements(check) === check.measurements;
  if (!isLast && find(earlier)?.last?.verdict === event.verdict) return null;
  return `${event.wave === null ? 'Before the first wave' : `Wave ${event.wave}`}, ${describeCheck(check)}`;
}

/** A check of one pipe gets a line when it stops the pipe. */
function describePipeCheck(event: CheckEvent): string | null {
  if (event.verdict === 'pass') return null;
  const when = safeText(formatMoment(event));
  return `${STATUS_STYLES.check[event.verdict].label}  ${safeText(event.name)} ${when}: ${safeText(event.reason)}`;
}

/** `Applying 812/2,000 (40%), 67/s, about 18s left: 808 applied, 4 failed`, or how a bake goes. */
function describeApplyProgress(state: ApplyState, now: number): string {
  const { phase } = state;
  if (phase.name === 'baking') return describeBake(state, phase, now);
  return `${describeStage(stageOfApply(state, now))}: ${describeCounts(state)}`;
}

function describeStage({ title, done, total, pace }: Stage): string {
  const progress = `${title} ${formatNumber(done)}/${formatNumber(total)} (${percentOf(done, total)}%)`;
  return [progress, ...pace].join(', ');
}

/** More names than this are counted instead. */
const MAX_NAMES = 3;

/** `Wave 1: baking 5m, 10 measurements of orders-alert` */
function describeBakeStart({ wave, bakeMs, checks, measurements }: BakeStart): string {
  const each = checks.length > 1 ? ' each' : '';
  const names = checks.length > MAX_NAMES ? `${checks.length} checks` : listWords(checks.map(safeText));
  const watched = checks.length === 0 ? '' : `, ${count(measurements, 'measurement')}${each} of ${names}`;
  return `Wave ${wave}: baking ${formatDuration(bakeMs)}${watched}`;
}

/** `Wave 1: baking, 3m40s left; orders-alert pass, orders-lag fail` */
function describeBake({ checks }: ApplyState, phase: BakingPhase, now: number): string {
  const verdicts = checks.map(({ name, last }) => {
    return `${safeText(name)} ${last === null ? 'not measured yet' : STATUS_STYLES.check[last.verdict].label}`;
  });
  const left = `Wave ${phase.wave}: baking, ${measureBake(phase, now).left}`;
  return checks.length === 0 ? left : `${left}; ${shortList(verdicts, MAX_NAMES)}`;
}

interface PlainLines {
  print(text: string): void;
  /** Prints a last line unless null. Resolves when everything is written. */
  end(text: string | null): Promise<void>;
}

const PAUSE_MS = 10_000;

/** A bake may take hours. */
const BAKE_PAUSE_MS = 60_000;

const TICK_MS = 1_000;

/** Prints the progress whenever the last time is long enough ago. */
function startPlainLines(
  { stream, clock }: PlainOptions,
  describe: () => string,
  pauseMs = (): number => PAUSE_MS,
): PlainLines {
  let printedAt = clock.monotonicMs();
  const print = (text: string): void => void writeProgress(stream, `${text}\n`);
  const timer = setInterval(() => {
    if (clock.monotonicMs() - printedAt < pauseMs()) return;
    printedAt = clock.monotonicMs();
    print(describe());
  }, TICK_MS).unref();
  return {
    print,
    end(text) {
      clearInterval(timer);
      return writeProgress(stream, text === null ? '' : `${text}\n`);
    },
  };
}
