import { compile } from 'json-schema-to-typescript';
import { banner } from './banner.mjs';

/** TypeScript types of the documents that the schema describes, under the given name. */
export function generateTypes(schema, from, name) {
  return compile({ ...schema, title: name, $id: undefined }, name, {
    bannerComment: banner(from).trimEnd(),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}
