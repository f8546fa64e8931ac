import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { checkServiceAddress } from '../../model/service-address.ts';

/** An address that may not be used. `words` says why, ready to become a diagnostic. */
export class AddressError extends Error {
  readonly words: DiagnosticWords;

  constructor(words: DiagnosticWords) {
    super(words.summary);
    this.name = 'AddressError';
    this.words = words;
  }
}

/** The base address of a service. Throws an AddressError when it may not be used; see `checkServiceAddress`. */
export function readAddress(text: string): URL {
  const judged = checkServiceAddress(text);
  if (!judged.ok) throw new AddressError(judged.words);
  return judged.url;
}
