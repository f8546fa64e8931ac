import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { describeForeignText } from '../model/foreign-text.ts';
import type { Result } from '../model/result.ts';
import { fileVariable } from '../model/secret/credential-variables.ts';
import { listWords, UNSAFE } from '../model/text.ts';
import { readInput } from '../platform/read-input.ts';
import { describeWithheldSecrets } from './ci-job.ts';
import { describeSystemError } from './describe-system-error.ts';
import type { Runtime } from './runtime.ts';

const MAX_BYTES = 64 * 1024;

export interface Credential {
  /** Where the value comes from: the subject of a sentence. */
  readonly source: string;
  /** The variable that has the value, or names its file. */
  readonly variable: string;
  /** Empty when it is not set, or its file cannot be used. */
  readonly value: string;
  readonly problem: Diagnostic | null;
}

export interface ResolvedCredentials extends Readonly<Record<'keyId' | 'keySecret' | 'accessToken', Credential>> {
  /** The environment has the values from files, so that each client redacts the credentials of the other too. */
  readonly environment: Runtime['environment'];
  /** Why a missing one may be missing: what the CI system says of this job; null otherwise. */
  readonly withheld: string | null;
}

/**
 * The credentials in variables such as `PIPEFORM_KEY_ID`, or in the files that variables such as `PIPEFORM_KEY_ID_FILE` name.
 * @param cwd where relative paths start.
 */
export async function resolveCredentials(
  environment: Runtime['environment'],
  cwd: string,
): Promise<ResolvedCredentials> {
  const [keyId, keySecret, accessToken] = await Promise.all([
    resolveOne('PIPEFORM_KEY_ID', environment, cwd),
    resolveOne('PIPEFORM_KEY_SECRET', environment, cwd),
    resolveOne('PIPEFORM_ACCESS_TOKEN', environment, cwd),
  ]);
  const complete = {
    ...environment,
    PIPEFORM_KEY_ID: keyId.value,
    PIPEFORM_KEY_SECRET: keySecret.value,
    PIPEFORM_ACCESS_TOKEN: accessToken.value,
  };
  const isComplete = [keyId, keySecret, accessToken].every(({ value }) => value !== '');
  const withheld = isComplete ? null : await describeWithheldSecrets(environment);
  return { keyId, keySecret, accessToken, environment: complete, withheld };
}

/**
 * The environment with the credentials of these names that are in files, and why a file cannot be used. The others are left as
 * they are. `cwd`: where relative paths start.
 */
export async function resolveFiles(
  names: readonly string[],
  environment: Runtime['environment'],
  cwd: string,
): Promise<{ readonly environment: Runtime['environment']; readonly problems: readonly Diagnostic[] }> {
  const inFiles = names.filter((name) => (environment[fileVariable(name)] ?? '') !== '');
  const found = await Promise.all(
    inFiles.map(async (name) => [name, await resolveOne(name, environment, cwd)] as const),
  );
  return {
    environment: { ...environment, ...Object.fromEntries(found.map(([name, { value }]) => [name, value])) },
    problems: found.flatMap(([, { problem }]) => problem ?? []),
  };
}

async function resolveOne(name: string, environment: Runtime['environment'], cwd: string): Promise<Credential> {
  const variable = fileVariable(name);
  const { [name]: value = '', [variable]: file = '' } = environment;
  const fail = (summary: string, detail: string | null, hint: string) =>
    diagnose('error', { code: 'credentials-missing', summary, detail, hint });
  if (file === '') return { source: name, variable: name, value, problem: findInvisible(name, value) };
  const both = `Both ${name} and ${variable} are set.`;
  if (value !== '') return { source: name, variable: name, value, problem: fail(both, null, 'Set only one of them.') };
  const read = await readCredential(file, cwd);
  const source = `The file that ${variable} names`;
  if (read.ok) return { source, variable, value: read.value, problem: findInvisible(source, read.value) };
  const hint = `Set ${variable} to the path of a file that has only the credential.`;
  return { source, variable, value: '', problem: fail(`${source} cannot be used.`, read.reason, hint) };
}

/** A copied credential often has some of these, and the service would only respond that it is wrong. */
function findInvisible(source: string, value: string): Diagnostic | null {
  const ends = [...(/^\s/.test(value) ? ['its start'] : []), ...(/\s$/.test(value) ? ['its end'] : [])];
  if (ends.length > 0) {
    const summary = `${source} has white space at ${listWords(ends)}.`;
    return diagnose('error', {
      code: 'credentials-missing',
      summary,
      hint: 'Remove it: no credential begins or ends with white space.',
    });
  }
  if (value.search(UNSAFE) === -1) return null;
  const summary = `${source} contains a line break or another invisible character.`;
  return diagnose('error', {
    code: 'credentials-missing',
    summary,
    hint: 'Remove it: a credential is one line of visible characters.',
  });
}

/** Returns the text without the line break at the end. */
async function readCredential(
  file: string,
  cwd: string,
): Promise<Result<{ readonly value: string }, { readonly reason: string }>> {
  const refuse = (reason: string) => ({ ok: false, reason }) as const;
  try {
    const bytes = await readInput(resolve(cwd, file), MAX_BYTES);
    const foreign = describeForeignText(bytes.toString());
    if (foreign !== null) return refuse(`It ${foreign.is}.`);
    if (!isUtf8(bytes)) return refuse('It is not UTF-8 text.');
    const value = new TextDecoder().decode(bytes).replace(/\r?\n$/, '');
    if (value === '') return refuse('It is empty.');
    return /[\r\n]/.test(value) ? refuse('It has more than one line.') : { ok: true, value };
  } catch (error) {
    // Messages of Node quote the path, and the variable may have the credential itself by mistake.
    return refuse(describeSystemError(error)?.replace(/'.*/s, '…') ?? 'It cannot be read.');
  }
}
