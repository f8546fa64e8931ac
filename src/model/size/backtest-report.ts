import type { Diagnostic } from '../diagnostic.ts';
import type { ToolVersion } from '../plan.ts';
import type { BacktestReport } from './sizing.ts';

/** The document of `recommend --backtest` (`schema/backtest.schema.json`). Without a pipe that could be replayed, it has no rows. */
export interface Backtest extends BacktestReport {
  readonly kind: 'backtest';
  readonly formatVersion: 1;
  /** UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  /** What was read, UTC. The first week is what the rules know at their first decision, and is not counted. */
  readonly period: { readonly from: string; readonly until: string };
  /** Of the costs; null without `pricing`: they are core hours then. */
  readonly currency: string | null;
  /** Ordered by name. */
  readonly skipped: readonly SkippedPipe[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A pipe that is not replayed, and why. */
export interface SkippedPipe {
  readonly name: string;
  readonly service: string;
  readonly reason: string;
}
