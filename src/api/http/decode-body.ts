import type { ZlibOptions } from 'node:zlib';

const UTF8 = new TextDecoder();

/**
 * The text of a body, or null when it is longer than allowed. Answers are asked for as they are; one that a gateway
 * compressed all the same is taken. Rejects for bytes that are not what their encoding says.
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: string | undefined,
  largestBytes: number,
): Promise<string | null> {
  if (bytes.length === 0) return '';
  const unpack = await findUnpacker(encoding?.trim().toLowerCase() ?? '');
  if (unpack === null) return UTF8.decode(bytes);
  const unpacked = await unpack(bytes, { maxOutputLength: largestBytes }).catch(unlessTooLarge);
  return unpacked === null ? null : UTF8.decode(unpacked);
}

type Unpacker = (bytes: Buffer, options: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>;

/** null: the bytes are the text, as nearly always, for which nothing is loaded. */
async function findUnpacker(encoding: string): Promise<Unpacker | null> {
  if (!PACKED.has(encoding)) return null;
  const [zlib, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')]);
  return promisify<Buffer, Pick<ZlibOptions, 'maxOutputLength'>, Buffer>(
    encoding === 'br' ? zlib.brotliDecompress : zlib.unzip,
  );
}

const PACKED: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

function unlessTooLarge(error: NodeJS.ErrnoException): null {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return null;
  throw error;
}
