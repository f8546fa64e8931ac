import type { Diagnostic } from '../../model/diagnostic.ts';
import { addDigest } from '../../model/json/document.ts';
import type { Sources } from '../../model/location.ts';
import type { Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Run, RunEvent } from '../../model/run.ts';
import { safeJson } from '../../model/text.ts';
import type { SeriesFrames } from '../../progress/series-screen.ts';
import { type ProposalAbout, View } from './view.ts';

/** --format json: one document on stdout, also for a failure; a run prints one event per line. */
export class JsonView extends View {
  result(document: object): void {
    this.write(document, 2);
  }

  async document(document: object, ..._beside: readonly unknown[]): Promise<void> {
    this.write(document, 2);
  }

  async edits(): Promise<void> {}

  async guide(): Promise<void> {}

  info(): void {}

  problems(): void {}

  protected failure(
    diagnostics: readonly Diagnostic[],
    _sources?: Sources,
    document: object | null = errorDocument(diagnostics),
  ): void {
    if (document !== null) this.write(document, 2);
  }

  async report(report: Report): Promise<void> {
    this.write(addDigest(report), 2);
  }

  unread(report: Report): Promise<void> {
    return this.report(report);
  }

  journaled(run: Run): Promise<void> {
    return this.report(run);
  }

  /** A prompt needs the plan, although stdout carries events. */
  async proposal(plan: Plan, about: ProposalAbout): Promise<void> {
    if (about.hasPrompt) await this.showPlan('stderr', plan, about);
  }

  /** The last event carries the report. */
  async outcome(): Promise<void> {}

  /** One document per line. */
  async seriesFrames(): Promise<SeriesFrames> {
    const { describeSeries } = await import('../../report/chart/series-report.ts');
    return {
      show: async (reading) =>
        this.write(reading.ok ? describeSeries(reading.report) : errorDocument([reading.problem]), 0),
      close: async () => {},
    };
  }

  event(event: RunEvent): void {
    this.write(event, 0);
  }

  private write(document: object, indent: 0 | 2): void {
    this.print(`${safeJson(document, indent)}\n`);
  }
}

function errorDocument(diagnostics: readonly Diagnostic[]): object {
  return { kind: 'error', formatVersion: 1, diagnostics };
}
