import { notA } from '../../engine/run.ts';
import {
  type ApplyCommandOptions,
  checkPlanOptions,
  checkRemediation,
  listOverrides,
} from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted } from '../steps/confirm-and-apply.ts';

export async function runApply(invocation: Invocation<ApplyCommandOptions>): Promise<number> {
  const { own, words, options, place, view } = invocation;
  const [file] = words;
  checkRemediation(own, options, file !== undefined);
  checkPlanOptions(own, file !== undefined);
  const { base, onlyOrigin, recommend } = own;
  const question = 'Apply these updates? Only "yes" is accepted: ';
  const policies = { guards: !own.noRollout, promotion: true, overrides: listOverrides(own) };
  const planning = { base, onlyOrigin, recommend, ...policies };
  const task = { command: 'apply', question, ...planning } as const;
  if (own.remediate) {
    const { readHistoryEntries } = await import('../steps/read-history-entries.ts');
    // The first run finds no file yet.
    const earlier = own.history === null ? null : await readHistoryEntries(own.history, place.cwd, 'empty');
    if (earlier?.ok === false) return endUnstarted([earlier.diagnostic], undefined, invocation);
    view.diagnostics(earlier?.warnings ?? []);
    const remediate = { history: earlier?.entries ?? null };
    return confirmAndApply({ ...task, remediate, idleText: NOTHING_TO_PUT_BACK, request: { of: 'fresh' } }, invocation);
  }
  if (file === undefined) return confirmAndApply({ ...task, request: { of: 'fresh' } }, invocation);
  const read = await readReportFile(file, invocation);
  if (!read.ok) return endUnstarted([read.diagnostic], undefined, invocation);
  const { report } = read;
  if (report.kind !== 'plan') return endUnstarted([notA('plan', file, report.kind)], undefined, invocation);
  return confirmAndApply({ ...task, request: { of: 'saved', plan: report }, inputs: [file] }, invocation);
}

const NOTHING_TO_PUT_BACK = 'Nothing to put back: no field of `remediation.fields` drifted.';
