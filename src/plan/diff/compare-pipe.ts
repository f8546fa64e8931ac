import type { ReadResult } from '../../model/client.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import type { FieldPath } from '../../model/field.ts';
import { fieldOrder } from '../../model/fields.ts';
import type { DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { AcknowledgedChange, Change, Origin, PlanBasis, PlannedPipe } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import { describeFailure } from '../describe-failure.ts';
import {
  attributeChanges,
  type BaseState,
  findBasePipe,
  isWantedOrigin,
  noteNoLongerManaged,
  noteOtherOrigins,
} from '../origin/attribute.ts';
import { type Recommending, recommendPipe, warnOfTarget } from '../sizing/recommend-pipe.ts';
import { acknowledge } from './acknowledge.ts';
import { takeSnapshot } from './basis.ts';
import { diffScaling } from './diff-scaling.ts';
import { diffSettings } from './diff-settings.ts';
import { findMisfits } from './find-misfits.ts';
import { identifyPipe } from './identify-pipe.ts';
import { warnOfNaming } from './warn-of-naming.ts';
import { warnOfSize } from './warn-of-size.ts';
import { warnOfState } from './warn-of-state.ts';
import { withoutFields } from './without-fields.ts';

export interface Comparing {
  /** Epoch milliseconds at which the pipe was read. */
  readonly nowMs: number;
  /** What was desired before, to attribute differences against; null without `--base`. */
  readonly base: BaseState | null;
  /** The origins whose differences count; null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  /** null without `--recommend`. */
  readonly recommending: Recommending | null;
}

/** A pipe without what became of it: what a plan and a drift document say of it alike. */
export type SeenPipe = Omit<PlannedPipe, 'status'>;

/**
 * Desired against live for one pipe. `unreadable`: no answer, or one that cannot be compared. `misfit`: not the pipe that
 * the configuration means. `compared`: `changes` are what must move, known drift and other origins left out.
 */
export type Comparison =
  | { readonly of: 'unreadable'; readonly pipe: SeenPipe; readonly live: LivePipe | null }
  | { readonly of: 'misfit'; readonly pipe: SeenPipe; readonly live: LivePipe }
  | { readonly of: 'compared'; readonly pipe: SeenPipe; readonly live: LivePipe; readonly basis: PlanBasis };

export function comparePipe(desired: DesiredPipe, read: ReadResult, comparing: Comparing): Comparison {
  if (!read.ok) {
    // The words are the same as long as the trouble is: a comment that holds them is not written again for another id.
    const { requestId } = read.failure;
    const deed = `Pipe ${desired.name} could not be read`;
    const failed = describeFailure(deed, { ...read.failure, requestId: null }, desired.location);
    return { of: 'unreadable', pipe: { ...identifyPipe(desired), requestId, diagnostics: [failed] }, live: null };
  }
  const live = read.pipe;
  const seen = {
    ...identifyPipe(desired),
    liveName: live.name,
    source: live.source ?? desired.source,
    state: live.state,
  };
  const misfits = findMisfits(desired, live);
  if (misfits.length > 0) return { of: 'misfit', pipe: { ...seen, diagnostics: misfits }, live };

  const recommendation = recommendPipe(desired, live, comparing.recommending);
  const seeing = { live, nowMs: comparing.nowMs, recommendation };
  const diff = diffPipe(desired, seeing);
  if (hasErrors(diff.diagnostics)) {
    return { of: 'unreadable', pipe: { ...seen, diagnostics: diff.diagnostics }, live };
  }
  const base = comparing.base === null ? null : findBasePipe(comparing.base, desired);
  const found = comparing.base === null ? diff.changes : attributeChanges(diff.changes, desired, base);
  const known = acknowledge(found, desired, comparing.nowMs);
  const { onlyOrigin } = comparing;
  const others = known.counted.filter(({ origin }) => !isWantedOrigin(origin, onlyOrigin));
  const left = leaveAlone([...known.acknowledged, ...others], desired, seeing, diff);
  const counted = known.counted.filter((change) => !others.includes(change));
  const changes = left.changes.map((change) => counted.find(({ path }) => path === change.path) ?? change);
  const diagnostics = [
    ...left.diagnostics,
    ...known.diagnostics,
    ...noteOtherOrigins(desired, others),
    ...(comparing.base === null ? [] : noteNoLongerManaged(desired, base, live)),
    ...warnOfTarget(desired, recommendation),
    ...warnOfNaming(desired, changes, live),
    ...warnOfSize(desired, changes, live),
    ...warnOfState(desired, live),
  ];
  const { acknowledged } = known;
  const pipe = { ...seen, changes, acknowledged, recommendation, diagnostics };
  return { of: 'compared', pipe, live, basis: left.basis };
}

/** What a desired pipe is weighed against. */
interface Seeing {
  readonly live: LivePipe;
  readonly nowMs: number;
  readonly recommendation: Recommendation | null;
}

interface PipeDiff {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
  readonly basis: PlanBasis;
}

function diffPipe(desired: DesiredPipe, { live, nowMs, recommendation }: Seeing): PipeDiff {
  const settings = diffSettings(desired, live);
  const scaling = diffScaling(desired, live, nowMs, recommendation);
  return {
    changes: [...settings.changes, ...scaling.changes].sort((a, b) => fieldOrder(a.path) - fieldOrder(b.path)),
    diagnostics: [...settings.diagnostics, ...scaling.diagnostics],
    basis: takeSnapshot(live, scaling.basis),
  };
}

/** A field that differs and is left alone is, for this once, one that nobody manages: weighed again without it. */
function leaveAlone(
  fields: readonly (Change | AcknowledgedChange)[],
  desired: DesiredPipe,
  seeing: Seeing,
  diff: PipeDiff,
): PipeDiff {
  if (fields.length === 0) return diff;
  const paths = new Set<FieldPath>(fields.map(({ path }) => path));
  return diffPipe(withoutFields(desired, paths), seeing);
}
