import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BatchAnswer, createBatchParser } from '../../src/git/blob-reader.ts';

const OID = 'a'.repeat(40);

const object = fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.constant(null));

function print(content: Uint8Array | null): Buffer {
  if (content === null) return Buffer.from(`${OID} missing\n`);
  return Buffer.concat([Buffer.from(`${OID} blob ${content.length}\n`), content, Buffer.from('\n')]);
}

test('the answers are those of the objects, in their order, whatever the chunks are', () => {
  const request = fc.record({ content: object, limitBytes: fc.integer({ min: 0, max: 50 }) });
  fc.assert(
    fc.property(
      fc.array(request, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (requests, sizes) => {
        const answers: BatchAnswer[] = [];
        const waiting = requests.map(({ limitBytes }) => ({
          limitBytes,
          settle: (answer: BatchAnswer) => answers.push(answer),
        }));
        const push = createBatchParser(() => waiting.shift());
        const output = Buffer.concat(requests.map(({ content }) => print(content)));
        for (let at = 0, turn = 0; at < output.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          push(output.subarray(at, at + size));
          at += size;
        }
        expect(answers).toEqual(
          requests.map(({ content, limitBytes }) => {
            if (content === null) return { ok: false, reason: 'missing' };
            return content.length > limitBytes
              ? { ok: false, reason: 'too-large' }
              : { ok: true, bytes: Buffer.from(content) };
          }),
        );
      },
    ),
  );
});
