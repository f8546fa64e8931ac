import fc from 'fast-check';

/** How many halves of surrogate pairs there are, which are no characters. */
const HALVES = 0x800;

/** Any character, as fast-check's unit `binary`, which takes more than a second and 100 MB to prepare in each worker. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - HALVES })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + HALVES));
