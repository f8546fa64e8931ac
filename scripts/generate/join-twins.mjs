import { parseAst } from 'rolldown/parseAst';

/**
 * ajv compiles what several schemas refer to once for each of them, under other names. Functions and constants of the
 * module that say the same are made one: the first of them.
 */
export function joinTwins(code) {
  const declared = parseAst(code).body.flatMap((node) => {
    const name = nameOf(node);
    return name === null ? [] : [{ name, start: node.start, end: node.end, text: code.slice(node.start, node.end) }];
  });
  const names = new Map(declared.map(({ name }) => [name, name]));
  const known = new RegExp(`\\b(?:${[...names.keys()].join('|')})\\b`, 'g');
  for (let joined = -1; joined !== new Set(names.values()).size; ) {
    joined = new Set(names.values()).size;
    const first = new Map();
    for (const { name, text } of declared) {
      const essence = text.replace(known, (found) => (found === name ? 'itself' : names.get(found)));
      if (!first.has(essence)) first.set(essence, name);
      names.set(name, first.get(essence));
    }
  }
  const twins = declared.filter(({ name }) => names.get(name) !== name);
  let rest = '';
  let at = 0;
  for (const { start, end } of twins) {
    rest += code.slice(at, start);
    at = end;
  }
  return (rest + code.slice(at)).replace(known, (found) => names.get(found)).replace(/^[;\s]*\n/gm, '');
}

/** Of a function or a constant of the module that nothing else can see. */
function nameOf(node) {
  if (node.type === 'FunctionDeclaration') return node.id.name;
  const isOne = node.type === 'VariableDeclaration' && node.kind === 'const' && node.declarations.length === 1;
  return isOne ? node.declarations[0].id.name : null;
}
