import { notAPlan } from '../../engine/run.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Context } from '../options/context.ts';
import { createView } from '../output/create-view.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted, type RunCommandOptions } from './run.ts';

export interface ApplyCommandOptions extends RunCommandOptions {
  /** The saved plan to carry out, or null to make a fresh one. */
  readonly plan: string | null;
  /** Whether replicas follow the targets of their bands. */
  readonly recommend: boolean;
  /** Whether the rollout and the checks of the configuration guard the updates. */
  readonly rollout: boolean;
}

/** Makes a fresh plan, shows it, asks, and carries it out; or carries exactly a saved one out, which was reviewed before. */
export async function runApply(options: ApplyCommandOptions, context: Context): Promise<number> {
  const { plan: file, recommend, rollout: guards } = options;
  const question = 'Apply these updates? Only "yes" is accepted: ';
  const task = { command: 'apply', question } as const;
  if (file === null) {
    return confirmAndApply({ ...task, request: { of: 'fresh' }, purpose: { recommend, guards } }, options, context);
  }
  const read = await readReportFile(file, options, context);
  const fail = (problem: Diagnostic): number =>
    endUnstarted([problem], new Map(), options, createView(options, context), context);
  if (!read.ok) return fail(read.diagnostic);
  const { report } = read;
  if (report.kind !== 'plan') return fail(notAPlan(file, report.kind));
  const request = { of: 'saved', plan: report } as const;
  return confirmAndApply({ ...task, request, purpose: { guards }, inputs: [file] }, options, context);
}
