import type { Check, CheckResult } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Sources } from '../../model/location.ts';
import type { Plan } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { Run } from '../../model/run.ts';
import { seal } from '../../plan/saved/seal.ts';
import type { Publication, Target } from '../../publish/index.ts';
import type { SeriesReport } from '../../report/chart/series-report.ts';
import { describeSeries } from '../../report/chart/series-report.ts';
import type { AlertDocument } from '../../report/text/alert-text.ts';
import type { RunsDocument } from '../../report/text/runs-text.ts';
import { StreamView } from './stream-view.ts';
import type { ProposalAbout, SeriesFrames, View } from './view.ts';
import { writeEvent, writeJson } from './write-output.ts';

/** --format json: one document on stdout, also when the command fails; a run gives its events, one a line. */
export class JsonView extends StreamView implements View {
  /** The document that is the result has them. */
  warnings(): void {}

  failure(diagnostics: readonly Diagnostic[], _sources: Sources = new Map(), document?: object): void {
    this.document(document ?? { kind: 'error', formatVersion: 1, diagnostics });
  }

  async failedReport(report: Report): Promise<void> {
    this.document(seal(report));
  }

  /** The events of the run say why. */
  notStarted(): void {}

  async report(report: Report): Promise<void> {
    this.document(seal(report));
  }

  /** Whoever is asked must see what they answer to, although stdout carries events. */
  async proposal(plan: Plan, about: ProposalAbout): Promise<void> {
    if (about.isAsked) await this.showPlan('stderr', plan, about);
  }

  /** The last event carries the report. */
  async outcome(): Promise<void> {}

  async runHistory(run: Run): Promise<void> {
    this.document(seal(run));
  }

  forgotten(run: Run): void {
    this.document(seal(run));
  }

  runs(document: RunsDocument): void {
    this.document(document);
  }

  checks(results: readonly CheckResult[], _checks: readonly Check[], diagnostics: readonly Diagnostic[]): void {
    this.document({ kind: 'checks', formatVersion: 1, checks: results, diagnostics });
  }

  async series(report: SeriesReport): Promise<void> {
    this.document(describeSeries(report));
  }

  /** One document a line. */
  async seriesFrames(): Promise<SeriesFrames> {
    return {
      show: async (turn) =>
        this.event(
          turn.ok ? describeSeries(turn.report) : { kind: 'error', formatVersion: 1, diagnostics: [turn.problem] },
        ),
      close: async () => {},
    };
  }

  alert(document: AlertDocument): void {
    this.document(document);
  }

  publication(target: Target['kind'], publication: Publication): void {
    this.document({ kind: 'publication', formatVersion: 1, target, ...publication });
  }

  event(event: RunEvent | object): void {
    writeEvent(this.context, event);
  }

  private document(document: object): void {
    writeJson(this.context, document);
  }
}
