import type { ReadResult } from '../model/client.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import { type FieldPath, fieldPath, isSourceKind } from '../model/field.ts';
import { fieldOrder, findField } from '../model/fields.ts';
import type { DesiredPipe, Policy } from '../model/fleet.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { Location } from '../model/location.ts';
import { stateGroup } from '../model/pipe-state.ts';
import type { Capacity, PlannedPipe } from '../model/plan.ts';
import { hashBasis, takeBasis } from './basis.ts';
import { buildRequests } from './build-requests.ts';
import { pipeCapacity } from './capacity.ts';
import { describeFailure } from './describe-failure.ts';
import { type Allowances, findRefusals } from './policy.ts';
import { warnOfSize } from './warn-of-size.ts';
import { weighScaling } from './weigh-scaling.ts';
import { weighSettings } from './weigh-settings.ts';

export interface PipePlanning {
  readonly organization: string;
  readonly policy: Policy;
  readonly allowances: Allowances;
  /** Epoch milliseconds at which the pipes were read. */
  readonly nowMs: number;
}

export interface PipePlan {
  readonly pipe: PlannedPipe;
  /** null when the pipe could not be read. */
  readonly capacity: Capacity | null;
}

/** Desired against live for one pipe: what differs, what will be sent, and what speaks against it. */
export function planPipe(desired: DesiredPipe, read: ReadResult, planning: PipePlanning): PipePlan {
  if (!read.ok) {
    const failed = describeFailure(`Pipe ${desired.name} could not be read`, read.failure, desired.location);
    return { pipe: { ...identify(desired), status: 'error', diagnostics: [failed] }, capacity: null };
  }
  const live = read.pipe;
  const seen = {
    ...identify(desired),
    liveName: live.name,
    source: live.source ?? desired.source,
    state: live.state,
  };
  const idle = pipeCapacity([], live);

  const stranger = findStranger(desired, live);
  if (stranger !== null) return { pipe: { ...seen, status: 'error', diagnostics: [stranger] }, capacity: null };
  const misfits = findMisfits(desired, live);
  if (misfits.length > 0) return { pipe: { ...seen, status: 'refused', diagnostics: misfits }, capacity: idle };

  const settings = weighSettings(desired, live);
  const scaling = weighScaling(desired, live, planning.nowMs);
  const weighed = [...settings.diagnostics, ...scaling.diagnostics];
  if (hasErrors(weighed)) return { pipe: { ...seen, status: 'error', diagnostics: weighed }, capacity: idle };

  const changes = [...settings.changes, ...scaling.changes].sort((a, b) => fieldOrder(a.path) - fieldOrder(b.path));
  const basis = takeBasis(live, scaling.basis);
  const known = { ...seen, changes, basis: hashBasis(basis) };
  const notes = [...weighed, ...warnOfSize(desired, changes, live), ...describeState(desired, live)];
  const refusals = findRefusals(desired, changes, planning.policy, planning.allowances);
  if (refusals.length > 0) {
    return { pipe: { ...known, status: 'refused', diagnostics: [...refusals, ...notes] }, capacity: idle };
  }
  if (changes.length === 0) {
    return { pipe: { ...known, status: 'unchanged', diagnostics: notes }, capacity: idle };
  }
  const target = { organization: planning.organization, serviceId: desired.serviceId, id: desired.id };
  return {
    pipe: {
      ...known,
      status: 'update',
      requests: buildRequests(target, changes, live),
      live: basis,
      diagnostics: notes,
    },
    capacity: pipeCapacity(changes, live),
  };
}

/** What is known before a pipe is read, with every key in its place: the order of cli.md, "The plan document". */
function identify(desired: DesiredPipe): PlannedPipe {
  const { name, service, serviceId, id, source, location } = desired;
  return {
    name,
    service,
    serviceId,
    id,
    liveName: null,
    source,
    state: null,
    status: 'error',
    location,
    changes: [],
    requests: [],
    basis: null,
    live: null,
    diagnostics: [],
  };
}

/** The answer is about another pipe than the one asked for: nothing in it can be trusted. */
function findStranger(desired: DesiredPipe, live: LivePipe): Diagnostic | null {
  const sameId = live.id.toLowerCase() === desired.id.toLowerCase();
  const sameService = live.serviceId === '' || live.serviceId.toLowerCase() === desired.serviceId.toLowerCase();
  if (sameId && sameService) return null;
  return diagnose(
    'error',
    {
      code: 'wrong-pipe',
      summary: `Asked for pipe ${desired.name}, the service answered with another pipe.`,
      detail: `Asked for ${desired.id} of service ${desired.serviceId}; got ${live.id} of service ${live.serviceId}.`,
      hint: 'Check api.url; a proxy may be serving a stale answer.',
    },
    desired.location,
  );
}

/** The pipe under the id is not the one that the configuration means, or cannot have what it asks for. */
function findMisfits(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const misfits: Diagnostic[] = [];
  if (desired.liveName !== null && desired.liveName !== live.name) {
    misfits.push(
      diagnose(
        'error',
        {
          code: 'wrong-name',
          summary: `Pipe ${desired.name} should be called "${desired.liveName}"; under its id is "${live.name}".`,
          hint: 'Correct `id` or `name` in the configuration.',
        },
        desired.location,
      ),
    );
  }
  if (desired.source !== null && live.source !== null && desired.source !== live.source) {
    misfits.push(
      diagnose(
        'error',
        {
          code: 'wrong-kind',
          summary: `Pipe ${desired.name} should be of kind ${desired.source}; under its id is one of kind ${live.source}.`,
          hint: 'Correct `id` or `source` in the configuration.',
        },
        desired.location,
      ),
    );
  }
  return misfits.length > 0 ? misfits : findForeignFields(desired, live);
}

function findForeignFields(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const kind = live.source ?? desired.source;
  if (kind === null || !isSourceKind(kind)) return [];
  return managedFields(desired)
    .filter(({ path }) => findField(path)?.kinds.includes(kind) === false)
    .map(({ path, location }) =>
      diagnose(
        'error',
        {
          code: 'field-not-for-kind',
          summary: `${path} does not apply to pipe ${desired.name}, which is of kind ${kind}.`,
          detail: `It applies to: ${findField(path)?.kinds.join(', ')}.`,
          hint: `Remove it from the pipe or its presets, or list ${path} under \`ignore\`.`,
        },
        location,
      ),
    );
}

/** In the order of the field table, whatever the order in the files. */
function managedFields(desired: DesiredPipe): readonly { path: FieldPath; location: Location }[] {
  const settings = Object.entries(desired.settings).map(([key, setting]) => ({
    path: fieldPath('settings', key),
    location: setting.location,
  }));
  const scaling = Object.entries(desired.scaling).map(([key, value]) => ({
    path: fieldPath('scaling', key),
    location: value.location,
  }));
  return [...settings, ...scaling].sort((a, b) => fieldOrder(a.path) - fieldOrder(b.path));
}

function describeState(desired: DesiredPipe, live: LivePipe): readonly Diagnostic[] {
  const group = stateGroup(live.state);
  if (group === 'transition') {
    return [
      diagnose(
        'warning',
        {
          code: 'pipe-in-transition',
          summary: `Pipe ${desired.name} is in transition (${live.state}); what is live may still move.`,
          hint: 'Wait until it has settled, then plan again.',
        },
        desired.location,
      ),
    ];
  }
  if (group === 'trouble') {
    return [
      diagnose(
        'warning',
        {
          code: 'pipe-in-trouble',
          summary: `Pipe ${desired.name} is in trouble (${live.state}).`,
          hint: 'Look at the pipe before changing it.',
        },
        desired.location,
      ),
    ];
  }
  return [];
}
