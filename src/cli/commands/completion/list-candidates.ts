import { dirname } from 'node:path';
import type { Workspace } from '../../../engine/configuration.ts';
import type { ProgramSpec } from '../../options/command-spec.ts';
import type { Context } from '../../options/context.ts';
import { GLOBAL, type GlobalOptions, resolveWorkspace } from '../../options/global-options.ts';
import { type OptionSpec, readText } from '../../options/option-spec.ts';
import type { CompletionNames } from '../../options/value-types.ts';
import { answerQuestion, type Question, readQuestion, renderAnswer } from './answer-question.ts';

const NO_NAMES: CompletionNames = {
  pipes: [],
  services: [],
  environments: [],
  checks: [],
  runs: [],
  schemas: [],
  fields: [],
};

/** The candidates for the last of the words, one on each line. */
export async function listCandidates(
  words: readonly string[],
  program: ProgramSpec,
  context: Context,
): Promise<string> {
  const question = readQuestion(program, words);
  const names = { ...NO_NAMES, ...(await readNames(question, context)) };
  return renderAnswer(answerQuestion(question, program, names));
}

/** Reads the names that the question needs. After a failure there are none: completion shows no errors. */
async function readNames(question: Question, context: Context): Promise<Partial<CompletionNames>> {
  const completion = question.expects === 'options' ? null : question.expects.completion;
  const reads = completion?.kind === 'words' ? completion.reads : null;
  if (reads === null) return {};
  try {
    if (reads === 'schemas') return { schemas: await (await import('../schema.ts')).listSchemas() };
    const workspace = resolveWorkspace(optionsOf(question, context), context);
    const fields = reads === 'fields' ? await listFields(workspace, context) : [];
    const { createNodeFiles, findRootDocument } = await import('../../../config/resolve/file-system.ts');
    const { cwd, file, environment } = workspace;
    const files = createNodeFiles();
    const root = await findRootDocument(cwd, file, files);
    if (root === null) return { fields };
    if (reads === 'runs') {
      const { listRunIds, projectFolder } = await import('../../../journal/project-folder.ts');
      return { runs: await listRunIds(projectFolder(dirname(root))) };
    }
    const { loadNames } = await import('../../../config/load-names.ts');
    return { ...(await loadNames(root, { environment, cwd, variables: context.environment, files })), fields };
  } catch {
    return {};
  }
}

async function listFields(workspace: Workspace, context: Context): Promise<CompletionNames['fields']> {
  const { loadDeclaration } = await import('../../../engine/configuration.ts');
  const { fieldsOf } = await import('../../../model/field/field.ts');
  const { rows } = fieldsOf(await loadDeclaration(workspace, context));
  return rows.map(({ path, meaning }) => ({ word: path, meaning }));
}

function optionsOf({ line }: Question, { environment }: Context): Pick<GlobalOptions, 'chdir' | 'config' | 'env'> {
  const find = (option: OptionSpec): string | null =>
    expandHome(readText(option, line.given, environment) ?? '', environment.HOME) || null;
  return { chdir: find(GLOBAL.chdir), config: find(GLOBAL.config), env: find(GLOBAL.env) };
}

/** The shell expands `~` only when it runs the line. */
function expandHome(path: string, home = '~'): string {
  return path.replace(/^~(?=\/|$)/, () => home);
}
