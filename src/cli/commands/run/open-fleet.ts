import { dirname } from 'node:path';
import { loadBase } from '../../../engine/load-base.ts';
import { callAs } from '../../../engine/log-requests.ts';
import { type OpenedProject, openProject, type ProjectWants } from '../../../engine/open-project.ts';
import { projectFolder } from '../../../journal/project-folder.ts';
import { type Diagnostic, hasErrors } from '../../../model/diagnostic.ts';
import type { Sources } from '../../../model/location.ts';
import type { Origin } from '../../../model/plan.ts';
import type { BaseState } from '../../../plan/origin/attribute.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { loadConfiguration } from '../../options/load-configuration.ts';
import { checkOutputs, type Output } from '../../output/check-outputs.ts';
import { streamStyle } from '../../output/terminal.ts';

/** What a command that looks at live pipes is asked for, beyond the global options. */
export interface FleetOptions extends GlobalOptions {
  /** A git ref to attribute differences against, or null. */
  readonly base: string | null;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  /** What will be written, to be refused before anything is asked or done. */
  readonly outputs: readonly Output[];
}

/** A configuration, opened, with what it is compared with; the caller closes it. */
export interface OpenedFleet extends OpenedProject {
  readonly base: BaseState | null;
  /** Warnings and notes of the configuration and of the base. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/** Why no pipe can be looked at. */
export interface NoFleet {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The outputs that can be written: a report of the failure takes the place of an older one. */
  readonly writable: readonly Output[];
}

/** What else of the command line has to do with the configuration. */
interface Beside extends Omit<ProjectWants, 'found'> {
  /** Files beside the configuration that the command reads. */
  readonly inputs?: readonly string[];
}

/**
 * Configuration, selection, git base and credentials: all of their problems at once. Warnings go to stderr at once when a
 * person reads; errors come back.
 */
export async function openFleet(
  options: FleetOptions,
  context: Context,
  { inputs = [], ...wants }: Beside = {},
): Promise<OpenedFleet | NoFleet> {
  const loaded = await loadConfiguration(options, context);
  const { fleet, sources, root } = loaded;
  const outputs = await checkOutputs(options.outputs, [...sources.keys(), ...inputs], options, context);
  const { writable } = outputs;
  const diagnostics = [...outputs.diagnostics, ...loaded.diagnostics];
  if (fleet === null || root === null || hasErrors(loaded.diagnostics))
    return { ok: false, diagnostics, sources, writable };

  const based = options.base === null ? null : await loadBase(options.base, options, context);
  const ofBase = based?.diagnostics ?? [];
  const opened = await openProject(
    fleet,
    projectFolder(dirname(root)),
    { ...wants, found: [...outputs.diagnostics, ...ofBase] },
    { ...callAs(options, context), ...selectionOf(options) },
    context,
  );
  const allSources = based === null ? sources : new Map([...sources, ...based.sources]);
  if (!opened.ok) {
    const problems = [...diagnostics, ...opened.diagnostics, ...(based?.ok === false ? ofBase : [])];
    return { ok: false, diagnostics: problems, sources: allSources, writable };
  }
  const warnings = [...diagnostics, ...ofBase];
  if (options.format === 'text' && warnings.length > 0) {
    context.stderr.write(renderDiagnostics(warnings, allSources, streamStyle(context.stderr, options, context)));
  }
  return { ...opened, base: based?.ok ? based.state : null, diagnostics: warnings, sources: allSources };
}

function selectionOf({ target, exclude, onlyOrigin, shard }: FleetOptions) {
  return { target, exclude, onlyOrigin, shard };
}
