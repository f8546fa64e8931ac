import { dirname } from 'node:path';
import { editFiles, type FileOperation, findEditMistake, type RefusedOperation } from '../../../edit/edit-files.ts';
import { groupPresets } from '../../../edit/group-presets.ts';
import type { Layout } from '../../../edit/layout.ts';
import { choosePipeName, type NewPipe, type NewPreset, writePipe, writePreset } from '../../../edit/new-pipes.ts';
import { humanValue } from '../../../edit/set-values.ts';
import { createLoadOptions } from '../../../engine/configuration.ts';
import { findProjectPlace } from '../../../engine/find-project-place.ts';
import { closeProject, openProject } from '../../../engine/project.ts';
import { listService, readPipes } from '../../../engine/read-pipes.ts';
import { type Diagnostic, diagnose, sortByName } from '../../../model/diagnostic.ts';
import { fieldsOf, isSourceKind } from '../../../model/field/field.ts';
import type { DesiredPipe, Fleet } from '../../../model/fleet.ts';
import type { LivePipe } from '../../../model/live-pipe.ts';
import { count, shortList } from '../../../model/number.ts';
import type { Problems } from '../../../model/result.ts';
import { suggest } from '../../../model/suggest.ts';
import { listWords, safeText } from '../../../model/text.ts';
import { listingProblems } from '../../../plan/coverage.ts';
import { unreadProblem } from '../../../plan/describe-failure.ts';
import { stateProblems } from '../../../plan/diff/warnings.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import { joinCauses } from '../../../report/view-model/causes.ts';
import type { PullOptions } from '../../options/command-options.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import { logRequests } from '../../output/log-debug.ts';
import { withReadProgress } from '../../steps/open-fleet.ts';
import {
  createPulledPipe,
  endPull,
  endUnwritten,
  foldAlike,
  giveUp,
  type LeftOut,
  MAX_NAMES,
  type PulledPipe,
  showEdits,
} from './document.ts';
import { diagnoseLeftOut, findManageable } from './live-values.ts';
import { openForNewPipes, type ReadyConfiguration } from './target-file.ts';

/**
 * Reads live pipes and adds them to the configuration, so that a plan has no changes. `ids`: null for all pipes of the
 * service.
 */
export async function pullNewPipes(
  ids: readonly string[] | null,
  invocation: Invocation<PullOptions>,
): Promise<number> {
  const { ownOptions, options, printer, context } = invocation;
  const ready = await openForNewPipes(createLoadOptions(invocation.workspace, context), ownOptions.into);
  const fail = (...more: readonly Diagnostic[]): number => {
    const diagnostics = [...ready.diagnostics, ...more];
    return endUnwritten({ diagnostics }, printer, diagnostics, ready.sources);
  };
  if (!ready.ok) return fail();
  const { fleet, layout, target } = ready;
  const names = [...layout.services.keys()];
  const service = ownOptions.service ?? (names.length === 1 ? names[0] : undefined);
  const serviceId = layout.services.get(service ?? '')?.toLowerCase();
  if (service === undefined || serviceId === undefined) return fail(serviceProblem(service, names));
  if (ids === null && !fleet.api.listing) return fail(NO_LISTS);
  const reading = await readNewPipes(ids, { service, serviceId }, ready, invocation);
  if (!reading.ok) return fail(...reading.diagnostics);
  const { known } = reading;
  const { stop } = context.interrupts;
  if (stop.aborted) return giveUp('Interrupted: not every pipe was read.', ready, printer);

  const { found, unread } = sortReads(reading.reads, fleet, layout.pipeNames);
  const { pipes: added, presets, operations } = placeNewPipes(found, ownOptions.presets, layout, target);
  const { edits, refused } = editFiles(layout.files, operations);
  const expected = { ...fleet, pipes: sortByName([...fleet.pipes, ...found.map(({ desired }) => desired)]) };
  const mistake = edits.length === 0 ? null : await findEditMistake(ready, edits, expected);
  const obstacle = refused[0] === undefined ? mistake : refusedEditProblem(refused[0]);
  const diagnostics = [
    ...ready.diagnostics,
    ...reading.diagnostics,
    // With --all, most pipes must be readable.
    ...(ids === null ? [] : known.map(alreadyConfiguredProblem)),
    ...unread.map(({ diagnostic }) => diagnostic),
    ...diagnoseLeftOut(found.map(({ pipe, leftOut }) => ({ name: pipe.name, leftOut }))),
    ...found.flatMap(diagnoseConcerns),
    ...(obstacle === null ? [] : [obstacle]),
  ];
  const isFull = options.logLevel === 'debug';
  const named = unread.map(({ pipe, diagnostic }) => ({ name: pipe.id, diagnostic }));
  const { causes, reasons } = joinCauses(isFull ? [] : named, [], reading.reads.length);
  const { shown, rest } = foldAlike([...causes, ...diagnostics.filter(({ summary }) => !reasons.has(summary))]);
  printer.problems(shown, ready.sources);
  for (const line of rest) printer.info(line);
  if (obstacle !== null) return endUnwritten({ diagnostics }, printer);
  showEdits(edits, layout, printer);
  const pipes = [
    ...known.map((pipe) => createPulledPipe(pipe, 'known')),
    ...unread.map(({ pipe }) => pipe),
    ...found.map(({ desired, live, leftOut }) =>
      createPulledPipe({ ...desired, liveName: live.name, source: live.source }, 'added', { leftOut }),
    ),
  ];
  return endPull({ pipes, edits, diagnostics }, ownOptions.dryRun, printer, (lost) =>
    describeAdded(added, presets, {
      dryRun: ownOptions.dryRun,
      target,
      lost,
      known: known.length,
      unread: unread.length,
    }),
  );
}

export interface NewReads {
  readonly ok: true;
  /** Those that are in the configuration already. They are not read. */
  readonly known: readonly DesiredPipe[];
  readonly reads: readonly PipeRead[];
  /** About the list of the service. */
  readonly diagnostics: readonly Diagnostic[];
}

async function readNewPipes(
  ids: readonly string[] | null,
  owner: Pick<DesiredPipe, 'service' | 'serviceId'>,
  { fleet, root }: ReadyConfiguration,
  { options, workspace, printer, context }: Session,
): Promise<NewReads | Problems> {
  const configured = new Map(fleet.pipes.map((pipe) => [pipe.id, pipe]));
  const sort = (all: readonly string[]) => ({
    known: all.flatMap((id) => configured.get(id) ?? []),
    fresh: all.filter((id) => !configured.has(id)).map((id) => blankPipe(id, owner)),
  });
  if (ids !== null && sort(ids).fresh.length === 0)
    return { ok: true, known: sort(ids).known, reads: [], diagnostics: [] };
  const { parallelism, timeoutMs } = options;
  const place = await findProjectPlace(workspace, context);
  const calling = {
    purpose: 'pull',
    cwd: workspace.cwd,
    place,
    parallelism,
    timeoutMs,
    onRequest: logRequests(printer),
  } as const;
  const opened = await openProject(fleet, dirname(root), calling, context);
  if (!opened.ok) return opened;
  try {
    const listing = ids === null ? await listService(opened, owner) : null;
    if (listing?.list.ok === false) return { ok: false, diagnostics: listingProblems([listing], fleet.api.url) };
    const listed = listing?.list.ok ? new Set(listing.list.pipes.map(({ id }) => id.toLowerCase())) : [];
    const { known, fresh } = sort(ids ?? [...listed]);
    const { reads } = await withReadProgress(opened, fresh.length, printer, (onProgress) =>
      readPipes(opened, fresh, onProgress, listing === null ? null : [listing]),
    );
    const diagnostics = listing === null ? [] : listingProblems([listing], fleet.api.url);
    return { ok: true, known, reads, diagnostics };
  } finally {
    await closeProject(opened);
  }
}

const NO_LISTS = diagnose('error', {
  code: 'usage',
  summary: '--all needs a deployment that lists the pipes of a service, and `api.listing` is not true.',
  hint: 'Set `api.listing: true` if the deployment has lists. Otherwise give the ids, or a file of ids with --from FILE.',
});

/** A pipe with only its id and service. */
export function blankPipe(id: string, owner: Pick<DesiredPipe, 'service' | 'serviceId'>): DesiredPipe {
  return {
    ...owner,
    name: id,
    id,
    liveName: null,
    source: null,
    settings: {},
    scaling: {},
    ignore: [],
    protect: false,
    acknowledge: [],
    checks: [],
    location: NOWHERE,
  };
}

const NOWHERE = { file: '', line: 1, column: 1, endLine: 1, endColumn: 1 };

export interface FoundPipe {
  readonly pipe: NewPipe;
  /** The pipe as the configuration will have it. */
  readonly desired: DesiredPipe;
  readonly live: LivePipe;
  readonly leftOut: readonly LeftOut[];
}

interface UnreadPipe {
  readonly pipe: PulledPipe;
  readonly diagnostic: Diagnostic;
}

/** Sorts reads into pipes for the configuration, with unique names, and pipes that could not be read. */
export function sortReads(
  reads: readonly PipeRead[],
  { api, policy }: Pick<Fleet, 'api' | 'policy'>,
  taken: ReadonlySet<string>,
): { readonly found: readonly FoundPipe[]; readonly unread: readonly UnreadPipe[] } {
  const names = new Set(taken);
  const found: FoundPipe[] = [];
  const unread: UnreadPipe[] = [];
  for (const { desired: requested, read } of reads) {
    const { id, service } = requested;
    if (!read.ok) {
      const diagnostic = unreadProblem({ service, location: null }, read.failure, api.url);
      unread.push({ pipe: { ...createPulledPipe(requested, 'error'), name: null }, diagnostic });
      continue;
    }
    const live = read.pipe;
    const { values, leftOut } = findManageable(live, fieldsOf(api), policy.ranges);
    const name = choosePipeName(live.name, names);
    names.add(name);
    const liveName = live.name.trim() === '' ? null : live.name;
    const source = live.source !== null && isSourceKind(live.source) ? live.source : null;
    const desiredOf = (section: 'settings' | 'scaling') =>
      Object.fromEntries(
        [...values].flatMap(([field, value]) =>
          field.section === section ? [[field.key, { value, location: NOWHERE }]] : [],
        ),
      );
    found.push({
      pipe: {
        ...{ name, service, id, liveName, source, preset: null },
        values: new Map([...values].map(([spec, value]) => [spec.path, humanValue(spec, value)])),
      },
      desired: { ...requested, name, liveName, source, settings: desiredOf('settings'), scaling: desiredOf('scaling') },
      live,
      leftOut,
    });
  }
  return { found, unread };
}

/** Adds the pipes, and optionally presets, to the edited layer of the configuration. */
export function placeNewPipes(
  found: readonly FoundPipe[],
  presets: boolean,
  { layer, presetNames }: Pick<Layout, 'layer' | 'presetNames'>,
  file: string,
) {
  const plain = found.map(({ pipe }) => pipe);
  const grouped = presets ? groupPresets(plain, presetNames) : { pipes: plain, presets: [] };
  const operations: readonly FileOperation[] = [
    ...grouped.presets.map((preset) => ({ path: [...layer, 'presets', preset.name], value: writePreset(preset) })),
    ...grouped.pipes.map((pipe) => ({ path: [...layer, 'pipes', pipe.name], value: writePipe(pipe) })),
  ].map((operation) => ({ file, ...operation }));
  return { ...grouped, operations };
}

/** `name`: the service of the option, or undefined when none is named. */
function serviceProblem(name: string | undefined, known: readonly string[]): Diagnostic {
  const services = `The configuration has ${known.length === 0 ? 'no services' : listWords(known)}.`;
  if (name === undefined) {
    const summary = `Name the service that owns these pipes. ${services}`;
    return diagnose('error', { code: 'usage', summary, hint: 'Add --service NAME.' });
  }
  const nearest = suggest(name, known);
  return diagnose('error', {
    code: 'unknown-reference',
    summary: `--service ${name} is not a service of the configuration.`,
    detail: services,
    hint: nearest === null ? 'Add it under `services`, with its id.' : `Did you mean ${nearest}?`,
  });
}

function alreadyConfiguredProblem({ id, name, location }: DesiredPipe): Diagnostic {
  const summary = `Pipe ${id} is already in the configuration as ${name}, and was not added again.`;
  const hint = `\`pipeform pull --target ${name}\` writes its live values to the files.`;
  return diagnose('note', { code: 'not-pulled', summary, hint }, location);
}

function refusedEditProblem({ operation, location }: RefusedOperation): Diagnostic {
  const place = operation.path.slice(0, -1).join('.');
  const summary = `Nothing can be added to \`${place}\` here: its value is an alias, an anchor or a variable.`;
  const hint = 'Write the map in full, or name another file with --into.';
  return diagnose('error', { code: 'edit-by-hand', summary, hint }, location);
}

/** Warns when values may be incomplete or about to change: a state of transition or failure, or no settings. */
export function diagnoseConcerns({ desired, live }: FoundPipe): readonly Diagnostic[] {
  // The pipe is in no file yet, so the warning has no location.
  const ofState = stateProblems(desired, live).map((warning) => diagnose(warning.severity, warning));
  // Postgres pipes have no settings to show (field notes).
  if (live.settings.status === 'known' || live.source === 'postgres') return ofState;
  const summary = `The service returned no settings for pipe ${desired.name}, so none were written.`;
  const hint = 'Add the settings to manage by hand, or pull the pipe again once the service shows them.';
  return [diagnose('warning', { code: 'unreadable-value', summary, hint }), ...ofState];
}

interface Addition {
  readonly dryRun: boolean;
  readonly target: string;
  /** Files that could not be written. */
  readonly lost: number;
  readonly known: number;
  readonly unread: number;
}

function describeAdded(pipes: readonly NewPipe[], presets: readonly NewPreset[], addition: Addition): string {
  const { dryRun, target, lost, known, unread } = addition;
  const others = [
    known === 0 ? '' : `\n${count(known, 'pipe')} ${known === 1 ? 'is' : 'are'} already in the configuration.`,
    unread === 0 ? '' : `\n${count(unread, 'pipe')} could not be read.`,
  ].join('');
  if (pipes.length === 0) return `Nothing was added.${others}`;
  const what = [count(pipes.length, 'pipe'), ...(presets.length === 0 ? [] : [count(presets.length, 'preset')])];
  const names = pipes.map(({ name }) => name);
  const added = `${listWords(what)} to ${safeText(target)}: ${safeText(shortList(names, MAX_NAMES))}`;
  if (dryRun) return `Nothing was written. Without --dry-run this would add ${added}.${others}`;
  return lost > 0 ? `Nothing was written.${others}` : `Added ${added}.${others}`;
}
