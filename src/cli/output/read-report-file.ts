import { resolve } from 'node:path';
import { describeSystemError } from '../../engine/describe-system-error.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Plan } from '../../model/plan.ts';
import type { Result } from '../../model/result.ts';
import { type ReadReport, readReport, wrongKindProblem } from '../../plan/saved/read-report.ts';
import { readInput } from '../../platform/read-input.ts';
import type { Session } from '../options/command-spec.ts';

/** A plan of 100,000 pipes has from 74 MB (none changes) to 240 MB, and the run of the latter has 275 MB. */
const MAX_BYTES = 320 * 1024 ** 2;

export async function readReportFile(file: string, { workspace }: Session): Promise<ReadReport> {
  try {
    return readReport((await readInput(resolve(workspace.cwd, file), MAX_BYTES)).toString(), file);
  } catch (error) {
    const diagnostic = diagnoseCode('report-unreadable', `${file} cannot be read.`, describeSystemError(error));
    return { ok: false, diagnostic };
  }
}

/** Works like `readReportFile`, for a file that must have a plan. */
export async function readPlanFile(
  file: string,
  session: Session,
): Promise<Result<{ readonly plan: Plan }, { readonly diagnostic: Diagnostic }>> {
  const read = await readReportFile(file, session);
  if (!read.ok) return read;
  const { report } = read;
  if (report.kind === 'plan') return { ok: true, plan: report };
  const hint = 'Make a plan with `pipeform plan --out FILE`.';
  return { ok: false, diagnostic: { ...wrongKindProblem('plan', file, report.kind), hint } };
}
