import { open, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeSystemError } from '../../engine/system-words.ts';
import type { Report } from '../../model/report.ts';
import { safeJson } from '../../model/safe-json.ts';
import { seal } from '../../plan/saved/seal.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { workingFolder } from '../options/load-configuration.ts';
import { type Output, unwritable } from './check-outputs.ts';
import { streamStyle } from './terminal.ts';

const BEGINNING_BYTES = 200;

/** How a saved report and metrics begin. */
const OURS = /^\s*\{\s*"kind":\s*"(?:plan|drift|run)"|^# (?:HELP|TYPE) pipeform_/;

/** Saves a report with its digest. Whether that went well; why not is told on stderr. */
export function saveReport(report: Report, file: string, options: GlobalOptions, context: Context): Promise<boolean> {
  return saveFile({ option: '--out', file }, `${safeJson(seal(report), 2)}\n`, options, context);
}

/**
 * Whether a failure may be written where something stands already. A command that fails early does not know every file that
 * it would have read, so only what is ours is replaced: a report, metrics, or nothing yet.
 */
export async function mayReplace(file: string, options: GlobalOptions, context: Context): Promise<boolean> {
  const path = resolve(workingFolder(options, context), file);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size === 0) return true;
  return OURS.test(await readBeginning(path));
}

/** The first bytes of a file, as text; empty when it cannot be read, which is nothing of ours. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  try {
    const read = await file?.read({ buffer: Buffer.alloc(BEGINNING_BYTES) });
    return read === undefined ? '' : read.buffer.toString('utf8', 0, read.bytesRead);
  } catch {
    return '';
  } finally {
    await file?.close();
  }
}

/** Writes a file whole or not at all: whoever reads it never sees half of it. A pipe or a device is written to as it is. */
export async function saveFile(
  output: Output,
  text: string,
  options: GlobalOptions,
  context: Context,
): Promise<boolean> {
  const path = resolve(workingFolder(options, context), output.file);
  try {
    if (await isStream(path)) {
      await writeFile(path, text);
    } else {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      await writeFileAtomic(path, text);
    }
    return true;
  } catch (error) {
    const problem = unwritable(output, describeSystemError(error));
    context.stderr.write(renderDiagnostics([problem], new Map(), streamStyle(context.stderr, options, context)));
    return false;
  }
}

async function isStream(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && !found.isFile();
}
