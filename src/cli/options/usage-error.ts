/** A command line that means nothing, found after parsing. The message is one sentence; the hint says what to do. */
export class UsageError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
