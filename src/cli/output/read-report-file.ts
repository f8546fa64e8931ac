import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeSystemError } from '../../engine/describe-system-error.ts';
import { describeWrongKind } from '../../engine/run.ts';
import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import type { Plan } from '../../model/plan.ts';
import type { ReadReport } from '../../plan/saved/read-report.ts';
import type { Session } from '../options/command-spec.ts';

/** A plan of 100,000 pipes has about 150 MB. */
const MAX_BYTES = 512 * 1024 * 1024;

export async function readReportFile(file: string, { workspace }: Session): Promise<ReadReport> {
  const { readReport } = await import('../../plan/saved/read-report.ts');
  try {
    const path = resolve(workspace.cwd, file);
    const status = await stat(path);
    if (!status.isFile()) return { ok: false, diagnostic: unreadable(file, 'It is not a regular file.') };
    if (status.size > MAX_BYTES) return { ok: false, diagnostic: unreadable(file, 'It has more than 512 MiB.') };
    return readReport(await readFile(path, 'utf8'), file);
  } catch (error) {
    return { ok: false, diagnostic: unreadable(file, describeSystemError(error)) };
  }
}

/** As `readReportFile`, for a file that must have a plan. */
export async function readPlanFile(
  file: string,
  session: Session,
): Promise<{ readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly diagnostic: Diagnostic }> {
  const read = await readReportFile(file, session);
  if (!read.ok) return read;
  const { report } = read;
  if (report.kind === 'plan') return { ok: true, plan: report };
  const hint = 'Make a plan with `pipeform plan --out FILE`.';
  return { ok: false, diagnostic: { ...describeWrongKind('plan', file, report.kind), hint } };
}

function unreadable(file: string, detail: string | null): Diagnostic {
  return diagnoseCode('report-unreadable', `${file} cannot be read.`, detail);
}
