import type { ReportPipe } from '../../model/report.ts';

/** A pipe of which there is nothing to say but that it was not asked for: the report as a whole says that of all of them. */
export function isNotAttempted({ status, diagnostics }: Pick<ReportPipe, 'status' | 'diagnostics'>): boolean {
  const [only, ...others] = diagnostics;
  return status === 'error' && only?.code === 'circuit-open' && others.length === 0;
}
