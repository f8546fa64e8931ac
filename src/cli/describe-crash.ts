import { redactAll } from '../model/secret.ts';
import { safeText } from '../model/text.ts';

/** Variables that hold credentials, or an address that is one. */
const SECRET_NAMES = /(?:SECRET|TOKEN|PASSWORD|WEBHOOK_URL|_PROXY)$/i;

/** A bug as text, with its stack when debug output is asked for. Control characters and credentials of the environment are removed. */
export function describeCrash(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  isDebug: boolean,
): string {
  const title = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown value was thrown.';
  const stack = isDebug && error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const places = stack.flatMap((line) => (/^ {4}at /.test(line) ? [line.trim()] : []));
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== '' && SECRET_NAMES.test(name) ? [value] : [],
  );
  return [title, ...places].map((line) => safeText(redactAll(secrets)(line))).join('\n');
}
