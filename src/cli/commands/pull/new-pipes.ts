import { dirname } from 'node:path';
import type { Layout } from '../../../edit/layout.ts';
import type { FileOperation } from '../../../edit/live-value.ts';
import { isSameFleet, writeFieldValue } from '../../../edit/live-value.ts';
import {
  choosePipeName,
  groupPresets,
  type NewPipe,
  type NewPreset,
  writePipe,
  writePreset,
} from '../../../edit/new-pipes.ts';
import { readPipes } from '../../../engine/observe.ts';
import { closeProject, openProject } from '../../../engine/project.ts';
import { projectFolder } from '../../../journal/project-folder.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import { isSourceKind } from '../../../model/field.ts';
import type { DesiredPipe, Fleet, Policy } from '../../../model/fleet.ts';
import { suggest } from '../../../model/suggest.ts';
import { listWords, safeText } from '../../../model/text.ts';
import { readToolVersion } from '../../../model/version.ts';
import { describeFailure } from '../../../plan/describe-failure.ts';
import { warnOfState } from '../../../plan/diff/warnings.ts';
import { findDrift } from '../../../plan/find-drift.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import { count } from '../../../report/view-model/count.ts';
import type { Invocation, Session } from '../../options/command-spec.ts';
import type { Context } from '../../options/context.ts';
import { withReadProgress } from '../fleet.ts';
import {
  endPull,
  endUnwritten,
  failToStart,
  foldAlike,
  MOST_NAMES,
  type PulledPipe,
  type PullOptions,
  showEdits,
} from './document.ts';
import { createLoadOptions, editFiles, findMistake, type RefusedOperation, rehearse } from './edit-files.ts';
import type { ReadPipe } from './live-values.ts';
import { describeLeftOut, findManageable } from './live-values.ts';
import { openForNewPipes, type ReadyConfiguration } from './target-file.ts';

/** Reads live pipes and adds them to the configuration, so that a plan has no changes. */
export async function pullNewPipes(ids: readonly string[], invocation: Invocation<PullOptions>): Promise<number> {
  const { own, view, context } = invocation;
  const load = createLoadOptions(invocation);
  const ready = await openForNewPipes(load, own.into);
  const fail = (diagnostics: readonly Diagnostic[]): number =>
    failToStart([...ready.diagnostics, ...diagnostics], ready.sources, view);
  if (!ready.ok) return fail([]);
  const { fleet, layout, target } = ready;
  const services = [...layout.services.keys()];
  const service = own.service ?? (services.length === 1 ? services[0] : undefined);
  if (service === undefined) return fail([missingService(services)]);
  const serviceId = layout.services.get(service);
  if (serviceId === undefined) return fail([unknownService(service, services)]);
  const known = fleet.pipes.filter(({ id }) => ids.includes(id));
  const fresh = ids.filter((id) => !known.some((pipe) => pipe.id === id));
  const owner = { service, serviceId: serviceId.toLowerCase() };
  const reading = await readNewPipes(fresh, owner, ready, invocation);
  if (!reading.ok) return fail(reading.diagnostics);
  if (context.interrupts.stop.aborted) {
    view.info('Interrupted: not every pipe was read. Nothing was written.');
    return endUnwritten({ pipes: [], edits: [], diagnostics: ready.diagnostics }, view);
  }

  const { found, unread } = sortReads(reading.reads, service, fleet.policy.ranges, layout.pipeNames);
  const { pipes: added, presets, operations } = placeNewPipes(found, own.presets, layout, target);
  const { edits, refused } = editFiles(layout.files, operations);
  const diagnostics = [
    ...ready.diagnostics,
    ...known.map(alreadyConfigured),
    ...unread.map(({ diagnostic }) => diagnostic),
    ...describeLeftOut(found),
    ...found.flatMap(describeConcerns),
    ...refused.slice(0, 1).map(refusedEdit),
  ];
  const pipes = [...describeOld(known), ...unread.map(({ pipe }) => pipe), ...found.map(describeNewPipe)];
  const mistake =
    edits.length === 0 || refused.length > 0
      ? null
      : await findMistake(rehearse(load, edits), layout, (edited) => findWrongPipes(edited, fleet, found, context));
  const all = [...diagnostics, ...(mistake === null ? [] : [mistake])];
  const { shown, rest } = foldAlike(all);
  view.problems(shown, ready.sources);
  for (const line of rest) view.info(line);
  if (mistake !== null || refused.length > 0) return endUnwritten({ pipes: [], edits: [], diagnostics: all }, view);
  showEdits(edits, layout, view);
  return endPull({ pipes, edits, diagnostics: all }, own.dryRun, view, (lost) =>
    summarizeAdded(added, presets, { dryRun: own.dryRun, target, lost, known: known.length, unread: unread.length }),
  );
}

/** What is wrong with the edited configuration: the new pipes must match their live values, and nothing else may change. */
function findWrongPipes(edited: Fleet, before: Fleet, found: readonly ReadPipe[], context: Context): readonly string[] {
  const names = new Set(found.map(({ pipe }) => pipe.name));
  const others = { ...edited, pipes: edited.pipes.filter(({ name }) => !names.has(name)) };
  const wrong = isSameFleet(before, others) ? [] : ['Other pipes than the new ones would change.'];
  const reads = found.flatMap(({ pipe, read }) => {
    const desired = edited.pipes.find(({ name }) => name === pipe.name);
    if (desired === undefined) wrong.push(`Pipe ${pipe.name} would be missing.`);
    const managed = Object.keys(desired?.settings ?? {}).length + Object.keys(desired?.scaling ?? {}).length;
    if (desired !== undefined && managed !== pipe.values.size)
      wrong.push(`Pipe ${pipe.name} would manage ${managed} fields, not ${pipe.values.size}.`);
    return desired === undefined ? [] : [{ desired, read }];
  });
  const drift = findDrift(edited, reads, { now: new Date(context.clock.now()), tool: readToolVersion() });
  for (const { name, status } of drift.pipes)
    if (status !== 'in-sync') wrong.push(`Pipe ${name} would not match its live values.`);
  return wrong;
}

/** The reads of new pipes, in the order of their ids, without the connection: nothing can be written with it. */
export interface NewReads {
  readonly ok: true;
  readonly reads: readonly PipeRead[];
}

/** Reads live pipes by their ids and closes the connection. Without ids, none is opened. */
export async function readNewPipes(
  ids: readonly string[],
  owner: { readonly service: string; readonly serviceId: string },
  { fleet, root }: Pick<ReadyConfiguration, 'fleet' | 'root'>,
  { options, view, context }: Session,
): Promise<NewReads | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  if (ids.length === 0) return { ok: true, reads: [] };
  const all = { target: [], exclude: [], onlyOrigin: null, shard: null };
  const { parallelism, timeoutMs } = options;
  const calling = { parallelism, timeoutMs, onRequest: view.request.bind(view) };
  const opened = await openProject(fleet, projectFolder(dirname(root)), { ...calling, ...all }, context);
  if (!opened.ok) return opened;
  const pipes = ids.map((id) => toRead(id, owner));
  const reads = await withReadProgress(pipes.length, view, (onProgress) =>
    readPipes(opened, pipes, onProgress, context),
  ).finally(() => closeProject(opened));
  return { ok: true, reads };
}

/** A pipe that could not be read. */
export interface UnreadPipe {
  readonly pipe: PulledPipe;
  readonly diagnostic: Diagnostic;
}

/** A pipe of which only the id and the service are known. */
export function toRead(id: string, owner: { readonly service: string; readonly serviceId: string }): DesiredPipe {
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
    location: { file: '', line: 1, column: 1, endLine: 1, endColumn: 1 },
  };
}

/** Sorts reads into pipes for the configuration, each with a name of its own, and pipes that could not be read. */
export function sortReads(
  reads: readonly PipeRead[],
  service: string,
  ranges: Policy['ranges'],
  taken: ReadonlySet<string>,
): { readonly found: readonly ReadPipe[]; readonly unread: readonly UnreadPipe[] } {
  const names = new Set(taken);
  const found: ReadPipe[] = [];
  const unread: UnreadPipe[] = [];
  for (const { desired, read } of reads) {
    const { id, serviceId } = desired;
    if (!read.ok) {
      const diagnostic = describeFailure(`Pipe ${id} could not be read`, read.failure, null);
      const empty = { name: null, liveName: null, source: null, changes: [], leftOut: [] };
      unread.push({ pipe: { ...empty, service, serviceId, id, status: 'error' }, diagnostic });
      continue;
    }
    const live = read.pipe;
    const { values, leftOut } = findManageable(live, ranges);
    const name = choosePipeName(live.name, names);
    names.add(name);
    const pipe = {
      name,
      service,
      id,
      liveName: live.name.trim() === '' ? null : live.name,
      source: live.source !== null && isSourceKind(live.source) ? live.source : null,
      values: new Map([...values].map(([field, value]) => [field, writeFieldValue(field, value, 'human')] as const)),
      preset: null,
    };
    found.push({ pipe, serviceId, live, read, leftOut });
  }
  return { found, unread };
}

/** Pipes, and with presets what they share, in the part of the configuration that is edited. */
export function placeNewPipes(
  found: readonly ReadPipe[],
  presets: boolean,
  { layer, presetNames }: Pick<Layout, 'layer' | 'presetNames'>,
  file: string,
) {
  const plain = found.map(({ pipe }) => pipe);
  const grouped = presets ? groupPresets(plain, presetNames) : { pipes: plain, presets: [] };
  const operations: readonly FileOperation[] = [
    ...grouped.presets.map((preset) => ({ path: [...layer, 'presets', preset.name], value: writePreset(preset) })),
    ...grouped.pipes.map((pipe) => ({ path: [...layer, 'pipes', pipe.name], value: writePipe(pipe) })),
  ].map((operation) => ({ file, operation }));
  return { ...grouped, operations };
}

export function describeNewPipe({ pipe, serviceId, live, leftOut }: ReadPipe): PulledPipe {
  const { name, service, id } = pipe;
  const { name: liveName, source } = live;
  return { name, service, serviceId, id, liveName, source, status: 'added', changes: [], leftOut };
}

/** The pipes that are already in the configuration; they were not read. */
export function describeOld(pipes: readonly DesiredPipe[]): readonly PulledPipe[] {
  return pipes.map(({ name, service, serviceId, id, liveName, source }) => {
    return { name, service, serviceId, id, liveName, source, status: 'known', changes: [], leftOut: [] };
  });
}

export function unknownService(name: string, known: readonly string[]): Diagnostic {
  const nearest = suggest(name, known);
  return diagnose('error', {
    code: 'unknown-reference',
    summary: `--service ${name} is not a service of the configuration.`,
    detail: known.length === 0 ? 'The configuration defines no services.' : `Known services: ${known.join(', ')}.`,
    hint: nearest === null ? 'Add it under `services`, with its id.' : `Did you mean ${nearest}?`,
  });
}

export function missingService(known: readonly string[]): Diagnostic {
  return known.length === 0
    ? diagnose('error', {
        code: 'unknown-reference',
        summary: 'The configuration defines no service to own these pipes.',
        hint: 'Add it under `services`: a name of your choice, with its id.',
      })
    : diagnose('error', {
        code: 'usage',
        summary: `Which service owns these pipes? The configuration has ${listWords(known)}.`,
        hint: 'Name it with --service NAME.',
      });
}

export function alreadyConfigured({ id, name, location }: DesiredPipe): Diagnostic {
  const summary = `Pipe ${id} is already in the configuration as ${name}, and was not added again.`;
  const hint = `\`pipeform pull --target ${name}\` brings its live values into the configuration.`;
  return diagnose('note', { code: 'already-configured', summary, hint }, location);
}

/** Nothing can be added to a map that is an alias or has a merge key. */
export function refusedEdit({ operation, location }: RefusedOperation): Diagnostic {
  const place = operation.operation.path.slice(0, -1).join('.');
  return diagnose(
    'error',
    {
      code: 'edit-by-hand',
      summary: `Nothing can be added to \`${place}\` here: its value is an alias, an anchor or a variable.`,
      hint: 'Write the map out, or name another file with --into.',
    },
    location,
  );
}

/** Warns when the values of a pipe may be incomplete or about to change: in transition, failing, or without settings. */
export function describeConcerns({ pipe, serviceId, live }: ReadPipe): readonly Diagnostic[] {
  const { service, id, name } = pipe;
  const warnings = warnOfState({ ...toRead(id, { service, serviceId }), name }, live);
  // Postgres pipes have no settings to show (field notes).
  const isBare = live.settings.status !== 'known' && live.source !== 'postgres';
  return [
    ...(isBare ? [settingsNotShown(name)] : []),
    ...warnings.map((warning) => diagnose(warning.severity, warning)),
  ];
}

function settingsNotShown(name: string): Diagnostic {
  const summary = `The service shows no settings for pipe ${name}, so none were written.`;
  const hint = 'Add the settings to manage by hand, or pull the pipe again once the service shows them.';
  return diagnose('warning', { code: 'settings-not-shown', summary, hint });
}

interface Addition {
  readonly dryRun: boolean;
  /** The file that they were added to. */
  readonly target: string;
  /** Files that could not be written. */
  readonly lost: number;
  readonly known: number;
  readonly unread: number;
}

/** The last line of a pull of new pipes: what was added, and what was not. */
export function summarizeAdded(pipes: readonly NewPipe[], presets: readonly NewPreset[], addition: Addition): string {
  const { dryRun, target, lost, known, unread } = addition;
  const rest = [
    ...(known === 0 ? [] : [`${count(known, 'pipe')} ${known === 1 ? 'is' : 'are'} already in the configuration`]),
    ...(unread === 0 ? [] : [`${count(unread, 'pipe')} could not be read`]),
  ];
  const others = rest.map((line) => `\n${capitalize(line)}.`).join('');
  if (pipes.length === 0) return `Nothing was added.${others}`;
  const what = [count(pipes.length, 'pipe'), ...(presets.length === 0 ? [] : [count(presets.length, 'preset')])];
  const names = listWords([...pipes.slice(0, MOST_NAMES).map(({ name }) => name), ...moreThan(pipes.length)]);
  const said = `${listWords(what)} to ${safeText(target)}: ${safeText(names)}`;
  if (dryRun) return `Nothing was written. Without --dry-run this would add ${said}.${others}`;
  if (lost > 0) return `Nothing was written.${others}`;
  return `Added ${said}.${others}`;
}

function moreThan(total: number): readonly string[] {
  return total > MOST_NAMES ? [`${total - MOST_NAMES} more`] : [];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
