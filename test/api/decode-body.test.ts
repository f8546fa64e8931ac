import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_PIPE_BYTES } from '../../src/api/pipes/connect.ts';
import { failureOf, PIPE, pipeBody, type Reply, readerOf, serve } from './local-service.ts';

const packed = (bytes: Buffer, encoding: string): Reply => {
  return (response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
};
const text = JSON.stringify(pipeBody({ name: 'größe' }));

describe('a response body that is compressed without a request for it', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP ', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('is read: %s', async (encoding, bytes) => {
    const service = await serve(packed(bytes, encoding));
    expect(await readerOf(service.url).readPipe(PIPE)).toMatchObject({ ok: true, pipe: { name: 'größe' } });
    expect(service.received[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('is not decompressed beyond the maximum size of a response', async () => {
    const service = await serve(packed(gzipSync(Buffer.alloc(MAX_PIPE_BYTES + 1, ' ')), 'gzip'));
    const failure = await failureOf(service.url);
    expect(failure).toMatchObject({ kind: 'invalid-response', message: 'the response is too large', status: 200 });
  });

  it('is a failure with its status when it cannot be decompressed', async () => {
    const service = await serve(packed(Buffer.from(text), 'gzip'));
    const failure = await failureOf(service.url);
    expect(failure).toMatchObject({ kind: 'network', status: 200, attempts: 4 });
    expect(failure.message).toContain('Z_DATA_ERROR');
  });

  it('is used unchanged when its encoding is unknown', async () => {
    const service = await serve(packed(Buffer.from(text), 'none'));
    expect(await readerOf(service.url).readPipe(PIPE)).toMatchObject({ ok: true });
  });
});
