import { describe, expect, it } from 'vitest';
import { describeNetworkError } from '../../src/api/http/network-error.ts';

function failed(code: string, syscall?: string): Error {
  return Object.assign(new Error('wrapped'), { code, cause: Object.assign(new Error('inner'), { code, syscall }) });
}

describe('a network error', () => {
  it.each([
    ['ECONNREFUSED', 'connect', true, true],
    ['ENOTFOUND', 'getaddrinfo', false, true],
    ['EAI_AGAIN', 'getaddrinfo', true, true],
    ['EHOSTUNREACH', 'connect', true, true],
    ['EHOSTUNREACH', 'read', true, false],
    ['ETIMEDOUT', 'connect', true, true],
    ['ECONNRESET', undefined, true, false],
    ['ECONNRESET', 'read', true, false],
    ['EPIPE', 'write', true, false],
    ['EPROTO', 'write', false, false],
    ['CERT_HAS_EXPIRED', undefined, false, true],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, false, true],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'read', false, false],
    ['SOMETHING_NEW', undefined, true, false],
  ])('%s of %s: transient %s, unsent %s', (code, syscall, isTransient, isUnsent) => {
    const described = describeNetworkError(failed(code, syscall));
    expect(described).toMatchObject({ isTransient, isUnsent, isNotHttp: false });
    expect(described.message).toContain(code);
    expect(described.message).not.toMatch(/wrapped|inner/);
  });

  it.each([
    ['CERT_HAS_EXPIRED', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false],
    ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ])('%s: own certificates help: %s', (code, helps) => {
    expect(describeNetworkError(failed(code)).message.includes('NODE_EXTRA_CA_CERTS')).toBe(helps);
  });

  it('reads the errors of several addresses of one name', () => {
    const each = [failed('ETIMEDOUT', 'connect').cause, failed('ETIMEDOUT', 'connect').cause];
    const error = Object.assign(new Error('wrapped'), { cause: new AggregateError(each) });
    expect(describeNetworkError(error)).toMatchObject({
      isTransient: true,
      isUnsent: true,
      message: 'connection timed out (ETIMEDOUT)',
    });
  });

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['EPROTO', 'no-tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-tls'],
    ['ECONNRESET', undefined],
  ])('%s has the fault %s', (code, fault) => expect(describeNetworkError(failed(code)).fault).toBe(fault));

  it('accepts any thrown value', () => {
    expect(describeNetworkError('text').message).toBe('the connection failed (no code)');
    const looped = new Error('looped');
    looped.cause = looped;
    expect(describeNetworkError(looped)).toMatchObject({ isUnsent: false });
  });
});
