import type { Report } from '../model/report.ts';
import { seal } from '../plan/seal.ts';
import { chooseGlyphs } from '../ui/choose-view.ts';
import type { Context } from './context.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import type { GlobalOptions } from './global-options.ts';
import { workingFolder } from './load-configuration.ts';
import { streamStyle } from './terminal.ts';
import { writeJson } from './write-output.ts';

export interface WriteReportOptions {
  /** What a person types to carry the plan out, or null when there is nothing to carry out. */
  readonly applyCommand: string | null;
  /** Whether the whole report is in a file too; `file` when left out. */
  readonly source?: 'file' | 'fresh';
}

/** Writes a report to stdout in the format that was asked for. Only the renderer that is needed is loaded. */
export async function writeReport(
  report: Report,
  { applyCommand, source = 'file' }: WriteReportOptions,
  options: GlobalOptions,
  context: Context,
): Promise<void> {
  const { stdout } = context;
  switch (options.format) {
    case 'json':
      writeJson(context, seal(report));
      return;
    case 'markdown': {
      const { renderMarkdown } = await import('../render/markdown/render-markdown.ts');
      stdout.write(renderMarkdown(report, { applyCommand, source }));
      return;
    }
    case 'html': {
      const { renderHtml } = await import('../render/html/render-html.ts');
      stdout.write(renderHtml(report));
      return;
    }
    case 'github': {
      const { renderGithub } = await import('../render/github/render-github.ts');
      stdout.write(renderGithub(report, { folder: findRepositoryFolder(workingFolder(options, context)) }));
      return;
    }
    default:
      stdout.write(await renderText(report, options, context));
  }
}

async function renderText(report: Report, options: GlobalOptions, context: Context): Promise<string> {
  const style = streamStyle(context.stdout, options, context);
  switch (report.kind) {
    case 'plan':
      return (await import('../render/plan-text.ts')).renderPlanText(report, style);
    case 'drift':
      return (await import('../render/drift-text.ts')).renderDriftText(report, style);
    case 'run': {
      const glyphs = chooseGlyphs(context.environment, context.platform);
      return (await import('../render/run-text.ts')).renderRunText(report, style, glyphs);
    }
  }
}

/** Where a report is that was just made: only on stdout, or in a file too. */
export function sourceOf(out: string | null): 'file' | 'fresh' {
  return out === null ? 'fresh' : 'file';
}
