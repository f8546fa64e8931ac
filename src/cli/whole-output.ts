import { fstatSync, writeSync } from 'node:fs';

/**
 * Makes a stream to a file write all or fail. Node takes a write of which a full disk took only a part for done, and an output
 * that was cut short would look whole.
 */
export function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!isFile(stream.fd)) return;
  stream._write = (chunk: Buffer | string, encoding, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(stream.fd, bytes, written);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
