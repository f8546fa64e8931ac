import { redactAll } from '../../model/redact.ts';
import { safeText } from '../../model/safe-text.ts';
import { isOn } from '../../progress/choose-view.ts';
import type { Context } from '../options/context.ts';

/** Variables that hold credentials, or an address that is one. */
const SECRET_NAMES = /(?:SECRET|TOKEN|PASSWORD|WEBHOOK_URL|_PROXY)$/i;

/**
 * A bug in words, and where it is when the command line or the environment asks for debug output: nothing that a terminal obeys,
 * and no credential of the environment, whatever the message quotes. The options may not have been parsed, so the arguments are
 * looked at as they are.
 */
export function describeCrash(
  error: unknown,
  { args, environment }: { readonly args: readonly string[]; readonly environment: Context['environment'] },
): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown value was thrown.';
  const places = asksForDebug(args, environment) && error instanceof Error ? placesOf(error) : [];
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== '' && SECRET_NAMES.test(name) ? [value] : [],
  );
  return [words, ...places].map((line) => safeText(redactAll(secrets)(line))).join('\n');
}

function asksForDebug(args: readonly string[], environment: Context['environment']): boolean {
  const level = findGiven(args, '--log-level') ?? environment.PIPEFORM_LOG_LEVEL;
  return isOn(environment.PIPEFORM_DEBUG) || level === 'debug' || args.includes('--debug');
}

/** The value that an option has on a command line that may not be one that can be parsed. */
export function findGiven(args: readonly string[], option: string): string | undefined {
  const index = args.lastIndexOf(option);
  return index >= 0 ? args[index + 1] : args.findLast((arg) => arg.startsWith(`${option}=`))?.slice(option.length + 1);
}

/** The lines of the stack that say where, without those that repeat the message. */
function placesOf({ stack = '' }: Error): readonly string[] {
  return stack.split('\n').flatMap((line) => (/^ {4}at /.test(line) ? [line.trim()] : []));
}
