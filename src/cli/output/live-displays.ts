import { chooseGlyphs, chooseView, type ViewKind } from '../../progress/choose-view.ts';
import type { ApplyView, ReadView, ViewOptions } from '../../progress/view.ts';
import type { Printer } from './printer.ts';

/** Fewer pipes are read before progress can be drawn. */
const FEW_PIPES = 25;

/** Starts to show on stderr how many pipes are read. */
export async function showReads(pipes: number, printer: Printer): Promise<ReadView> {
  const progress = pipes < FEW_PIPES ? null : await loadProgress(printer);
  if (progress !== null) return progress.startReadView(viewOptions(printer));
  return { ...SILENT, emit: ({ rateLimit }) => rateLimit && printer.noteWait(rateLimit) };
}

/** Starts to show on stderr how updates of the named pipes advance. */
export async function showUpdates(pipes: readonly string[], isRollback: boolean, printer: Printer): Promise<ApplyView> {
  const progress = await loadProgress(printer);
  if (progress === null) return SILENT;
  const { stdout, stderr } = printer.context;
  // A person who watches stderr does not see a report that goes to a file.
  const hasReport = printer.format === 'text' && (stdout.isTTY === true || stderr.isTTY !== true);
  return progress.startApplyView({ ...viewOptions(printer), pipes, isRollback, hasReport });
}

/** Loads the progress that fits stderr and the options; null for none. */
export async function loadProgress(printer: Printer) {
  const kind = printer.settings.logLevel === 'quiet' ? 'silent' : chooseKind(printer);
  if (kind === 'silent') return null;
  return kind === 'plain' ? import('../../progress/plain-view.ts') : import('../../progress/ink-view.ts');
}

/** Debug lines would break an ink display. */
function chooseKind({ format, context, isDebug }: Printer): ViewKind {
  const { environment } = context;
  const { isTTY, columns } = context.stderr;
  const kind = chooseView({ isTerminal: isTTY === true, environment, format, columns });
  return kind === 'ink' && isDebug ? 'plain' : kind;
}

function viewOptions(printer: Printer): ViewOptions {
  const { stderr, clock, environment, platform } = printer.context;
  return {
    stream: stderr,
    clock,
    color: printer.color('stderr'),
    glyphs: chooseGlyphs(environment, platform),
  };
}

const SILENT: ReadView & ApplyView = {
  emit: () => {},
  notice: () => {},
  stop: async () => {},
};
