const VARIABLE = '\\$\\{';

/**
 * The schema as it holds once variables have been replaced. For editors, the written schema lets text with `${` stand
 * wherever a value may come from a variable: as an alternative of an enum, at the end of a pattern, or as text beside
 * other types. Here those allowances are taken out again. So are conditions (`if`), which repeat for editors what the
 * program checks with more knowledge and better words, and the hover text around a reference.
 */
export function interpolatedSchema(schema) {
  if (Array.isArray(schema)) return schema.map(interpolatedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    const [only, ...others] = allOf.filter((part) => part.if === undefined);
    if (only === undefined) return interpolatedSchema(rest);
    if (only.$ref !== undefined && others.length === 0) return { $ref: only.$ref };
    throw new Error('allOf holds conditions, or one reference');
  }
  if (schema.anyOf?.length === 2 && schema.anyOf[1].pattern === VARIABLE) {
    const { anyOf, ...rest } = schema;
    return { ...rest, ...anyOf[0] };
  }
  if (schema.pattern === VARIABLE && Array.isArray(schema.type)) {
    const { pattern: _, type, ...rest } = schema;
    return { type: withoutText(type), ...each(rest) };
  }
  if (typeof schema.pattern === 'string' && schema.pattern.endsWith(`|${VARIABLE}`))
    return { ...each(schema), pattern: schema.pattern.slice(0, -VARIABLE.length - 1) };
  return each(schema);
}

function each(schema) {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, interpolatedSchema(value)]));
}

function withoutText(types) {
  const rest = types.filter((type) => type !== 'string');
  return rest.length === 1 ? rest[0] : rest;
}

/** The schema without what only editors read beside a description: titles, Markdown, messages and snippets. */
export function withoutEditorText(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => (EDITOR_TEXT[key]?.(value) === true ? undefined : value));
}

const isText = (value) => typeof value === 'string';

/** By keyword, what tells it from a property of that name. */
const EDITOR_TEXT = {
  title: isText,
  markdownDescription: isText,
  errorMessage: isText,
  defaultSnippets: Array.isArray,
};
