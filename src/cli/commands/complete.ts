import { type Names, NO_NAMES } from '../../model/names.ts';
import { answerQuestion, renderAnswer } from '../completion/candidates.ts';
import { type Question, readQuestion } from '../completion/question.ts';
import type { ConfigurationPlace } from '../completion/read-names.ts';
import type { ProgramSpec } from '../options/command-spec.ts';
import type { Context } from '../options/context.ts';

/**
 * Prints what may follow a command line, for the scripts of `completion`.
 * @param words what is typed behind the program's name; the last one is being typed.
 */
export async function runComplete(words: readonly string[], program: ProgramSpec, context: Context): Promise<void> {
  const question = readQuestion(program, words);
  const names = { ...NO_NAMES, ...(await readNames(question, context)) };
  context.stdout.write(renderAnswer(answerQuestion(question, program, names)));
}

/** Reads only what is asked for. Somebody who presses Tab wants no error message: what cannot be read has no names. */
async function readNames(question: Question, context: Context): Promise<Partial<Names>> {
  const completion = question.asks === 'options' ? null : question.asks.completion;
  const reads = completion?.of === 'words' ? completion.reads : null;
  if (reads === null) return {};
  try {
    if (reads === 'schemas') return { schemas: await (await import('./schema.ts')).listSchemas() };
    const { readConfiguredNames, readRunNames } = await import('../completion/read-names.ts');
    const read = reads === 'runs' ? readRunNames : readConfiguredNames;
    return await read(placeOf(question, context), context);
  } catch {
    return {};
  }
}

/** As the command itself would find it: the last of each option on the line, or its variable. */
function placeOf({ line }: Question, { environment }: Context): ConfigurationPlace {
  const find = (long: string, variable: string): string | null => {
    const given = line.given.findLast(({ option }) => option.long === long)?.value;
    return expandHome(given ?? environment[variable] ?? '', environment.HOME) || null;
  };
  return {
    chdir: find('--chdir', 'PIPEFORM_CHDIR'),
    config: find('--config', 'PIPEFORM_CONFIG'),
    env: find('--env', 'PIPEFORM_ENV'),
  };
}

/** The shell does so once the line is entered. */
function expandHome(path: string, home = '~'): string {
  return path.replace(/^~(?=\/|$)/, () => home);
}
