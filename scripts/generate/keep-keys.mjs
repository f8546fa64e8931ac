import { parseAst } from 'rolldown/parseAst';

/** Leaves in the errors that a validator makes the keys that somebody reads, and of its constants those that are used then. */
export function keepKeys(code, keys) {
  const dropped = [];
  visit(parseAst(code), (node) => {
    if (!isError(node)) return;
    const kept = node.properties.filter(({ key }) => keys.includes(key.name));
    const text = kept.map(({ start, end }) => code.slice(start, end)).join(',');
    dropped.push({ start: node.start, end: node.end, text: `{${text}}` });
  });
  return withoutUnused(replace(code, dropped));
}

/** An error of ajv: no other object of its code says at which instance it is. */
function isError(node) {
  if (node.type !== 'ObjectExpression') return false;
  const names = node.properties.map(({ key }) => key?.name);
  return names.includes('instancePath') && names.includes('schemaPath');
}

function withoutUnused(code) {
  const constants = parseAst(code).body.filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const');
  const unused = constants.filter(
    ({ declarations: [{ id }] }) => code.split(new RegExp(`\\b${id.name}\\b`)).length === 2,
  );
  const less = replace(
    code,
    unused.map(({ start, end }) => ({ start, end, text: '' })),
  );
  return unused.length === 0 ? code : withoutUnused(less);
}

function replace(code, edits) {
  let rest = '';
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    rest += code.slice(at, start) + text;
    at = end;
  }
  return rest + code.slice(at);
}

function visit(node, look) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const one of child) visit(one, look);
    else visit(child, look);
  }
}
