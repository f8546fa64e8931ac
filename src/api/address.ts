import type { DiagnosticWords } from '../model/diagnostic.ts';
import { isLoopback } from '../model/loopback.ts';

/** An address of a service that may not be used. `words` says why, ready to become a diagnostic. */
export class AddressError extends Error {
  readonly words: DiagnosticWords;

  constructor(words: DiagnosticWords) {
    super(words.summary);
    this.name = 'AddressError';
    this.words = words;
  }
}

/**
 * The base address of a service, checked: https anywhere, plain http to this machine only, since credentials travel with
 * every request. Throws an AddressError otherwise; its words never repeat a user name or password from the address.
 */
export function readAddress(text: string): URL {
  if (!URL.canParse(text)) {
    throw new AddressError({
      code: 'wrong-address',
      summary: 'The address of the service is not a URL.',
      hint: 'Write it like https://api.example.com.',
    });
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new AddressError({
      code: 'wrong-address',
      summary: `The address of ${url.host} holds a user name or password.`,
      hint: 'Take them out of the address; credentials come from the environment.',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    throw new AddressError({
      code: 'wrong-address',
      summary: `The address of ${url.host} has a query or a fragment, to which no path can be added.`,
      hint: `Write ${url.origin}${url.pathname}.`,
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new AddressError({
      code: 'insecure-address',
      summary: `Credentials are not sent over plain http to ${url.host}.`,
      detail: 'Plain http is for this machine only: localhost, 127.0.0.0/8 and ::1.',
      hint: `Write https://${url.host}, or a loopback address for the sandbox.`,
    });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressError({
      code: 'wrong-address',
      summary: `The address of the service uses ${url.protocol.slice(0, -1)}, which is neither https nor http.`,
      hint: 'Write it like https://api.example.com.',
    });
  }
  return url;
}
