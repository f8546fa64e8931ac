import type { RequestFailure } from '../../model/client.ts';
import { bracketHost, TunnelError } from './proxy.ts';

export interface NetworkError {
  readonly message: string;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** Whether certainly nothing reached the service. */
  readonly isUnsent: boolean;
  /** Whether the response is not HTTP. */
  readonly isNotHttp: boolean;
  readonly fault?: RequestFailure['fault'];
}

type Row = Omit<NetworkError, 'isNotHttp'>;

const NOT_WRITABLE: Row = { message: 'the request cannot be written', isTransient: false, isUnsent: true };

/** Some also occur before the request is sent; see `isConnecting`. */
const BY_CODE: Readonly<Record<string, Row>> = {
  ECONNREFUSED: { message: 'connection refused', isTransient: true, isUnsent: true, fault: 'refused' },
  ENOTFOUND: { message: 'unknown host name', isTransient: false, isUnsent: true },
  EAI_AGAIN: { message: 'host name could not be looked up', isTransient: true, isUnsent: true },
  ECONNRESET: { message: 'connection reset', isTransient: true, isUnsent: false },
  EPIPE: { message: 'connection closed', isTransient: true, isUnsent: false },
  ETIMEDOUT: { message: 'connection timed out', isTransient: true, isUnsent: false },
  EHOSTUNREACH: { message: 'host unreachable', isTransient: true, isUnsent: false },
  ENETUNREACH: { message: 'network unreachable', isTransient: true, isUnsent: false },
  ERR_INVALID_CHAR: NOT_WRITABLE,
  ERR_UNESCAPED_CHARACTERS: NOT_WRITABLE,
  EPROTO: { message: 'the TLS handshake failed', isTransient: false, isUnsent: false, fault: 'no-tls' },
};

const UNKNOWN: Row = { message: 'the connection failed', isTransient: true, isUnsent: false };

const UNTRUSTED =
  'is not signed by a CA that this machine trusts; for a private CA, set NODE_EXTRA_CA_CERTS to its certificate file';

/** Node checks certificates before it sends anything. */
const BY_CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet, by the clock of this machine',
  CERT_REJECTED: UNTRUSTED,
  CERT_REVOKED: 'was revoked',
  CERT_SIGNATURE_FAILURE: 'has an invalid signature',
  CERT_UNTRUSTED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  HOSTNAME_MISMATCH: 'is for another host name',
  INVALID_CA: 'is signed by a certificate that is not a CA',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** Describes an error by its code. The error itself is dropped: it may contain the headers. */
export function describeNetworkError(error: unknown): NetworkError {
  const chain = causes(error);
  const tunnel = chain.find((cause) => cause instanceof TunnelError);
  return tunnel === undefined ? describeChain(chain, 'the service') : describeTunnelError(tunnel);
}

function describeTunnelError({ proxy, authority, status, cause }: TunnelError): NetworkError {
  const name = `the proxy ${bracketHost(proxy.host)}:${proxy.port}`;
  const unsent = { isUnsent: true, isNotHttp: false };
  if (status === null) {
    const chain = causes(cause);
    // An error without a code is a response that the package could not parse.
    const isCoded = chain.some(({ code }) => code !== undefined);
    const fault = isCoded
      ? describeChain(chain, 'the proxy')
      : { message: 'it gave no HTTP response', isTransient: true };
    const message = `${name} of ${proxy.variable} could not be used: ${fault.message}`;
    return { ...unsent, message, isTransient: fault.isTransient };
  }
  if (status === 407 || status === 401) {
    const missing = `asks for a user name and a password: set them in ${proxy.variable}`;
    const rejected = `does not accept the user name and the password in ${proxy.variable}`;
    const message = `${name} ${proxy.authorization === null ? missing : rejected} (status ${status})`;
    return { ...unsent, message, isTransient: false };
  }
  const message = `${name} of ${proxy.variable} does not connect to ${authority} (status ${status})`;
  return { ...unsent, message, isTransient: status >= 500 || status === 408 || status === 429 };
}

function describeChain(chain: readonly NodeJS.ErrnoException[], side: 'the service' | 'the proxy'): NetworkError {
  const code = chain.map((cause) => cause.code).find((candidate) => typeof candidate === 'string') ?? 'no code';
  const fault = BY_CERTIFICATE[code];
  if (fault !== undefined) {
    const message = `the certificate of ${side} ${fault} (${code})`;
    return { message, isTransient: false, isUnsent: true, isNotHttp: false };
  }
  if (code.startsWith('HPE_')) {
    return { message: `the response is not HTTP (${code})`, isTransient: false, isUnsent: false, isNotHttp: true };
  }
  const row = BY_CODE[code.startsWith('ERR_SSL_') ? 'EPROTO' : code] ?? UNKNOWN;
  const isUnsent = row.isUnsent || chain.some(isConnecting);
  return { ...row, message: `${row.message} (${code})`, isUnsent, isNotHttp: false };
}

function isConnecting(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
}

/** The error and its causes; Node aggregates the errors of several addresses. */
function causes(error: unknown): readonly NodeJS.ErrnoException[] {
  const chain: NodeJS.ErrnoException[] = [];
  for (let next = error; next instanceof Error && !chain.includes(next); next = next.cause) chain.push(next);
  return chain.flatMap((cause) => (cause instanceof AggregateError ? [cause, ...cause.errors] : [cause]));
}
