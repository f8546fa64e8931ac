import { compile } from 'json-schema-to-typescript';
import { banner } from './banner.mjs';
import { interpolatedSchema, withoutEditorText } from './interpolated-schema.mjs';

/** TypeScript types of the documents that the schema describes, variables replaced, under the given name. */
export function generateTypes(schema, from, name) {
  return generatePlainTypes(interpolatedSchema(withoutEditorText(schema)), from, name);
}

/** TypeScript types of a document without variables. */
export function generatePlainTypes(schema, from, name) {
  return compile({ ...schema, title: name, $id: undefined }, name, {
    bannerComment: banner(from).trimEnd(),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}
