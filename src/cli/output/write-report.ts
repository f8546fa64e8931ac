import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import type { Report } from '../../model/report.ts';
import { chooseReportGlyphs } from '../../progress/choose-view.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { workingFolder } from '../options/load-configuration.ts';
import { type Rendering, renderReport } from './render-report.ts';
import { streamStyle } from './terminal.ts';

export interface WriteReportOptions {
  /** What a person types to carry the plan out, or null when there is nothing to carry out. */
  readonly applyCommand: string | null;
  /** Whether the whole report is in a file too; `file` when left out. */
  readonly source?: 'file' | 'fresh';
}

/** Writes a report to stdout in the format that was asked for. */
export async function writeReport(
  report: Report,
  { applyCommand, source = 'file' }: WriteReportOptions,
  options: GlobalOptions,
  context: Context,
): Promise<void> {
  const choose = (): Rendering => {
    switch (options.format) {
      case 'json':
      case 'html':
        return { format: options.format };
      case 'markdown':
        return { format: 'markdown', applyCommand, source };
      case 'github':
        return { format: 'github', folder: findRepositoryFolder(workingFolder(options, context)) };
      default: {
        const style = streamStyle(context.stdout, options, context);
        return { format: 'text', style, glyphs: chooseReportGlyphs(context.environment, context.platform) };
      }
    }
  };
  context.stdout.write(await renderReport(report, choose()));
}

/** Where a report is that was just made: only on stdout, or in a file too. */
export function sourceOf(out: string | null): 'file' | 'fresh' {
  return out === null ? 'fresh' : 'file';
}
