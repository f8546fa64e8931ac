import { createNodeFiles, readOnce } from '../../../config/resolve/file-system.ts';
import { isSameFleet } from '../../../edit/live-value.ts';
import { hasErrors } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import { readToolVersion } from '../../../model/version.ts';
import { findDrift } from '../../../plan/find-drift.ts';
import type { Context } from '../../options/context.ts';
import { workingFolder } from '../../options/load-configuration.ts';
import type { Ending } from '../../output/exit-code.ts';
import { findMistake, rehearse } from './pull-check.ts';
import { editFiles } from './pull-edits.ts';
import { openForNewPipes } from './pull-new-files.ts';
import { describeNewPipe, describeOld, placeNewPipes, type ReadPipe, sortReads } from './pull-new-pipes.ts';
import { readNewPipes } from './pull-new-reads.ts';
import {
  foldAlike,
  refusedEdit,
  tellConcerns,
  tellKnown,
  tellLeftOut,
  tellServices,
  tellUnknownService,
} from './pull-new-words.ts';
import type { AskNew, PullOptions } from './pull-options.ts';
import { failDocument, failed, settle, tellDiff, tellFailure, tellLine, tellProblems } from './pull-output.ts';
import { sayAdded, sayEnvironments } from './pull-words.ts';

/** Reads live pipes and adds them to the configuration, so that it plans to no changes. */
export async function pullNew(ask: AskNew, options: PullOptions, context: Context): Promise<Ending> {
  const cwd = workingFolder(options, context);
  const { config: file, env: environment } = options;
  const load = { cwd, file, environment, variables: context.environment, files: readOnce(createNodeFiles()) };
  const ready = await openForNewPipes(load, ask.into);
  const telling = { options, context, sources: ready.sources };
  if (!ready.ok) return tellFailure(ready.diagnostics, telling);
  const { fleet, layout, target } = ready;
  const services = [...layout.services.keys()];
  const service = ask.service ?? (services.length === 1 ? services[0] : undefined);
  if (service === undefined) return tellFailure([...ready.diagnostics, tellServices(services)], telling);
  const serviceId = layout.services.get(service);
  if (serviceId === undefined) {
    return tellFailure([...ready.diagnostics, tellUnknownService(service, services)], telling);
  }
  const known = fleet.pipes.filter(({ id }) => ask.ids.includes(id));
  const fresh = ask.ids.filter((id) => !known.some((pipe) => pipe.id === id));
  const reading = await readNewPipes(fresh, { service, serviceId: serviceId.toLowerCase() }, ready, options, context);
  if (!reading.ok) return tellFailure([...ready.diagnostics, ...reading.diagnostics], telling);
  if (context.interrupts.stop.aborted) {
    tellLine('Interrupted: not every pipe was read. Nothing was written.', telling);
    return failDocument({ pipes: [], edits: [], diagnostics: ready.diagnostics }, telling);
  }

  const { found, unread } = sortReads(reading.reads, service, fleet.policy.ranges, layout.pipeNames);
  const { pipes: added, presets, operations } = placeNewPipes(found, ask.presets, layout, target);
  const { edits, refused } = editFiles(layout.files, operations);
  const diagnostics = [
    ...ready.diagnostics,
    ...known.map(tellKnown),
    ...unread.map(({ diagnostic }) => diagnostic),
    ...tellLeftOut(found),
    ...found.flatMap(tellConcerns),
    ...refused.slice(0, 1).map(refusedEdit),
  ];
  const pipes = [...describeOld(known), ...unread.map(({ pipe }) => pipe), ...found.map(describeNewPipe)];
  const mistake =
    edits.length === 0 || refused.length > 0
      ? null
      : await findMistake(rehearse(load, edits), layout, (edited) => judge(edited, fleet, found, context));
  const all = [...diagnostics, ...(mistake === null ? [] : [mistake])];
  const { shown, rest } = foldAlike(all);
  tellProblems(shown, telling);
  for (const line of rest) tellLine(line, telling);
  if (mistake !== null || refused.length > 0) return failDocument({ pipes: [], edits: [], diagnostics: all }, telling);
  tellDiff(edits, telling);
  if (edits.length > 0 && environment === null) tellLine(sayEnvironments(layout.environments), telling);
  const problems = await settle({ pipes, edits, diagnostics: all }, ask.writing, telling);
  tellLine(sayAdded(added, presets, { ask, target, problems, known: known.length, unread: unread.length }), telling);
  return hasErrors([...all, ...problems]) ? failed(context) : { of: 'done' };
}

/** What is wrong with the edited configuration: it has the new pipes as they are live, and nothing else moved. */
function judge(edited: Fleet, before: Fleet, found: readonly ReadPipe[], context: Context): readonly string[] {
  const names = new Set(found.map(({ pipe }) => pipe.name));
  const others = { ...edited, pipes: edited.pipes.filter(({ name }) => !names.has(name)) };
  const wrong = isSameFleet(before, others) ? [] : ['Something else than the new pipes would change.'];
  const reads = found.flatMap(({ pipe, read, values }) => {
    const desired = edited.pipes.find(({ name }) => name === pipe.name);
    if (desired === undefined) wrong.push(`Pipe ${pipe.name} would not be there.`);
    const managed = Object.keys(desired?.settings ?? {}).length + Object.keys(desired?.scaling ?? {}).length;
    if (desired !== undefined && managed !== values)
      wrong.push(`Pipe ${pipe.name} would manage ${managed} fields, not ${values}.`);
    return desired === undefined ? [] : [{ desired, read }];
  });
  const drift = findDrift(edited, reads, { now: new Date(context.clock.now()), tool: readToolVersion() });
  for (const { name, status } of drift.pipes)
    if (status !== 'in-sync') wrong.push(`Pipe ${name} would not be as it is live.`);
  return wrong;
}
