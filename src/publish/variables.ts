import type { Environment } from '../api/http/proxy.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { Secret } from '../model/secret.ts';
import { checkServiceAddress } from '../model/service-address.ts';

/** Returned for a missing or invalid address. A target with problems never uses it. */
const NOWHERE = new URL('https://nowhere.invalid');

/**
 * Reads the variables of a target and collects all problems; the target must not continue with any. Values may be
 * secrets, so messages never contain them.
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

  /** The first variable that is set, trimmed; empty when none is. */
  optional(...names: readonly string[]): string {
    return names.map((name) => this.#environment[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  }

  /** Same, checked against a pattern; `meaning` completes "is not set; it …". */
  required(names: readonly [string, ...string[]], form: RegExp, meaning: string): string {
    const value = this.optional(...names);
    if (value === '') this.missing(listNames(names), meaning);
    else if (!form.test(value)) this.invalid(listNames(names), `It ${meaning}.`);
    else return value;
    return '';
  }

  /** A token is printable characters without blanks, as a header requires. */
  token(names: readonly [string, ...string[]], meaning: string): Secret {
    return new Secret(this.required(names, /^[\x21-\x7e]+$/, meaning));
  }

  /** See `checkServiceAddress`. */
  address(name: string, text: string): URL {
    const judged = checkServiceAddress(text);
    if (judged.ok) return judged.url;
    this.#refuse(name, judged.words.summary, judged.words.hint ?? null);
    return NOWHERE;
  }

  /** An address that is itself a secret: path and query grant access. */
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

/** The parts of a webhook address that a service could echo and that are long enough to be a key. */
function secretParts(text: string, url: URL): readonly string[] {
  const segments = [...url.pathname.split('/'), ...url.searchParams.values()];
  const path = `${url.pathname}${url.search}`;
  return [text, url.href, path, url.pathname, ...segments].filter((part) => part.length >= LEAST_SECRET_LENGTH);
}
