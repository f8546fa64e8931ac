import { redactAll, Secret } from '../model/secret.ts';
import { safeText } from '../model/text.ts';

/** Variables that hold credentials, or an address that contains one. Credentials in files are in no variable. */
const SECRET_NAMES = /(?:SECRET|TOKEN|PASSWORD|WEBHOOK_URL|_PROXY)$/i;

/** Describes a bug, with its stack for debug output. Removes control characters and all credentials. */
export function describeCrash(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  isDebug: boolean,
): string {
  const title = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown value was thrown.';
  const stack = isDebug && error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const places = stack.flatMap((line) => (/^ {4}at /.test(line) ? [line.trim()] : []));
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== '' && SECRET_NAMES.test(name) ? [value] : [],
  );
  const redact = redactAll([...named, ...Secret.revealAll()]);
  return [title, ...places].map((line) => safeText(redact(line))).join('\n');
}
