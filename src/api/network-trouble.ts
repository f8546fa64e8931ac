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
  EPROTO: { words: 'the other side does not speak TLS as expected', isPassing: false, isUnsent: false },
};

/** Node checks the certificate before anything of the request leaves. */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What an error of the network means, by its code. The error itself goes no further: it holds the request's headers. */
export function readTrouble(error: unknown): NetworkTrouble {
  const chain = causes(error);
  const tunnel = chain.find((cause) => cause instanceof TunnelError);
  if (tunnel !== undefined) return { words: tunnel.message, isPassing: true, isUnsent: true, isForeign: false };
  const code = chain.map((cause) => cause.code).find((candidate) => typeof candidate === 'string') ?? 'no code';
  if (CERTIFICATE_CODES.has(code)) {
    const words = `the certificate of the service is not trusted (${code}); NODE_EXTRA_CA_CERTS names own certificates`;
    return { words, isPassing: false, isUnsent: true, isForeign: false };
  }
  const isForeign = code.startsWith('HPE_');
  if (isForeign) return { words: `the answer is not HTTP (${code})`, isPassing: false, isUnsent: false, isForeign };
  const row = BY_CODE[code] ?? { words: 'the connection failed', isPassing: true, isUnsent: false };
  return { ...row, words: `${row.words} (${code})`, isUnsent: row.isUnsent || chain.some(isConnecting), isForeign };
}

function isConnecting(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
}

/** The error and what caused it: axios wraps errors of Node, and Node those of several addresses of one name. */
function causes(error: unknown): readonly NodeJS.ErrnoException[] {
  const chain: NodeJS.ErrnoException[] = [];
  for (let next = error; next instanceof Error && !chain.includes(next); next = next.cause) chain.push(next);
  return chain.flatMap((cause) => (cause instanceof AggregateError ? [cause, ...cause.errors] : [cause]));
}
