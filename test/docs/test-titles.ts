import { parseAst } from 'rolldown/parseAst';

const MAKERS = new Set(['it', 'test', 'describe']);
const NEVER_RUN = new Set(['skip', 'todo', 'fails']);

type Node = Readonly<Record<string, unknown>>;

/**
 * The titles of the tests and of the groups of tests in a file, as they are written there: `opens when %s`. Those that are left
 * out for good, and all within them, are not among them.
 */
export function listTitles(source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  visit(parseAst(source, { lang: 'ts' }), titles);
  return titles;
}

function visit(value: unknown, titles: Set<string>): void {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, titles);
    return;
  }
  if (!isNode(value)) return;
  if (value.type === 'CallExpression') {
    const names = namesOf(value.callee);
    if (MAKERS.has(names[0] ?? '')) {
      if (names.some((name) => NEVER_RUN.has(name))) return;
      const title = textOf((value.arguments as readonly unknown[])[0]);
      if (title !== null) titles.add(title);
    }
  }
  for (const part of Object.values(value)) visit(part, titles);
}

/** `test`, `concurrent`, `each` of `test.concurrent.each([…])`. */
function namesOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return [];
  return [...namesOf(callee.object), String(callee.property.name)];
}

function textOf(argument: unknown): string | null {
  if (!isNode(argument)) return null;
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : null;
  if (argument.type !== 'TemplateLiteral') return null;
  const [only, ...more] = argument.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return only === undefined || more.length > 0 ? null : only.value.cooked;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
