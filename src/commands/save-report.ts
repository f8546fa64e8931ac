import { resolve } from 'node:path';
import { diagnose } from '../model/diagnostic.ts';
import type { Report } from '../model/report.ts';
import { seal } from '../plan/seal.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { safeJson } from '../render/safe-json.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { workingFolder } from './load-configuration.ts';
import { streamStyle } from './terminal.ts';

/** Saves a report with its digest. Whether that went well; why not is told on stderr. */
export function saveReport(report: Report, file: string, options: GlobalOptions, context: Context): Promise<boolean> {
  return saveFile(file, '--out', `${safeJson(seal(report), 2)}\n`, options, context);
}

/** Writes a file whole or not at all: whoever reads it never sees half of it. */
export async function saveFile(
  file: string,
  option: '--out' | '--metrics',
  text: string,
  options: GlobalOptions,
  context: Context,
): Promise<boolean> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  try {
    await writeFileAtomic(resolve(workingFolder(options, context), file), text);
    return true;
  } catch (error) {
    const problem = diagnose('error', {
      code: 'output-unwritable',
      summary: `${option}: ${file} could not be written.`,
      detail: error instanceof Error ? error.message : null,
      hint: 'Name a file in a folder that exists and that you may write to.',
    });
    context.stderr.write(renderDiagnostics([problem], new Map(), streamStyle(context.stderr, options, context)));
    return false;
  }
}
