import { dirname } from 'node:path';
import { type LoadedBase, loadBase } from '../../engine/configuration.ts';
import { openProject, type Project, type ProjectOptions } from '../../engine/project.ts';
import { projectFolder } from '../../journal/project-folder.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import type { ReadProgress } from '../../model/event.ts';
import type { Sources } from '../../model/location.ts';
import type { Origin } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { interruptedBy } from '../../model/run.ts';
import { describeShardCost } from '../../report/view-model/count.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { loadConfiguration, workingFolder } from '../options/load-configuration.ts';
import { checkOutputs, type Output } from '../output/check-outputs.ts';
import { exitCode } from '../output/exit-code.ts';
import { mayReplace, saveReport } from '../output/save-report.ts';
import type { View } from '../output/view.ts';

/** What a command that looks at live pipes is asked for, beyond the global options. */
export interface FleetOptions extends GlobalOptions {
  /** A git ref to attribute differences against, or null. */
  readonly base: string | null;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  /** Files that will be written, refused before anything is asked or done. */
  readonly outputs: readonly Output[];
}

/** An opened project, and what was found on the way. */
export interface OpenedFleet {
  readonly ok: true;
  readonly project: Project;
  /** Warnings and notes of the configuration and of the base. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/** Why no pipe can be looked at. */
export interface NoFleet {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The outputs that can be written: a report of the failure replaces an older one. */
  readonly writable: readonly Output[];
}

type Purpose = Pick<ProjectOptions, 'allowances' | 'recommend' | 'definitions' | 'guards' | 'claim'>;

/**
 * Configuration, selection, git base and credentials: all of their problems at once. The view shows warnings; errors come
 * back. `inputs` are files beside the configuration that the command reads. The caller closes the project.
 */
export async function openFleet(
  options: FleetOptions,
  purpose: Purpose,
  view: View,
  context: Context,
  inputs: readonly string[] = [],
): Promise<OpenedFleet | NoFleet> {
  const loaded = await loadConfiguration(options, context);
  const { fleet, sources, root } = loaded;
  const outputs = await checkOutputs(options.outputs, [...sources.keys(), ...inputs], options, context);
  const { writable } = outputs;
  const found = [...outputs.diagnostics, ...loaded.diagnostics];
  if (fleet === null || root === null || hasErrors(loaded.diagnostics)) {
    return { ok: false, diagnostics: found, sources, writable };
  }
  const base = await loadOptionalBase(options, context);
  const allSources = new Map([...sources, ...(base?.sources ?? [])]);
  const earlier = [...outputs.diagnostics, ...(base?.diagnostics ?? [])];
  const { target, exclude, onlyOrigin, shard, parallelism, timeoutMs } = options;
  const asked = { target, exclude, onlyOrigin, shard, parallelism, timeoutMs };
  const opened = await openProject(
    fleet,
    projectFolder(dirname(root)),
    { ...asked, ...purpose, base: base?.ok ? base.state : null, earlier, onRequest: (entry) => view.request(entry) },
    context,
  );
  if (!opened.ok) {
    const ofBase = base?.ok === false ? base.diagnostics : [];
    return { ok: false, diagnostics: [...found, ...opened.diagnostics, ...ofBase], sources: allSources, writable };
  }
  const diagnostics = [...found, ...(base?.diagnostics ?? [])];
  view.warnings(diagnostics, allSources);
  return { ok: true, project: opened, diagnostics, sources: allSources };
}

async function loadOptionalBase(options: FleetOptions, context: Context): Promise<LoadedBase | null> {
  const { base, config, env } = options;
  if (base === null) return null;
  return loadBase(base, { cwd: workingFolder(options, context), file: config, environment: env }, context);
}

/** Shows how the reading of so many pipes goes on while `read` does it. */
export async function withReadProgress<T>(
  pipes: number,
  view: View,
  read: (onProgress: (progress: ReadProgress) => void) => Promise<T>,
): Promise<T> {
  const shown = await view.readProgress(pipes);
  try {
    return await read((progress) => shown.progress(progress));
  } finally {
    await shown.stop();
  }
}

/** What a shard costs in requests, said before it is read. */
export function noteShardCost({ project }: OpenedFleet, options: GlobalOptions, view: View): void {
  if (options.shard === null || options.format !== 'text' || options.logLevel === 'quiet') return;
  const { fleet, pipes } = project;
  const { rateLimit } = fleet.api;
  view.note(describeShardCost({ shard: options.shard, pipes: pipes.length, fleet: fleet.pipes.length, rateLimit }));
}

/**
 * Ends a command that could not begin. The report without pipes is saved too: what an earlier run left there must not stand
 * for this one.
 */
export async function endWithoutFleet(
  { sources, writable }: NoFleet,
  report: Report,
  options: GlobalOptions,
  view: View,
  context: Context,
): Promise<number> {
  await view.failedReport(report, sources);
  for (const { option, file } of writable) {
    if (option !== '--out' || isNarrowed(options) || !(await mayReplace(file, options, context))) continue;
    await saveReport(report, file, options, view, context);
  }
  return exitCode({ of: 'failure', interrupted: interruptedBy(context.interrupts.stop) });
}

/** A failure says nothing of what was selected, and would be taken for one of the whole fleet. */
function isNarrowed({ target, exclude }: GlobalOptions): boolean {
  return target.length + exclude.length > 0;
}
