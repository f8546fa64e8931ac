import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBracketError } from '../../src/config/yaml/bracket-errors.ts';
import { readFullYaml } from '../../src/config/yaml/read-full-yaml.ts';
import { createSourceFile } from '../../src/config/yaml/source-file.ts';
import { checkProperty } from '../effort.ts';
import { anyDocument, anyText } from './any-yaml.ts';

test('valid YAML has no slip', () => {
  let valid = 0;
  const check = (text: string) => {
    // The library also accepts text after quotes in such a key, which is not YAML.
    if (/(?:^|\s)\?\s/.test(text)) return;
    const { diagnostics } = readFullYaml(createSourceFile('a.yaml', text));
    if (diagnostics.some(({ code }) => code === 'yaml-syntax')) return;
    valid += 1;
    expect(findBracketError(text), text).toBeNull();
  };
  checkProperty(fc.property(anyText, check), { numRuns: 2000 });
  checkProperty(fc.property(anyDocument, check), { numRuns: 100 });
  expect(valid).toBeGreaterThan(20);
});
