import { readFile, stat } from 'node:fs/promises';

const KIB = 1024;
const MIB = 1024 ** 2;

/**
 * The content of a file that a command reads as input. Throws the system's error, or one whose message is for people: for what is
 * no regular file, since opening a named pipe would wait for a writer, and for a file that is too large, before it is read.
 */
export async function readInput(path: string, limitBytes: number): Promise<Buffer> {
  const status = await stat(path);
  if (!status.isFile()) throw new Error(status.isDirectory() ? 'It is a folder.' : 'It is not a regular file.');
  if (status.size > limitBytes) throw describeTooLarge(limitBytes);
  return readFile(path);
}

/** The same for a stream, of which no more is read. */
export async function readInputStream(stream: AsyncIterable<Buffer | string>, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > limitBytes) throw describeTooLarge(limitBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function describeTooLarge(limitBytes: number): Error {
  const limit = limitBytes % MIB === 0 ? `${limitBytes / MIB} MiB` : `${limitBytes / KIB} KiB`;
  return new Error(`It has more than ${limit}.`);
}
