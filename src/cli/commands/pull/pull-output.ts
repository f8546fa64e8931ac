import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import type { Sources } from '../../../model/location.ts';
import { interruptedBy } from '../../../model/run.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import { renderFileDiff } from '../../../report/text/file-diff.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import type { Ending } from '../../output/exit-code.ts';
import { streamColumns, streamStyle } from '../../output/terminal.ts';
import { writeFiles } from '../../output/write-files.ts';
import { writeJson } from '../../output/write-output.ts';
import { describeFile, describePull, type PulledFile, type PulledPipe } from './pull-document.ts';

/** What a pull came to, before anything is written. */
export interface Pulled {
  readonly pipes: readonly PulledPipe[];
  readonly edits: readonly FileEdit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where and how to tell it. */
export interface Telling {
  readonly options: GlobalOptions;
  readonly context: Context;
  readonly sources: Sources;
}

/** A failure, by an interrupt where there was one. */
export function failed(context: Context): Ending {
  return { of: 'failure', interrupted: interruptedBy(context.interrupts.stop) };
}

/** Ends a pull of which nothing could be done: the problems on stderr, or in the document. */
export function tellFailure(diagnostics: readonly Diagnostic[], telling: Telling): Ending {
  tellProblems(diagnostics, telling);
  return failDocument({ pipes: [], edits: [], diagnostics }, telling);
}

/** Ends a pull whose edits are not to be written, with the document where one is asked for. */
export function failDocument({ pipes, edits, diagnostics }: Pulled, { options, context }: Telling): Ending {
  if (options.format === 'json') {
    const files = edits.map((edit) => describeFile(edit, 'not-written'));
    writeJson(context, describePull(pipes, files, diagnostics));
  }
  return failed(context);
}

/** Problems on stderr for a person; a document has them in it. */
export function tellProblems(diagnostics: readonly Diagnostic[], { options, context, sources }: Telling): void {
  if (options.format === 'json' || diagnostics.length === 0) return;
  context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
}

/** The difference on stdout. */
export function tellDiff(edits: readonly FileEdit[], { options, context }: Telling): void {
  if (options.format !== 'json')
    context.stdout.write(renderFileDiff(edits, streamStyle(context.stdout, options, context)));
}

/** A line for a person, on stderr; an empty one is none. */
export function tellLine(line: string, { options, context }: Telling): void {
  if (line === '' || options.format === 'json' || options.logLevel === 'quiet') return;
  context.stderr.write(`${fitLines(line, streamColumns(context.stderr))}\n`);
}

/** Writes the files, or leaves it, and gives the document where one is asked for. What could not be written comes back. */
export async function settle(
  { pipes, edits, diagnostics }: Pulled,
  writing: 'wanted' | 'left-out',
  telling: Telling,
): Promise<readonly Diagnostic[]> {
  const problems = writing === 'wanted' ? await writeFiles(edits) : [];
  const failedNames = new Set(problems.map(({ file }) => file));
  const statusOf = ({ name }: FileEdit): PulledFile['status'] => {
    if (writing === 'left-out') return 'not-written';
    return failedNames.has(name) ? 'failed' : 'written';
  };
  tellProblems(problems, telling);
  if (telling.options.format === 'json') {
    const files = edits.map((edit) => describeFile(edit, statusOf(edit)));
    writeJson(telling.context, describePull(pipes, files, [...diagnostics, ...problems]));
  }
  return problems;
}
