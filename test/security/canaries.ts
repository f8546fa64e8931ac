import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The forms in which a service may echo a secret. */
export function echoesOf(secret: string): readonly string[] {
  const bytes = (before: string) => Buffer.from(`${before}${secret}`);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    ...['', ':', 'id', 'key-1:'].map((before) => bytes(before).toString('base64')),
    bytes('x').toString('base64url'),
  ];
}

/** A unique secret. Both of its ends are searched for, so that half of it is found too. */
export interface Canary {
  readonly place: string;
  readonly value: string;
}

const END_LENGTH = 12;

export function plantCanary(place: string, middle = ''): Canary {
  const [start, end] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')];
  return { place, value: `${start}${middle}${end}` };
}

/** The texts that reveal a canary: both ends, plain and in base64 at any offset. */
function tracesOf({ value }: Canary): readonly string[] {
  const ends = [value.slice(0, END_LENGTH), value.slice(-END_LENGTH)];
  return ends.flatMap((end) => [end, ...[0, 1, 2].map((before) => base64Core(end, before))]);
}

/** The characters of the base64 of a text that do not depend on the text around it. */
function base64Core(text: string, before: number): string {
  const padded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    .toString('base64')
    .replace(/=+$/, '');
  return padded.slice([0, 2, 3][before], -2);
}

/** The places of the canaries that a text reveals. */
export function findCanaries(text: string, canaries: readonly Canary[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries
    .filter((canary) => tracesOf(canary).some((trace, index) => (index % 4 === 0 ? lower : text).includes(trace)))
    .map(({ place }) => place);
}

/** Every file below a folder, by its path in it. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
  });
  return new Map(await Promise.all(texts));
}
