import type { FormattedConfiguration } from '../../edit/format-configuration.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import type { FileEdit } from '../../model/file-edit.ts';
import { listWords } from '../../model/list-words.ts';
import type { Sources } from '../../model/location.ts';
import { safeText } from '../../model/safe-text.ts';
import { renderDiagnostics } from '../../report/text/diagnostics.ts';
import { fitLines } from '../../report/text/fit-text.ts';
import { count } from '../../report/view-model/count.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { workingFolder } from '../options/load-configuration.ts';
import { exitCode } from '../output/exit-code.ts';
import { streamStyle } from '../output/terminal.ts';
import { writeFiles } from '../output/write-files.ts';
import { writeJson } from '../output/write-output.ts';

/** The files of a configuration after fmt. */
interface FmtResult {
  readonly files: readonly {
    /** As in `Location.file`. */
    readonly file: string;
    readonly status: 'formatted' | 'unchanged' | 'failed' | 'would-format';
  }[];
  /** What was written, or would be. */
  readonly edits: readonly FileEdit[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/**
 * Puts every file of the configuration into canonical form. A file that cannot be formatted is reported and not changed; the
 * others are written. With `check`, nothing is written: it prints the difference and returns 1 when there is one.
 */
export async function runFmt(
  { check }: { readonly check: boolean },
  options: GlobalOptions,
  context: Context,
): Promise<number> {
  const found = await formatFiles(options, context);
  const result = check ? leaveFiles(found) : await rewriteFiles(found);
  if (options.format === 'json') {
    const { files, diagnostics } = result;
    writeJson(context, { kind: 'fmt', formatVersion: 1, files, diagnostics });
  } else {
    if (result.edits.length === 0) printUnchanged(result, context);
    else if (check) await printDifference(result, options, context);
    else printWritten(result, context);
    printProblems(result, options, context);
  }
  const differs = result.files.some(({ status }) => status === 'would-format');
  const failed = differs || hasErrors(result.diagnostics) || result.files.some(({ status }) => status === 'failed');
  return exitCode(failed ? { of: 'failure', interrupted: null } : { of: 'done' });
}

async function formatFiles(options: GlobalOptions, context: Context): Promise<FormattedConfiguration> {
  const { findRootDocument, reportNoRoot } = await import('../../config/resolve/file-system.ts');
  const { createNodeFiles } = await import('../../config/resolve/file-system.ts');
  const [cwd, files] = [workingFolder(options, context), createNodeFiles()];
  const root = await findRootDocument(cwd, options.config, files);
  if (root === null) return { files: [], diagnostics: [reportNoRoot()], sources: new Map() };
  const { formatConfiguration } = await import('../../edit/format-configuration.ts');
  return formatConfiguration(root, { cwd, files, variables: context.environment });
}

function leaveFiles({ files, diagnostics, sources }: FormattedConfiguration): FmtResult {
  return {
    files: files.map(({ name, status }) => ({ file: name, status: status === 'formatted' ? 'would-format' : status })),
    edits: files.flatMap(({ edit }) => edit ?? []),
    diagnostics,
    sources,
  };
}

async function rewriteFiles({ files, diagnostics, sources }: FormattedConfiguration): Promise<FmtResult> {
  const edits = files.flatMap(({ edit }) => edit ?? []);
  const problems = await writeFiles(edits);
  const unwritten = new Set(problems.map(({ file }) => file));
  return {
    files: files.map(({ name, status }) => ({ file: name, status: unwritten.has(name) ? 'failed' : status })),
    edits: edits.filter(({ name }) => !unwritten.has(name)),
    diagnostics: [...diagnostics, ...problems],
    sources,
  };
}

async function printDifference(result: FmtResult, options: GlobalOptions, context: Context): Promise<void> {
  const { renderFileDiff } = await import('../../report/text/file-diff.ts');
  context.stdout.write(renderFileDiff(result.edits, streamStyle(context.stdout, options, context)));
}

function printWritten(result: FmtResult, context: Context): void {
  for (const { name } of result.edits) context.stdout.write(`Formatted ${safeText(name)}.\n`);
}

function printUnchanged({ files, diagnostics }: FmtResult, context: Context): void {
  if (files.length === 0 || hasErrors(diagnostics)) return;
  const [one] = files;
  const subject =
    files.length === 1 && one !== undefined ? `${safeText(one.file)} is` : `All ${count(files.length, 'file')} are`;
  context.stdout.write(`${subject} already formatted.\n`);
}

/** On stderr: what is wrong, which files were not changed, and what to do. */
function printProblems(
  { files, edits, diagnostics, sources }: FmtResult,
  options: GlobalOptions,
  context: Context,
): void {
  const style = streamStyle(context.stderr, options, context);
  const lines: string[] = [];
  const failed = files.filter(({ status }) => status === 'failed').map(({ file }) => safeText(file));
  const differing = files.filter(({ status }) => status === 'would-format').length;
  if (failed.length > 0) lines.push(`Not changed: ${listWords(failed)}.`);
  if (differing > 0) {
    const [one] = files;
    const subject =
      files.length === 1 && one !== undefined ? safeText(one.file) : `${differing} of ${count(files.length, 'file')}`;
    lines.push(`${subject} ${differing === 1 ? 'is' : 'are'} not formatted. To format, run: pipeform fmt`);
  } else if (failed.length > 0 && failed.length < files.length) {
    const others = files.length - failed.length;
    const already = edits.length === 0 ? 'already ' : '';
    lines.push(
      others === 1 ? `The other file is ${already}formatted.` : `The ${others} other files are ${already}formatted.`,
    );
  }
  context.stderr.write(renderDiagnostics(diagnostics, sources, style));
  if (lines.length > 0)
    context.stderr.write(`${diagnostics.length > 0 ? '\n' : ''}${fitLines(lines.join('\n'), style.columns)}\n`);
}
