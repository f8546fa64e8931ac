import { parseAst } from 'rolldown/parseAst';

/** Where ajv asks whether an object has a property by this name, what else the schema says of it is not read. */
const ASKED = /\.call\((\w+)\.properties, \w+\)/g;

/** Leaves of a schema whose properties are only counted by their names these names. */
export function keepNames(code) {
  const asked = new Map();
  for (const [, name] of code.matchAll(ASKED)) asked.set(name, (asked.get(name) ?? 0) + 1);
  const isOnlyAsked = (name) => code.match(new RegExp(`\\b${name}\\b`, 'g')).length === (asked.get(name) ?? 0) + 1;
  let rest = '';
  let at = 0;
  for (const { type, kind, declarations } of parseAst(code).body) {
    if (type !== 'VariableDeclaration' || kind !== 'const' || !asked.has(declarations[0].id.name)) continue;
    const { id, init } = declarations[0];
    if (!isOnlyAsked(id.name)) continue;
    const names = Object.keys(JSON.parse(code.slice(init.start, init.end)).properties);
    const properties = Object.fromEntries(names.map((name) => [name, true]));
    rest += code.slice(at, init.start) + JSON.stringify({ properties });
    at = init.end;
  }
  return rest + code.slice(at);
}
