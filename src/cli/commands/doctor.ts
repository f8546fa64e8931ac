import { checkSetup } from '../../engine/check-setup.ts';
import { interruptedBy } from '../../model/run.ts';
import { renderSetup } from '../../report/text/setup-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { exitCode } from '../output/exit-code.ts';

/** Checks the set-up of this machine and project. Read-only. */
export async function runDoctor({ options, place, view, context }: Invocation): Promise<number> {
  const calling = { ...options, onRequest: view.onRequest, nodeVersion: process.versions.node };
  const checks = await checkSetup(place, calling, context);
  await view.result({ kind: 'doctor', formatVersion: 1, checks }, (style, glyphs) =>
    renderSetup(checks, style, glyphs),
  );
  const interrupted = interruptedBy(context.interrupts.stop);
  return exitCode({ of: checks.some(({ status }) => status === 'fail') ? 'failure' : 'done', interrupted });
}
