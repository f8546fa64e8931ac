import { TunnelError } from './tunnel-agent.ts';

/** Why there was no answer, or no whole one. */
export interface NetworkTrouble {
  readonly words: string;
  /** Whether the same request may fare better in a moment. */
  readonly isPassing: boolean;
  /** Whether it is certain that nothing of the request reached the service. */
  readonly isUnsent: boolean;
  /** Whether something that does not speak HTTP answered. */
  readonly isForeign: boolean;
}

type Row = Omit<NetworkTrouble, 'isForeign'>;

/** Failures of one system call can come before or after the request was sent; see `isConnecting`. */
const BY_CODE: Readonly<Record<string, Row>> = {
  ECONNREFUSED: { words: 'the connection was refused', isPassing: true, isUnsent: true },
  ENOTFOUND: { words: 'the host name is not known', isPassing: false, isUnsent: true },
  EAI_AGAIN: { words: 'the host name could not be looked up', isPassing: true, isUnsent: true },
  ECONNRESET: { words: 'the connection was reset', isPassing: true, isUnsent: false },
  EPIPE: { words: 'the connection was closed', isPassing: true, isUnsent: false },
  ETIMEDOUT: { words: 'the connection timed out', isPassing: true, isUnsent: false },
  EHOSTUNREACH: { words: 'the host cannot be reached', isPassing: true, isUnsent: false },
  ENETUNREACH: { words: 'the network cannot be reached', isPassing: true, isUnsent: false },
  ERR_INVALID_CHAR: { words: 'the request cannot be written', isPassing: false, isUnsent: true },
  ERR_UNESCAPED_CHARACTERS: { words: 'the request cannot be written', isPassing: false, isUnsent: true },
  EPROTO: { words: 'the other side does not speak TLS as expected', isPassing: false, isUnsent: false },
};

const UNKNOWN: Row = { words: 'the connection failed', isPassing: true, isUnsent: false };

const UNTRUSTED =
  'is not signed by an authority that this machine trusts; set NODE_EXTRA_CA_CERTS to the file of your own authority';

/** What is wrong with a certificate. Node checks it before anything of the request leaves. */
const BY_CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet, by the clock of this machine',
  CERT_REJECTED: UNTRUSTED,
  CERT_REVOKED: 'was revoked',
  CERT_SIGNATURE_FAILURE: 'has a signature that does not fit',
  CERT_UNTRUSTED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  HOSTNAME_MISMATCH: 'is for another host name',
  INVALID_CA: 'is signed by one that may not sign',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** What an error of the network means, by its code. The error itself goes no further: it holds the request's headers. */
export function readTrouble(error: unknown): NetworkTrouble {
  const chain = causes(error);
  const tunnel = chain.find((cause) => cause instanceof TunnelError);
  return tunnel === undefined ? readChain(chain, 'the service') : readTunnel(tunnel);
}

/** Whose fault it is that there is no tunnel, the proxy's, is no sign of what the service is. */
function readTunnel({ proxy, authority, status, cause }: TunnelError): NetworkTrouble {
  const name = `the proxy ${proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host}:${proxy.port}`;
  const unsent = { isUnsent: true, isForeign: false };
  if (status === null) {
    const { words, isPassing } = readChain(causes(cause), 'the proxy');
    return { ...unsent, words: `${name} of ${proxy.variable} could not be used: ${words}`, isPassing };
  }
  if (status === 407 || status === 401) {
    const wish = `asks for a user name and a password: write them into ${proxy.variable}`;
    const refusal = `does not accept the user name and the password in ${proxy.variable}`;
    const words = `${name} ${proxy.authorization === null ? wish : refusal} (status ${status})`;
    return { ...unsent, words, isPassing: false };
  }
  const words = `${name} of ${proxy.variable} does not connect to ${authority} (status ${status})`;
  return { ...unsent, words, isPassing: status >= 500 || status === 408 || status === 429 };
}

function readChain(chain: readonly NodeJS.ErrnoException[], side: 'the service' | 'the proxy'): NetworkTrouble {
  const code = chain.map((cause) => cause.code).find((candidate) => typeof candidate === 'string') ?? 'no code';
  const fault = BY_CERTIFICATE[code];
  if (fault !== undefined) {
    const words = `the certificate of ${side} ${fault} (${code})`;
    return { words, isPassing: false, isUnsent: true, isForeign: false };
  }
  const isForeign = code.startsWith('HPE_');
  if (isForeign) return { words: `the answer is not HTTP (${code})`, isPassing: false, isUnsent: false, isForeign };
  const row = BY_CODE[code.startsWith('ERR_SSL_') ? 'EPROTO' : code] ?? UNKNOWN;
  return { ...row, words: `${row.words} (${code})`, isUnsent: row.isUnsent || chain.some(isConnecting), isForeign };
}

function isConnecting(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
}

/** The error and what caused it; Node wraps the errors of several addresses of one name. */
function causes(error: unknown): readonly NodeJS.ErrnoException[] {
  const chain: NodeJS.ErrnoException[] = [];
  for (let next = error; next instanceof Error && !chain.includes(next); next = next.cause) chain.push(next);
  return chain.flatMap((cause) => (cause instanceof AggregateError ? [cause, ...cause.errors] : [cause]));
}
