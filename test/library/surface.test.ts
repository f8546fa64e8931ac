import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type Symbol as Named, type Project, SymbolFlags } from 'typescript/unstable/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolderInside, ROOT } from '../packaging/pack.ts';

let surface: Awaited<ReturnType<typeof readSurface>>;
beforeAll(async () => {
  surface = await readSurface();
});

const withFault = (isFault: (one: Export) => boolean) => surface.exports.filter(isFault).map(({ name }) => name);

describe('the public surface', () => {
  test('compiles alone in strict mode', () => {
    expect(surface.problems).toEqual([]);
  });

  test('has a docstring on each export', () => {
    expect(surface.exports.length).toBeGreaterThan(50);
    expect(withFault(({ text }) => text.trim().length < 10)).toEqual([]);
  });

  test('has an example and the thrown errors on the main functions', () => {
    for (const name of ['loadFleet', 'plan', 'apply', 'drift', 'rollback']) {
      const tags = surface.exports.find((one) => one.name === name)?.tags;
      const wanted = name === 'loadFleet' ? ['example'] : ['example', 'throws'];
      expect([name, tags]).toEqual([name, expect.arrayContaining(wanted)]);
    }
  });

  test('exports every type that it refers to', () => {
    expect(
      Object.fromEntries(
        surface.exports.filter(({ unnamed }) => unnamed.length > 0).map(({ name, unnamed }) => [name, unnamed]),
      ),
    ).toEqual({});
  });

  test('exports only these values', async () => {
    const library: object = await import(new URL('../../dist/index.js', import.meta.url).href);
    expect(Object.keys(library).sort()).toEqual([
      'ListenerError',
      'apply',
      'drift',
      'loadFleet',
      'plan',
      'renderDiagnostics',
      'renderReport',
      'rollback',
      'stateOf',
    ]);
  });
});

const TYPES = join(ROOT, 'dist/types');

/** One export of the library, from the published types. */
interface Export {
  readonly name: string;
  /** Its docstring; empty when it has none. */
  readonly text: string;
  readonly tags: readonly string[];
  /** The types that it refers to and that cannot be imported. */
  readonly unnamed: readonly string[];
}

/** The public surface of the built library: its exports, and the compiler errors in their types. */
async function readSurface(): Promise<{
  readonly exports: readonly Export[];
  readonly problems: readonly string[];
}> {
  const folder = await makeFolderInside('surface');
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: ['node'], strict: true };
  await writeFile(config, JSON.stringify({ compilerOptions, files: [join(TYPES, 'index.d.ts')] }));
  const api = new API({ cwd: ROOT });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('the compiler opens no project');
    const problems = project.program.getSemanticDiagnostics().map(({ text }) => text);
    return { exports: listExports(project), problems };
  } finally {
    api.close();
  }
}

function listExports(project: Project): readonly Export[] {
  const { checker, program } = project;
  const file = program.getSourceFile(join(TYPES, 'index.d.ts'));
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error('dist/types/index.d.ts exports nothing');
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, meant: follow(symbol, checker) }));
  const known = new Set(exported.map(({ meant }) => meant.id));
  return exported.map(({ name, meant }) => ({
    name,
    text: checker.getDocumentationCommentOfSymbol(meant),
    tags: checker.getJsDocTagsOfSymbol(meant).map((tag) => tag.name),
    unnamed: listTypes(meant, project)
      .filter((type) => !known.has(type.id))
      .map((type) => type.name),
  }));
}

/** The types of ours that a declaration refers to by name. */
function listTypes(symbol: Named, project: Project): readonly Named[] {
  const found: Named[] = [];
  const visit = (node: Node): undefined => {
    const name = 'typeName' in node && node.kind === SyntaxKind.TypeReference ? (node.typeName as Node) : null;
    const type = name === null ? undefined : project.checker.getSymbolAtLocation(name);
    const meant = type === undefined ? null : follow(type, project.checker);
    const isOurs = meant?.declarations[0]?.path.includes('/dist/types/') === true;
    if (meant !== null && isOurs && (meant.flags & SymbolFlags.TypeParameter) === 0) found.push(meant);
    node.forEachChild(visit);
    return undefined;
  };
  for (const declaration of symbol.declarations) {
    const node = declaration.resolve(project);
    if (node !== undefined) visit(node);
  }
  return found;
}

function follow(symbol: Named, checker: Checker): Named {
  return (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}
