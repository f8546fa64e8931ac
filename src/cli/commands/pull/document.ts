import type { Layout } from '../../../edit/layout.ts';
import { type Diagnostic, hasErrors } from '../../../model/diagnostic.ts';
import type { FieldPath } from '../../../model/field/field.ts';
import type { Band } from '../../../model/fleet.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { JsonValue } from '../../../model/json/json.ts';
import type { FileEdit, Location, Sources } from '../../../model/location.ts';
import { formatNumber, shortList } from '../../../model/number.ts';
import type { Origin } from '../../../model/origin.ts';
import { safeText } from '../../../model/text.ts';
import { renderFileDiff } from '../../../report/text/file-diff.ts';
import { chooseExitCode } from '../../output/choose-exit-code.ts';
import { endFailed } from '../../output/end-failed.ts';
import type { Printer } from '../../output/printer.ts';
import { joinUnwritable, writeFiles } from '../../output/write-files.ts';

/** The value to keep: the declared one, or the live one. */
export type PulledSide = 'git' | 'live';

export type LeftOutReason = 'not-in-contract' | 'not-for-kind' | 'unreadable' | 'out-of-range';

export interface LeftOut {
  readonly path: FieldPath;
  readonly reason: LeftOutReason;
}

export interface PulledChange {
  readonly path: FieldPath;
  readonly declared: number | boolean | null | Band;
  readonly live: JsonValue;
  /** null without `--base`. */
  readonly origin: Origin | null;
  /** The value in the configuration afterwards; `by-hand`: it cannot be edited and keeps the declared value. */
  readonly side: PulledSide | 'by-hand';
  /** The location is that of the declared value. */
  readonly location: Location;
}

export interface PulledPipe {
  /** null for a pipe that is not in the configuration. */
  readonly name: string | null;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  readonly liveName: string | null;
  readonly source: string | null;
  /** `known`: the configuration has it already. */
  readonly status: 'added' | 'known' | 'in-sync' | 'differs' | 'error';
  readonly changes: readonly PulledChange[];
  readonly leftOut: readonly LeftOut[];
}

interface PulledFile {
  readonly file: string;
  readonly status: 'written' | 'not-written' | 'failed';
  readonly isNew: boolean;
  /** Unified. */
  readonly diff: string;
}

/** The result of a pull before anything is written. */
export interface Pulled {
  readonly pipes: readonly PulledPipe[];
  readonly edits: readonly FileEdit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What `pipeform pull --format json` prints. */
export interface PullDocument extends Pick<Pulled, 'pipes' | 'diagnostics'> {
  readonly kind: 'pull';
  readonly formatVersion: 1;
  readonly files: readonly PulledFile[];
}

export function createPulledPipe(
  { name, service, serviceId, id, liveName, source }: Omit<PulledPipe, 'status' | 'changes' | 'leftOut'>,
  status: PulledPipe['status'],
  { changes = [], leftOut = [] }: Partial<Pick<PulledPipe, 'changes' | 'leftOut'>> = {},
): PulledPipe {
  return { name, service, serviceId, id, liveName, source, status, changes, leftOut };
}

function createPullDocument(
  { pipes = [], edits = [], diagnostics }: PullResult,
  statusOf: (edit: FileEdit) => PulledFile['status'] = () => 'not-written',
): PullDocument {
  const files = edits.map((edit): PulledFile => {
    const diff = renderFileDiff([edit]);
    return { file: edit.name, status: statusOf(edit), isNew: edit.before === null, diff };
  });
  return { kind: 'pull', formatVersion: 1, pipes, files, diagnostics };
}

/** A pull that may have ended early. */
type PullResult = Partial<Pulled> & Pick<Pulled, 'diagnostics'>;

/** Ends a pull that writes nothing. `unshown`: the diagnostics to show. Returns the exit code. */
export function endUnwritten(
  pulled: PullResult,
  printer: Printer,
  unshown: readonly Diagnostic[] = [],
  sources: Sources = new Map(),
): number {
  return endFailed(unshown, printer, { sources, document: createPullDocument(pulled) });
}

/** Ends a pull that a person declined or interrupted. Returns the exit code. */
export function giveUp(why: string, { diagnostics }: Pick<Pulled, 'diagnostics'>, printer: Printer): number {
  printer.info(`${why} Nothing was written.`.trimStart());
  return endUnwritten({ diagnostics }, printer);
}

/** Shows the edits, and which environments they affect. */
export function showEdits(edits: readonly FileEdit[], { layer, environments }: Layout, printer: Printer): void {
  printer.textOnly((style) => renderFileDiff(edits, style));
  if (edits.length === 0 || layer.length > 0 || environments.length === 0) return;
  const names = safeText(shortList(environments, MAX_NAMES));
  printer.info(
    `These values also apply to ${names}, unless an environment overrides them. With -e NAME, pull writes to one.`,
  );
}

/** Writes the files except in a dry run. `summarize` gets the number of files not written. Returns the exit code. */
export async function endPull(
  pulled: Pulled,
  dryRun: boolean,
  printer: Printer,
  summarize: (lost: number) => string,
): Promise<number> {
  const problems = dryRun ? [] : await writeFiles(pulled.edits);
  const lost = new Set(problems.map(({ file }) => file));
  const diagnostics = [...pulled.diagnostics, ...problems];
  printer.problems(joinUnwritable(problems));
  const document = createPullDocument({ ...pulled, diagnostics }, ({ name }) => {
    if (dryRun) return 'not-written';
    return lost.has(name) ? 'failed' : 'written';
  });
  printer.info(summarize(problems.length));
  if (hasErrors(diagnostics)) return endFailed([], printer, { document });
  printer.jsonOnly(document);
  return chooseExitCode({ kind: 'done' });
}

/** Up to MOST_ALIKE messages with one code are all shown; of more, the first few. */
const MOST_ALIKE = 5;
const SHOWN_OF_MANY = 3;

export const MAX_NAMES = 10;

/** Shortens text output: of many diagnostics with one code, the first few, and one line for the others. */
export function foldAlike(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly rest: readonly string[];
} {
  const byCode = [...groupBy(diagnostics, ({ code }) => code)].map(([code, all]) => {
    const some = all.length > MOST_ALIKE ? all.slice(0, SHOWN_OF_MANY) : all;
    return { code, some, more: all.length - some.length };
  });
  const shown = new Set(byCode.flatMap(({ some }) => some));
  return {
    shown: diagnostics.filter((one) => shown.has(one)),
    rest: byCode
      .filter(({ more }) => more > 0)
      .map(({ code, more }) => `${formatNumber(more)} more of the same kind [${code}]; --format json lists them all.`),
  };
}
