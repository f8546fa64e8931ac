import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileEdit, Sources } from '../../model/location.ts';
import type { Plan } from '../../model/plan.ts';
import { REPORT_FORMATS, type Report } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import { chooseGlyphs } from '../../progress/choose-view.ts';
import type { SeriesFrames } from '../../progress/series-screen.ts';
import type { BesideOf, DocumentKind, DocumentOf } from '../../report/render-document.ts';
import type { GuideStep } from '../../report/text/init-text.ts';
import type { Context } from '../options/context.ts';
import { type OutcomeAbout, type ProposalAbout, type ReportAbout, View } from './view.ts';

/** Every format except JSON. */
export class TextView extends View {
  result(_document: object, text = ''): void {
    this.printLines(text);
  }

  async document<K extends DocumentKind>(document: DocumentOf<K>, ...beside: BesideOf<K>): Promise<void> {
    const { renderDocument } = await import('../../report/render-document.ts');
    const { format, cwd } = this.options;
    const style = this.style('stdout');
    const columns = style.columns ?? readColumns(this.context.environment);
    const target = { style, glyphs: this.glyphs, columns, findFolder: () => findRepositoryFolder(cwd) ?? '' };
    this.print(await renderDocument(document, format, target, ...beside));
  }

  async edits(edits: readonly FileEdit[]): Promise<void> {
    const { renderFileDiff } = await import('../../report/text/file-diff.ts');
    this.print((style) => renderFileDiff(edits, style));
  }

  async guide(steps: readonly GuideStep[]): Promise<void> {
    const { renderGuide } = await import('../../report/text/init-text.ts');
    this.print((style) => renderGuide(steps, style));
  }

  info(text: string): void {
    if (this.options.format === 'text' && this.options.logLevel !== 'quiet') this.note(text);
  }

  problems(diagnostics: readonly Diagnostic[], sources?: Sources): void {
    // These documents contain them.
    if (!['markdown', 'html', 'github'].includes(this.options.format)) this.diagnostics(diagnostics, sources);
  }

  protected failure(diagnostics: readonly Diagnostic[], sources?: Sources): void {
    this.diagnostics(diagnostics, sources);
  }

  async report(report: Report, about: ReportAbout): Promise<void> {
    const text = await this.renderReport(report, about);
    if (this.options.format === 'text' && !this.options.noPager && this.context.stdout.isTTY === true) {
      const { needsPager, renderLastLine, showInPager } = await import('./pager.ts');
      if (needsPager(text, this.context) && (await showInPager(text, this.context))) {
        this.print((style) => renderLastLine(report, style));
        return;
      }
    }
    this.print(text);
  }

  private async renderReport(report: Report, { applyCommand, isSaved, detail }: ReportAbout): Promise<string> {
    const { RENDERERS } = await import('../../report/render-report.ts');
    const format = REPORT_FORMATS.find((one) => one === this.options.format) ?? 'text';
    const { cwd } = this.options;
    const options = {
      applyCommand,
      source: isSaved ? 'file' : 'fresh',
      folder: findRepositoryFolder(cwd) ?? '',
      filesUrl:
        format === 'markdown' ? await (await import('../../engine/ci-job.ts')).findFilesUrl(cwd, this.context) : null,
      link: detail?.link ?? null,
      style: this.style('stdout'),
      detail: { glyphs: this.glyphs, ...this.detailOf(detail) },
    } as const;
    return RENDERERS[format](report, options);
  }

  async unread(report: Report, sources: Sources, detail: ReportAbout['detail']): Promise<void> {
    this.diagnostics(report.diagnostics, sources);
    if (this.options.format !== 'text') await this.report(report, { applyCommand: null, isSaved: true, detail });
  }

  async journaled(run: Run): Promise<void> {
    if (this.options.format !== 'text') return this.report(run, { applyCommand: null, isSaved: true });
    const { renderRunHistory } = await import('../../report/text/run-text.ts');
    this.print((style) => renderRunHistory(run, style, this.glyphs, this.detailOf().isFull));
  }

  async proposal(plan: Plan, about: ProposalAbout): Promise<void> {
    const isText = this.options.format === 'text';
    if (isText && !about.isIdle) await this.showPlan('stdout', plan, about);
    const isSeen = isText && this.context.stdout.isTTY === true;
    if (about.hasPrompt && !isSeen) await this.showPlan('stderr', plan, about);
  }

  async outcome(run: Run, { isSaved, isIdle, hasNews, undoCommand, detail }: OutcomeAbout): Promise<void> {
    const isText = this.options.format === 'text';
    if (isText && !hasNews) {
      if (isIdle) this.print('The plan has no changes to apply. Nothing was read or sent.\n');
      return;
    }
    if (isText && !isIdle) this.print('\n');
    // Without a pager, which would hide that the command has ended.
    this.print(await this.renderReport(run, { applyCommand: null, isSaved, detail }));
    // Not broken at the width of the terminal, so that it can be copied.
    if (isText) this.print(`Run: ${run.id}\n${undoCommand === null ? '' : `Undo: ${undoCommand}\n`}`);
  }

  async seriesFrames(everyMs: number): Promise<SeriesFrames> {
    if (this.chooseKind('stdout') === 'ink') {
      const { startSeriesScreen } = await import('../../progress/series-screen.ts');
      const { stdout, environment, platform } = this.context;
      return startSeriesScreen(stdout, {
        everyMs,
        style: this.style('stdout'),
        glyphs: chooseGlyphs(environment, platform),
      });
    }
    const { describeSeries } = await import('../../report/chart/series-report.ts');
    let isFirst = true;
    return {
      show: async (reading) => {
        if (!reading.ok) return this.diagnostics([reading.problem]);
        if (!isFirst) this.print('\n');
        isFirst = false;
        await this.document(describeSeries(reading.report), reading.report);
      },
      close: async () => {},
    };
  }

  /** Progress shows events. */
  event(): void {}
}

/** Without a terminal and COLUMNS. */
const DEFAULT_COLUMNS = 80;

function readColumns({ COLUMNS }: Context['environment']): number {
  const columns = Number(COLUMNS);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
