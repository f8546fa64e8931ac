import type { Environment } from '../api/http/proxy.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { Secret } from '../model/secret.ts';
import { checkServiceAddress } from '../model/service-address.ts';

/** Stands in for an address that is not there; a target with problems never gets to use it. */
const NOWHERE = new URL('https://nowhere.invalid');

/**
 * Reads the variables that a target needs. What is missing or wrong is collected, so that all of it is told at once; the
 * value read is then empty, and the target must not go on. Values are never shown: any of them may be a secret.
 */
export class CiVariables {
  readonly #environment: Environment;
  readonly #problems: Diagnostic[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  /** The first of these variables that is set, trimmed; empty when none is. */
  optional(...names: readonly string[]): string {
    return names.map((name) => this.#environment[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  }

  /** The same, of a form that is known; `meaning` completes "is not set; it …". */
  required(names: readonly [string, ...string[]], form: RegExp, meaning: string): string {
    const value = this.optional(...names);
    if (value === '') this.missing(listNames(names), meaning);
    else if (!form.test(value)) this.invalid(listNames(names), `It ${meaning}.`);
    else return value;
    return '';
  }

  /** A token: printable characters without blanks, as a header requires. */
  token(names: readonly [string, ...string[]], meaning: string): Secret {
    return new Secret(this.required(names, /^[\x21-\x7e]+$/, meaning));
  }

  /** A base address that may be used (see `checkServiceAddress`). */
  address(name: string, text: string): URL {
    const judged = checkServiceAddress(text);
    if (judged.ok) return judged.url;
    this.#refuse(name, judged.words.summary, judged.words.hint ?? null);
    return NOWHERE;
  }

  /** An address that is a secret as a whole: its path, and its query if it has one, are what lets one in. */
  webhook(name: string, meaning: string): { readonly url: URL; readonly secrets: readonly string[] } {
    const text = this.optional(name);
    if (text === '') this.missing(name, meaning);
    const url = URL.canParse(text) ? new URL(text) : null;
    if (text === '' || url === null) {
      if (text !== '') this.invalid(name, 'It is the whole address, starting with https://.');
      return { url: NOWHERE, secrets: [] };
    }
    url.hash = '';
    const bare = new URL(url);
    bare.search = '';
    this.address(name, bare.href);
    return { url, secrets: secretParts(text, url) };
  }

  missing(names: string, meaning: string): void {
    this.#problems.push(
      diagnose('error', {
        code: 'publish-variable-missing',
        summary: `${names} is not set.`,
        hint: `Set it: it ${meaning}.`,
      }),
    );
  }

  invalid(names: string, hint: string): void {
    this.#refuse(names, 'Its value cannot be right.', hint);
  }

  #refuse(names: string, summary: string, hint: string | null): void {
    this.#problems.push(diagnose('error', { code: 'publish-variable-invalid', summary: `${names}: ${summary}`, hint }));
  }
}

function listNames(names: readonly string[]): string {
  return names.join(' or ');
}

const LEAST_SECRET_LENGTH = 8;

/** What of a webhook's address a service could echo: all of it, and each part that is long enough to be a key. */
function secretParts(text: string, url: URL): readonly string[] {
  const segments = [...url.pathname.split('/'), ...url.searchParams.values()];
  const path = `${url.pathname}${url.search}`;
  return [text, url.href, path, url.pathname, ...segments].filter((part) => part.length >= LEAST_SECRET_LENGTH);
}
