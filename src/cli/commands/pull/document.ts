import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FieldPath } from '../../../model/field.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import type { Band } from '../../../model/fleet.ts';
import type { JsonValue } from '../../../model/json.ts';
import { listWords } from '../../../model/list-words.ts';
import type { Location, Sources } from '../../../model/location.ts';
import { formatNumber } from '../../../model/number.ts';
import type { Origin } from '../../../model/plan.ts';
import { interruptedBy } from '../../../model/run.ts';
import { safeText } from '../../../model/safe-text.ts';
import { renderDiagnostics } from '../../../report/text/diagnostics.ts';
import { renderFileDiff } from '../../../report/text/file-diff.ts';
import { fitLines } from '../../../report/text/fit-text.ts';
import { createStyle } from '../../../report/text/style.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import type { Ending } from '../../output/exit-code.ts';
import { streamColumns, streamStyle } from '../../output/terminal.ts';
import { writeFiles } from '../../output/write-files.ts';
import { writeJson } from '../../output/write-output.ts';

/** Why a live value is not in the configuration. */
export type LeftOutReason = 'not-in-contract' | 'not-for-kind' | 'unreadable' | 'out-of-range';

/** A live value that a new pipe was not given. */
export interface LeftOut {
  readonly path: FieldPath;
  readonly reason: LeftOutReason;
}

/** A difference of a pipe that is in the configuration. */
export interface PulledChange {
  readonly path: FieldPath;
  readonly declared: number | boolean | null | Band;
  readonly live: JsonValue;
  /** null without `--base`. */
  readonly origin: Origin | null;
  /** Whose value the configuration has afterwards; `by-hand` when it cannot be edited and keeps the declared one. */
  readonly side: 'git' | 'live' | 'by-hand';
  /** Where the declared value stands. */
  readonly location: Location;
}

/** A pipe of the pull document. */
export interface PulledPipe {
  /** In the configuration; null for a pipe that is not in it. */
  readonly name: string | null;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  readonly liveName: string | null;
  readonly source: string | null;
  /** `known`: it was to be added and is there already. */
  readonly status: 'added' | 'known' | 'in-sync' | 'differs' | 'error';
  readonly changes: readonly PulledChange[];
  readonly leftOut: readonly LeftOut[];
}

/** A file that was edited. */
export interface PulledFile {
  readonly file: string;
  readonly status: 'written' | 'not-written' | 'failed';
  readonly isNew: boolean;
  /** Unified, without colors. */
  readonly diff: string;
}

/** What `pipeform pull --format json` prints. */
export interface PullDocument {
  readonly kind: 'pull';
  readonly formatVersion: 1;
  readonly pipes: readonly PulledPipe[];
  readonly files: readonly PulledFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function describePull(
  pipes: readonly PulledPipe[],
  files: readonly PulledFile[],
  diagnostics: readonly Diagnostic[],
): PullDocument {
  return { kind: 'pull', formatVersion: 1, pipes, files, diagnostics };
}

export function describeFile(edit: FileEdit, status: PulledFile['status']): PulledFile {
  const diff = renderFileDiff([edit], createStyle('off'));
  return { file: edit.name, status, isNew: edit.before === null, diff };
}

/** The result of a pull before anything is written. */
export interface Pulled {
  readonly pipes: readonly PulledPipe[];
  readonly edits: readonly FileEdit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where the output goes. */
export interface PullOutput {
  readonly options: GlobalOptions;
  readonly context: Context;
  readonly sources: Sources;
}

/** A failure, by an interrupt where there was one. */
export function failed(context: Context): Ending {
  return { of: 'failure', interrupted: interruptedBy(context.interrupts.stop) };
}

/** Ends a pull that cannot start: the problems go to stderr, or into the document. */
export function reportFailure(diagnostics: readonly Diagnostic[], output: PullOutput): Ending {
  printProblems(diagnostics, output);
  return failWithDocument({ pipes: [], edits: [], diagnostics }, output);
}

/** Ends a pull whose edits are not written, with the document for `--format json`. */
export function failWithDocument({ pipes, edits, diagnostics }: Pulled, { options, context }: PullOutput): Ending {
  if (options.format === 'json') {
    const files = edits.map((edit) => describeFile(edit, 'not-written'));
    writeJson(context, describePull(pipes, files, diagnostics));
  }
  return failed(context);
}

/** Problems on stderr; a JSON document has them in it. */
export function printProblems(diagnostics: readonly Diagnostic[], { options, context, sources }: PullOutput): void {
  if (options.format === 'json' || diagnostics.length === 0) return;
  context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
}

/** The difference on stdout. */
export function printDiff(edits: readonly FileEdit[], { options, context }: PullOutput): void {
  if (options.format !== 'json')
    context.stdout.write(renderFileDiff(edits, streamStyle(context.stdout, options, context)));
}

/** A line on stderr, unless it is empty. */
export function printLine(line: string, { options, context }: PullOutput): void {
  if (line === '' || options.format === 'json' || options.logLevel === 'quiet') return;
  context.stderr.write(`${fitLines(line, streamColumns(context.stderr))}\n`);
}

/** Writes the files unless it is a dry run, and prints the JSON document. Returns the files that could not be written. */
export async function writeEdits(
  { pipes, edits, diagnostics }: Pulled,
  dryRun: boolean,
  output: PullOutput,
): Promise<readonly Diagnostic[]> {
  const problems = dryRun ? [] : await writeFiles(edits);
  const failedNames = new Set(problems.map(({ file }) => file));
  const statusOf = ({ name }: FileEdit): PulledFile['status'] => {
    if (dryRun) return 'not-written';
    return failedNames.has(name) ? 'failed' : 'written';
  };
  printProblems(problems, output);
  if (output.options.format === 'json') {
    const files = edits.map((edit) => describeFile(edit, statusOf(edit)));
    writeJson(output.context, describePull(pipes, files, [...diagnostics, ...problems]));
  }
  return problems;
}

/** Up to this many pipes or messages are shown; of more, only some. */
export const FEW = 5;
export const SHOWN_OF_MANY = 3;

/** Shortens text output: of many diagnostics with one code, the first few in full and one line for the rest. */
export function foldAlike(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly rest: readonly string[];
} {
  const byCode = new Map<Diagnostic['code'], Diagnostic[]>();
  for (const one of diagnostics) {
    const alike = byCode.get(one.code);
    if (alike === undefined) byCode.set(one.code, [one]);
    else alike.push(one);
  }
  const many = [...byCode].filter(([, alike]) => alike.length > FEW);
  const hidden = new Set(many.flatMap(([, alike]) => alike.slice(SHOWN_OF_MANY)));
  return {
    shown: diagnostics.filter((one) => !hidden.has(one)),
    rest: many.map(([code, alike]) => {
      const more = formatNumber(alike.length - SHOWN_OF_MANY);
      return `${more} more of the same kind [${code}]; --format json lists them all.`;
    }),
  };
}

/** More names than this are not readable. */
export const MOST_NAMES = 10;

/** Says that an edit of the root document affects environments too; empty without environments. */
export function describeEnvironments(environments: readonly string[]): string {
  if (environments.length === 0) return '';
  const names = listWords(environments.slice(0, MOST_NAMES));
  return `The root document also applies to these environments, unless they override it: ${safeText(names)}. With -e NAME, pull writes into one.`;
}
