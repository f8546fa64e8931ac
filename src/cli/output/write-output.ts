import { safeJson } from '../../model/safe-json.ts';
import type { Context } from '../options/context.ts';

/** Writes one JSON document to stdout, indented, with a line end. */
export function writeJson(context: Context, document: unknown): void {
  context.stdout.write(`${safeJson(document, 2)}\n`);
}

/** Writes one event to stdout as a line of its own. */
export function writeEvent(context: Context, event: unknown): void {
  context.stdout.write(`${safeJson(event, 0)}\n`);
}
