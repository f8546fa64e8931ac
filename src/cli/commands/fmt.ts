import { createNodeFiles, findRootDocument, noRootProblem } from '../../config/resolve/file-system.ts';
import type { FormattedConfiguration } from '../../edit/format-configuration.ts';
import { formatConfiguration } from '../../edit/format-configuration.ts';
import type { Workspace } from '../../engine/configuration.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { count } from '../../model/number.ts';
import { listWords, safeText } from '../../model/text.ts';
import { type FmtFile, renderFmt } from '../../report/text/fmt-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';
import { chooseExitCode } from '../output/choose-exit-code.ts';
import { joinUnwritable, writeFiles } from '../output/write-files.ts';

/** Formats every file of the configuration that can be formatted, or prints the difference with `check`. */
export async function runFmt({
  ownOptions,
  workspace,
  printer,
  context,
}: Invocation<{ readonly check: boolean }>): Promise<number> {
  const { check } = ownOptions;
  const found = await formatFiles(workspace, context);
  const edits = found.files.flatMap(({ edit }) => edit ?? []);
  const problems = check ? [] : await writeFiles(edits);
  const unwritten = new Set(problems.map(({ file }) => file));
  const files = found.files.map(({ name, status }): FmtFile => {
    if (check && status === 'formatted') return { file: name, status: 'would-format' };
    return { file: name, status: unwritten.has(name) ? 'failed' : status };
  });
  const diagnostics = [...found.diagnostics, ...problems];
  const document = { kind: 'fmt', formatVersion: 1, files, diagnostics } as const;
  await printer.printAs(document, { text: ({ style }) => renderFmt(document, edits, style) });
  printer.problems([...found.diagnostics, ...joinUnwritable(problems)], found.sources);
  const remarks = describeRemarks(files);
  if (remarks !== '') printer.info(`${diagnostics.length > 0 ? '\n' : ''}${remarks}`);
  const failed = hasErrors(diagnostics) || files.some(({ status }) => status === 'would-format' || status === 'failed');
  return chooseExitCode(failed ? { kind: 'failure' } : { kind: 'done' });
}

async function formatFiles({ cwd, file }: Workspace, { environment }: Context): Promise<FormattedConfiguration> {
  const files = createNodeFiles();
  const root = await findRootDocument(cwd, file, files);
  if (root === null) return { files: [], diagnostics: [noRootProblem()], sources: new Map() };
  return formatConfiguration(root, { cwd, files, variables: environment });
}

function describeRemarks(files: readonly FmtFile[]): string {
  const failed = files.filter(({ status }) => status === 'failed').map(({ file }) => safeText(file));
  const differing = files.filter(({ status }) => status === 'would-format').length;
  const lines = failed.length === 0 ? [] : [`Not changed: ${listWords(failed)}.`];
  if (differing > 0) {
    lines.push(`Not formatted: ${differing} of ${count(files.length, 'file')}. To format, run: pipeform fmt`);
  }
  return lines.join('\n');
}
