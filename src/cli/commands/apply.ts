import { notA } from '../../engine/run.ts';
import { type ApplyCommandOptions, checkPlanOptions, listOverrides } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { readReportFile } from '../output/read-report-file.ts';
import { confirmAndApply, endUnstarted } from '../steps/confirm-and-apply.ts';

export async function runApply(invocation: Invocation<ApplyCommandOptions>): Promise<number> {
  const { own, words } = invocation;
  const [file] = words;
  checkPlanOptions(own, file !== undefined);
  const { base, onlyOrigin, recommend } = own;
  const question = 'Apply these updates? Only "yes" is accepted: ';
  const judged = { guards: !own.noRollout, promotion: true, overrides: listOverrides(own) };
  const planning = { base, onlyOrigin, recommend, ...judged };
  const task = { command: 'apply', question, ...planning } as const;
  if (file === undefined) return confirmAndApply({ ...task, request: { of: 'fresh' } }, invocation);
  const read = await readReportFile(file, invocation);
  if (!read.ok) return endUnstarted([read.diagnostic], undefined, invocation);
  const { report } = read;
  if (report.kind !== 'plan') return endUnstarted([notA('plan', file, report.kind)], undefined, invocation);
  return confirmAndApply({ ...task, request: { of: 'saved', plan: report }, inputs: [file] }, invocation);
}
