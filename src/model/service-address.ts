import type { DiagnosticWords } from './diagnostic.ts';
import type { Result } from './result.ts';

type AddressCheck = Result<{ readonly url: URL }, { readonly words: DiagnosticWords }>;

/**
 * Allows https, and http to loopback only, since every request has credentials. `words` show the host and nothing else of the
 * address, which may hold secrets.
 */
export function checkServiceAddress(text: string): AddressCheck {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return refuse(describeNoWeb(text));
  if (url.username !== '' || url.password !== '') {
    return refuse({
      code: 'insecure-address',
      summary: `The address of ${url.host} contains a user name or a password.`,
      hint: 'Remove the credentials from the address; set them in the environment.',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    return refuse({
      code: 'invalid-value',
      summary: `The address of ${url.host} has a query or a fragment, to which no path can be added.`,
      hint: 'End the address before "?" or "#".',
    });
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return refuse({
      code: 'insecure-address',
      summary: `Credentials are not sent over plain http to another machine: ${url.host}.`,
      detail: 'Plain http is for this machine only: localhost, 127.0.0.0/8 and ::1.',
      hint: `Use https://${url.host}.`,
    });
  }
  return { ok: true, url };
}

/** An address without http:// and https://. */
function describeNoWeb(text: string): DiagnosticWords {
  const code = 'invalid-value';
  const [, scheme = '', rest = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/|https?\/\/)?(.*)$/is.exec(text.trim()) ?? [];
  const url = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : null;
  if (url === null || !isLikelyHost(url)) {
    const summary = 'The address of a service starts with https:// or http:// and names a host.';
    return { code, summary, hint: 'Write it like https://api.example.com.' };
  }
  const prefix = isLoopback(url) ? 'http://' : 'https://';
  const meant = `${prefix}${url.host}`;
  return scheme === ''
    ? { code, summary: `${url.host} is an address without http:// or https://.`, hint: `Add ${prefix}: ${meant}.` }
    : {
        code,
        summary: `The address of ${url.host} starts with ${scheme}//, not with ${prefix}.`,
        hint: `Use ${meant}.`,
      };
}

/** Whether a text that starts with this host is meant as an address: it may be a credential in the wrong variable. */
function isLikelyHost(url: URL): boolean {
  return isLoopback(url) || HOST_NAME.test(url.hostname);
}

/** Labels have at most 63 characters. The last one has only letters, or is of another alphabet or of an IPv4 address. */
const HOST_NAME = /^(?:[^.]{1,63}\.)+(?:[a-z]{2,63}|xn--[^.]{1,59}|\d+)$/;

function refuse(words: DiagnosticWords): AddressCheck {
  return { ok: false, words };
}

/** Whether a text is an http(s) address without credentials, which a report may link to. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}

/** `owner/name`, which leads nowhere else in an address. */
export const REPOSITORY = /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/;

/** Whether the host is localhost, 127.0.0.0/8 or ::1. The URL parser has normalized short and hex forms. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** The address, or its path, without the slashes at its end. */
export function withoutEndSlashes(address: string): string {
  // The look-behind keeps a search in many slashes linear.
  return address.replace(/(?<!\/)\/+$/, '');
}
