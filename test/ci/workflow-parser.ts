import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { makeFolder } from '../e2e/folder.ts';

type WorkflowParser = typeof import('@actions/workflow-parser');
type ActionParser = typeof import('@actions/workflow-parser/actions/action-parser');

/** GitHub's own parser of workflows and actions: what it finds wrong with a file. */
export interface Parser {
  checkWorkflow(name: string, content: string): readonly string[];
  checkAction(name: string, content: string): readonly string[];
}

/** The package imports JSON in a way that only bundlers take, so it is bundled first. */
export async function openParser(): Promise<Parser> {
  const folder = await makeFolder();
  const bundle = await rolldown({
    input: { workflow: '@actions/workflow-parser', action: '@actions/workflow-parser/actions/action-parser' },
    platform: 'node',
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  await bundle.close();
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href);
  const { parseWorkflow, NoOperationTraceWriter } = (await load('workflow.mjs')) as WorkflowParser;
  const { parseAction } = (await load('action.mjs')) as ActionParser;
  const trace = new NoOperationTraceWriter();
  return {
    checkWorkflow: (name, content) => wordsOf(parseWorkflow({ name, content }, trace)),
    checkAction: (name, content) => wordsOf(parseAction({ name, content }, trace)),
  };
}

function wordsOf({
  context,
}: {
  readonly context: { readonly errors: { getErrors(): readonly { message: string }[] } };
}) {
  return context.errors.getErrors().map(({ message }) => message);
}
