import { redactAll } from '../../model/redact.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Context } from '../options/context.ts';

/** Variables that hold credentials, or an address that is one. */
const SECRET_NAMES = /(?:SECRET|TOKEN|PASSWORD|WEBHOOK_URL|_PROXY)$/i;

/**
 * A mistake of our own in words: no stack trace, nothing that a terminal obeys, and no credential of the environment, whatever
 * the message quotes.
 */
export function describeCrash(error: unknown, environment: Context['environment']): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown value was thrown.';
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== '' && SECRET_NAMES.test(name) ? [value] : [],
  );
  return safeText(redactAll(secrets)(words));
}
