import { isCredentialName, isCredentialOfPipeform, readSecrets } from '../model/secret/credential-variables.ts';
import { redactAll } from '../model/secret/redact.ts';
import { Secret } from '../model/secret/secret.ts';
import { safeText } from '../model/text.ts';

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
    value !== undefined && isCredentialName(name) && !isCredentialOfPipeform(name) ? [value] : [],
  );
  // Without the scheme, a header has no blank, which would be part of what is removed.
  const made = Secret.revealAll().map((value) => value.replace(/^(?:Basic|Bearer) /, ''));
  const redact = redactAll([...named, ...readSecrets(environment), ...made]);
  return [title, ...places].map((line) => safeText(redact(line))).join('\n');
}
