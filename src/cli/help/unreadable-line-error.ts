import type { ProgramSpec } from '../options/command-spec.ts';
import type { UsageError } from '../options/value-types.ts';

type Explain = (usage: typeof import('./explain-usage.ts'), program: ProgramSpec) => UsageError;

/** A command line that cannot be parsed. The explanation is loaded only when it is needed. */
export class UnreadableLineError extends Error {
  readonly explain: Explain;
  /** A line without a command, which is answered with the help of the program. */
  readonly isEmpty: boolean;

  constructor(explain: Explain, isEmpty = false) {
    super('The command line cannot be parsed.');
    this.explain = explain;
    this.isEmpty = isEmpty;
  }
}
