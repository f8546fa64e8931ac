import { readFile } from 'node:fs/promises';
import { LineCounter } from 'yaml';
import { type Diagnostic, diagnose, sortDiagnostics } from '../../model/diagnostic.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { FaultPlan } from './kinds.ts';
import { readPlan } from './read-plan.ts';

/** Some ten thousand faults; each is asked about every request. */
export const MOST_PLAN_BYTES = 1024 * 1024;

/** A file of faults with mistakes: all of them, each with its place. */
export class FaultPlanError extends SandboxError {
  readonly diagnostics: readonly Diagnostic[];
  /** What the places are in. */
  readonly source: { readonly file: string; readonly text: string };

  constructor(diagnostics: readonly Diagnostic[], source: FaultPlanError['source']) {
    super(diagnostics.map(({ file, line, column, summary }) => `${file}:${line}:${column}: ${summary}`).join('\n'));
    this.diagnostics = diagnostics;
    this.source = source;
  }
}

/** Reads a plan out of a text. The plan is sound when there are no mistakes; they are in the order of the text. */
export function parsePlan(
  text: string,
  file: string,
): { readonly plan: FaultPlan; readonly mistakes: readonly Diagnostic[] } {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const mistakes: Diagnostic[] = [];
  const plan = readPlan(text, ({ start, end }, summary, hint = undefined) => {
    const from = lines.linePos(start);
    const to = lines.linePos(end);
    const at = { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
    mistakes.push(diagnose('error', { code: 'fault-plan', summary, hint: hint ?? null }, at));
  });
  return { plan, mistakes: sortDiagnostics(mistakes) };
}

/**
 * Reads a plan from a YAML or JSON file.
 * @param shownName what to call the file in messages.
 * @throws FaultPlanError with every mistake, SandboxError when there is nothing to read.
 */
export async function loadFaults(file: string, shownName: string = file): Promise<FaultPlan> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SandboxError(`cannot read the file of faults ${shownName} (${error.code ?? 'unknown cause'}).`);
  });
  if (bytes.length > MOST_PLAN_BYTES) {
    throw new SandboxError(`the file of faults ${shownName} is larger than ${MOST_PLAN_BYTES} bytes.`);
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const { plan, mistakes } = parsePlan(text, shownName);
  if (mistakes.length > 0) throw new FaultPlanError(mistakes, { file: shownName, text });
  return plan;
}
