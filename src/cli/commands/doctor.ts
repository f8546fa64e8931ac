import { checkSetup } from '../../engine/check-setup.ts';
import { interruptedBy } from '../../model/run.ts';
import { renderSetup } from '../../report/text/setup-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { logRequests } from '../output/log-debug.ts';

/** Checks the setup of this machine and project. Read-only. */
export async function runDoctor({ options, workspace, printer, context }: Invocation): Promise<number> {
  const calling = { ...options, onRequest: logRequests(printer), nodeVersion: process.versions.node };
  const checks = await checkSetup(workspace, calling, context);
  const document = { kind: 'doctor', formatVersion: 1, checks };
  await printer.printAs(document, { text: ({ style, glyphs }) => renderSetup(checks, style, glyphs) });
  const interrupted = interruptedBy(context.interrupts.stop);
  return chooseExitCode({ kind: checks.some(({ status }) => status === 'fail') ? 'failure' : 'done', interrupted });
}
