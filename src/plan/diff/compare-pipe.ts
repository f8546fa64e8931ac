import type { PipeResult } from '../../model/client.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../model/diagnostic.ts';
import {
  appliesTo,
  compareFields,
  type FieldPath,
  type FieldSection,
  type FieldTable,
} from '../../model/field/field.ts';
import type { Acknowledgement, DesiredPipe } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Location } from '../../model/location.ts';
import type { Origin } from '../../model/origin.ts';
import { addressOf } from '../../model/pipe-address.ts';
import type { AcknowledgedChange, Change, LiveValues, PlannedPipe } from '../../model/plan.ts';
import {
  attributeChanges,
  type BaseState,
  isSelectedOrigin,
  noLongerManagedProblems,
  notRestoredProblems,
  otherOriginsProblems,
} from '../attribute-changes.ts';
import { movedProblem, unreadProblem } from '../describe-failure.ts';
import { findNotReviewed, notReviewedProblems, type ReviewedUpdates } from '../saved/reviewed.ts';
import { carriedSettingProblems } from './carried-settings.ts';
import { diffScaling, isSentAlong } from './diff-scaling.ts';
import { type DesiredFields, diffSettings } from './diff-settings.ts';
import { takeSnapshot } from './snapshot.ts';
import { completionProblems, namingProblems, sizeProblems, stateProblems } from './warnings.ts';

interface CompareOptions {
  /** Epoch milliseconds of the read. */
  readonly nowMs: number;
  /** null without `--base`. */
  readonly base: BaseState | null;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  /** What a remediation may restore; null for all. */
  readonly onlyFields: readonly FieldPath[] | null;
  /** The updates that were reviewed; null for all. */
  readonly reviewed: ReviewedUpdates | null;
  /** The address of the service. */
  readonly url: string;
  /** The fields of the deployment. */
  readonly fields: FieldTable;
  /** The name is the same as in `PipeRead`. */
  readonly foundIn?: string | undefined;
}

/**
 * Desired against live for one pipe. `mismatch`: not the pipe of the configuration. `compared`: `changes` has the
 * differences that are not acknowledged, have a selected origin and field, and were reviewed. `isDrifted`: whether any that is not
 * acknowledged is drift, also of another field; null when nobody knows. `left`: the differences that stay. The status of `pipe` is that
 * of an error until a plan or a drift report sets it.
 */
export type Comparison =
  | {
      readonly kind: 'unreadable' | 'mismatch';
      readonly pipe: PlannedPipe<'error'>;
      readonly isDrifted: null;
      readonly live: LivePipe | null;
    }
  | {
      readonly kind: 'compared';
      readonly pipe: PlannedPipe<'error'>;
      readonly isDrifted: boolean;
      readonly live: LivePipe;
      readonly left: Pick<PlannedPipe, 'notSelected' | 'notReviewed'>;
      readonly reliedOn: LiveValues;
    };

export function comparePipe(desired: DesiredPipe, read: PipeResult, options: CompareOptions): Comparison {
  if (!read.ok) {
    // The request id is not part of the text, so that published comments do not change with it.
    const { requestId } = read.failure;
    const unread = unreadProblem(desired, { ...read.failure, requestId: null }, options.url);
    const failed = options.foundIn === undefined ? unread : movedProblem(unread, options.foundIn);
    const pipe = { ...identifyPipe(desired), requestId, diagnostics: [failed] };
    return { kind: 'unreadable', pipe, isDrifted: null, live: null };
  }
  const live = read.pipe;
  const { name: liveName, state } = live;
  const identified = { ...identifyPipe(desired), liveName, source: live.source ?? desired.source, state };
  const mismatches = findMismatches(desired, live, options.fields);
  if (mismatches.length > 0) {
    return { kind: 'mismatch', pipe: { ...identified, diagnostics: mismatches }, isDrifted: null, live };
  }

  const { nowMs, onlyOrigin, onlyFields, reviewed } = options;
  const diff = diffPipe(desired, live, nowMs);
  if (hasErrors(diff.diagnostics)) {
    return { kind: 'unreadable', pipe: { ...identified, diagnostics: diff.diagnostics }, isDrifted: null, live };
  }
  const base = options.base?.pipes.get(addressOf(desired)) ?? null;
  const found = attributeChanges(diff.changes, desired, options.base, diff.reliedOn);
  const known = acknowledge(found, desired, nowMs);
  const counted = known.counted.filter((change) => !isSentAlong(change, diff.reliedOn));
  const others = counted.filter(
    ({ origin, path }) => !isSelectedOrigin(origin, onlyOrigin) || (onlyFields !== null && !onlyFields.includes(path)),
  );
  const selected = counted.filter((change) => !others.includes(change));
  const notReviewed = findNotReviewed(selected, desired, reviewed);
  const ignored = [...known.acknowledged, ...others, ...notReviewed].map(({ path }) => path);
  // Ignored differences count as unmanaged fields, so that the sizes sent along with them stay too.
  const rest = ignored.length === 0 ? diff : diffPipe(withoutFields(desired, ignored), live, nowMs);
  const changes = rest.changes.map((change) => known.counted.find(({ path }) => path === change.path) ?? change);
  const diagnostics = [
    ...rest.diagnostics,
    ...known.diagnostics,
    ...notReviewedProblems(desired, notReviewed),
    ...(onlyFields === null ? otherOriginsProblems(desired, others) : notRestoredProblems(desired, others)),
    ...(options.base === null ? [] : noLongerManagedProblems(desired, base, live)),
    ...namingProblems(desired, changes, live, options.fields),
    ...carriedSettingProblems(desired, changes, live, options.fields),
    ...sizeProblems(desired, changes, live),
    ...stateProblems(desired, live),
    ...completionProblems(desired, changes, live),
  ];
  const { acknowledged } = known;
  const left = { ...(others.length > 0 && { notSelected: others }), ...(notReviewed.length > 0 && { notReviewed }) };
  const pipe = { ...identified, changes, acknowledged, diagnostics };
  const isDrifted = counted.some(({ origin }) => origin === 'drift');
  return { kind: 'compared', pipe, isDrifted, live, left, reliedOn: rest.reliedOn };
}

/** The errors for a wrong name or kind, or else for fields that do not apply to the kind. */
function findMismatches(desired: DesiredPipe, live: LivePipe, fields: FieldTable): readonly Diagnostic[] {
  const { name, liveName, source, location } = desired;
  const mismatches: Diagnostic[] = [];
  if (liveName !== null && liveName !== live.name) {
    const summary = `Pipe ${name} is configured with the name "${liveName}", but the live pipe with this id is named "${live.name}".`;
    const hint = 'Correct `id` or `name` in the configuration.';
    mismatches.push(diagnose('error', { code: 'wrong-pipe', summary, hint }, location));
  }
  if (source !== null && live.source !== null && source !== live.source) {
    const summary = `Pipe ${name} is configured as ${source}, but the live pipe with this id is ${live.source}.`;
    const hint = 'Correct `id` or `source` in the configuration.';
    mismatches.push(diagnose('error', { code: 'wrong-pipe', summary, hint }, location));
  }
  return mismatches.length > 0 ? mismatches : findForeignFields(desired, live, fields);
}

function findForeignFields(desired: DesiredPipe, live: LivePipe, fields: FieldTable): readonly Diagnostic[] {
  const kind = live.source ?? desired.source;
  const { settings, scaling } = desired;
  const valuesOf = { settings, scaling };
  return fields.rows
    .filter((spec) => !appliesTo(spec, kind) && Object.hasOwn(valuesOf[spec.section], spec.key))
    .map(({ path, section, key, kinds }) => {
      const values: Readonly<Record<string, { readonly location: Location } | undefined>> = valuesOf[section];
      const summary = `${path} does not apply to pipe ${desired.name}, which is of kind ${kind}.`;
      const detail = `It applies to: ${kinds.join(', ')}.`;
      return diagnoseCode('field-not-for-kind', summary, detail, 'error', values[key]?.location);
    });
}

/** A pipe before it is read. Keys are in the order of the plan document. */
export function identifyPipe(pipe: Pick<PlannedPipe, 'name' | 'service' | 'serviceId' | 'id' | 'source' | 'location'>) {
  const { name, service, serviceId, id, source, location } = pipe;
  return {
    name,
    service,
    serviceId,
    id,
    liveName: null,
    source,
    state: null,
    requestId: null,
    status: 'error' as const,
    location,
    changes: [],
    acknowledged: [],
    requests: [],
    basis: null,
    live: null,
    diagnostics: [],
  };
}

/** The differences of a pipe in the order of the field table, and the live values that they rely on. */
export function diffPipe(desired: DesiredFields, live: LivePipe, nowMs: number) {
  const settings = diffSettings(desired, live);
  const scaling = diffScaling(desired, live, nowMs);
  const changes = [...settings.changes, ...scaling.changes];
  return {
    changes: changes.sort((a, b) => compareFields(a.path, b.path)),
    diagnostics: [...settings.diagnostics, ...scaling.diagnostics],
    reliedOn: takeSnapshot(live, scaling.reliedOn),
  };
}

function withoutFields(desired: DesiredPipe, fields: readonly FieldPath[]): DesiredPipe {
  const rest = <T>(section: FieldSection, values: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !fields.includes(`${section}.${key}`)));
  return { ...desired, settings: rest('settings', desired.settings), scaling: rest('scaling', desired.scaling) };
}

/** Separates acknowledged differences from those that count. */
function acknowledge(changes: readonly Change[], desired: DesiredPipe, nowMs: number) {
  const counted: Change[] = [];
  const acknowledged: AcknowledgedChange[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const change of changes) {
    const about = desired.acknowledge.filter(({ path }) => path === change.path);
    const active = about.find((known) => isActive(known, nowMs));
    if (active !== undefined) {
      acknowledged.push({ ...change, reason: active.reason, until: active.until });
      continue;
    }
    counted.push(change);
    diagnostics.push(...about.map((expired) => expiredProblem(desired, expired)));
  }
  return { counted, acknowledged, diagnostics };
}

/** Whether an acknowledgement is valid: until the end of its last day, in UTC. */
export function isActive({ until }: Pick<Acknowledgement, 'until'>, nowMs: number): boolean {
  return until >= new Date(nowMs).toISOString().slice(0, 10);
}

function expiredProblem(desired: DesiredPipe, { path, reason, until, location }: Acknowledgement): Diagnostic {
  const summary = `The acknowledgement of ${path} of pipe ${desired.name} expired on ${until}; the difference counts again.`;
  const detail = `It was acknowledged with the reason: ${reason}`;
  return diagnoseCode('acknowledgement-expired', summary, detail, 'warning', location);
}
