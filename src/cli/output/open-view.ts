import type { PlannedPipe } from '../../model/plan.ts';
import { chooseGlyphs, chooseResizeBehavior, chooseView, type ViewKind } from '../../progress/choose-view.ts';
import type { ApplyView, ReadView, ViewOptions } from '../../progress/view.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { streamColour } from './terminal.ts';

/** Fewer pipes than this are read before a picture could be drawn. */
const FEW_PIPES = 25;

/** The progress view for reading a fleet. ink is loaded only when a person watches a fleet that takes a while. */
export async function openReadView(total: number, options: GlobalOptions, context: Context): Promise<ReadView> {
  const kind = viewKind(options, context);
  if (kind === 'silent' || total < FEW_PIPES) return SILENT;
  const view = viewOptions(kind, options, context);
  if (kind === 'plain') return (await import('../../progress/plain-view.ts')).startReadView(view);
  return (await import('../../progress/ink-view.ts')).startReadView(view);
}

/** The progress view for an apply. */
export async function openApplyView(
  pipes: readonly PlannedPipe[],
  options: GlobalOptions,
  context: Context,
): Promise<ApplyView> {
  const kind = viewKind(options, context);
  if (kind === 'silent') return SILENT;
  const view = { ...viewOptions(kind, options, context), pipes };
  if (kind === 'plain') return (await import('../../progress/plain-view.ts')).startApplyView(view);
  return (await import('../../progress/ink-view.ts')).startApplyView(view);
}

const SILENT: ReadView & ApplyView = {
  emit: () => {},
  progress: () => {},
  notice: () => {},
  stop: async () => {},
};

function viewKind(options: GlobalOptions, context: Context): ViewKind {
  if (options.logLevel === 'quiet') return 'silent';
  const kind = chooseView({
    isTerminal: context.stderr.isTTY === true,
    environment: context.environment,
    format: options.format,
    columns: context.stderr.columns,
  });
  // Debug lines share the stream; a picture would be torn by them.
  return kind === 'ink' && options.logLevel === 'debug' ? 'plain' : kind;
}

function viewOptions(kind: ViewKind, options: GlobalOptions, context: Context): ViewOptions {
  return {
    stream: context.stderr,
    clock: context.clock,
    color: streamColour(context.stderr, options, context),
    glyphs: chooseGlyphs(context.environment, context.platform),
    narrowing: chooseResizeBehavior(context.environment),
    medium: kind === 'spoken' ? 'speech' : 'screen',
  };
}
