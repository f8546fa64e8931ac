import { inspect } from 'node:util';
import { isCredentialName, isCredentialOfPipeform, readSecrets } from '../model/secret/credential-variables.ts';
import { redactAll } from '../model/secret/redact.ts';
import { Secret } from '../model/secret/secret.ts';
import { safeText } from '../model/text.ts';

/** Describes a bug and its causes: in one line, or with their stacks for debug output. Removes control characters and all credentials. */
export function describeCrash(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  isDebug: boolean,
): string {
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isCredentialName(name) && !isCredentialOfPipeform(name) ? [value] : [],
  );
  // Without the scheme, a header has no blank, which would be part of what is removed.
  const made = Secret.revealAll().map((value) => value.replace(/^(?:Basic|Bearer) /, ''));
  const redact = redactAll([...named, ...readSecrets(environment), ...made]);
  const lines = listChain(error).flatMap((one, index) => {
    const title = one instanceof Error ? `${one.name}: ${one.message}` : `Thrown: ${inspect(one, ONE_LINE)}`;
    return [`${index === 0 ? '' : 'caused by '}${title}`, ...(isDebug ? listPlaces(one) : [])];
  });
  return lines.map((line) => safeText(redact(line))).join(isDebug ? '\n' : ', ');
}

/** Runs no code of the value, which could throw as well. */
const ONE_LINE = {
  ...{ breakLength: Number.POSITIVE_INFINITY, compact: true },
  ...{ customInspect: false, showProxy: true },
};

/** The error, its causes and the errors that it joins, and theirs. */
function listChain(error: unknown): readonly unknown[] {
  const chain = new Set([error]);
  for (const one of chain) {
    if (one instanceof Error && one.cause !== undefined) chain.add(one.cause);
    if (one instanceof AggregateError) for (const inner of one.errors) chain.add(inner);
  }
  return [...chain];
}

function listPlaces(error: unknown): readonly string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.flatMap((line) => (/^ {4}at /.test(line) ? [line.trim()] : []));
}
