import type { Environment } from '../api/http/proxy.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { Secret } from '../model/secret/secret.ts';
import { checkServiceAddress } from '../model/service-address.ts';

/** Returned for a missing or invalid address. A target with problems never uses it. */
const NOWHERE = new URL('https://nowhere.invalid');

/**
 * Reads the variables of a target and collects all problems; the target must not continue with any. Values may be
 * secrets, so messages never contain them.
 */
export class CiVariables {
  readonly problems: Diagnostic[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** The first variable that is set, trimmed; empty when none is. */
  optional(...names: readonly string[]): string {
    return names.map((name) => this.#environment[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  }

  /** The name of that variable; all names when none is set. */
  nameOf(names: readonly string[]): string {
    return names.find((name) => this.optional(name) !== '') ?? names.join(' or ');
  }

  /** The first that is set, checked against a pattern; `meaning` completes "is not set; it …". */
  required(names: readonly [string, ...string[]], form: RegExp, meaning: string): string {
    const value = this.optional(...names);
    if (value === '') this.missing(this.nameOf(names), meaning);
    else if (!form.test(value)) this.invalid(this.nameOf(names), `It ${meaning}.`);
    else return value;
    return '';
  }

  /** A token is printable characters without blanks, as a header requires. */
  token(names: readonly [string, ...string[]], meaning: string): Secret {
    return new Secret(this.required(names, /^[\x21-\x7e]+$/, meaning));
  }

  /** See `checkServiceAddress`. */
  address(name: string, text: string): URL {
    const checked = checkServiceAddress(text);
    if (checked.ok) return checked.url;
    this.invalid(name, checked.words.hint ?? null, checked.words.summary);
    return NOWHERE;
  }

  /** An address that is itself a secret: path and query grant access. */
  webhook(name: string, meaning: string): URL {
    const text = this.optional(name);
    if (!URL.canParse(text)) {
      if (text === '') this.missing(name, meaning);
      else this.invalid(name, 'Give the whole address, starting with https://.');
      return NOWHERE;
    }
    const url = new URL(text);
    url.hash = '';
    const bare = new URL(url);
    bare.search = '';
    this.address(name, bare.href);
    return url;
  }

  missing(names: string, meaning: string): void {
    const summary = `${names} is not set.`;
    this.problems.push(
      diagnose('error', { code: 'publish-variable-invalid', summary, hint: `Set it: it ${meaning}.` }),
    );
  }

  invalid(names: string, hint: string | null, summary = 'The value is not valid.'): void {
    this.problems.push(diagnose('error', { code: 'publish-variable-invalid', summary: `${names}: ${summary}`, hint }));
  }
}
