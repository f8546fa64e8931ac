import { type Names, NO_NAMES } from '../../model/names.ts';
import { answerQuestion, renderAnswer } from '../completion/answer.ts';
import { type Question, readQuestion } from '../completion/question.ts';
import type { Place } from '../completion/read-names.ts';
import type { ProgramSheet } from '../options/command-sheets.ts';
import type { Context } from '../options/context.ts';

/**
 * Prints what may follow a command line, for the scripts of `completion`.
 * @param words what is typed behind the program's name; the last one is being typed.
 */
export async function runComplete(words: readonly string[], sheet: ProgramSheet, context: Context): Promise<void> {
  const question = readQuestion(sheet, words);
  const names = { ...NO_NAMES, ...(await readNames(question, context)) };
  context.stdout.write(renderAnswer(answerQuestion(question, sheet, names)));
}

/** Only what is asked for is read. Who presses Tab must not be told off: what cannot be read has no names. */
async function readNames(question: Question, context: Context): Promise<Partial<Names>> {
  try {
    switch (question.asks.of) {
      case 'pipe':
      case 'pattern':
      case 'service':
      case 'environment':
      case 'check':
      case 'series':
      case 'alert':
        return await (await import('../completion/read-names.ts')).readConfiguredNames(
          placeOf(question, context),
          context,
        );
      case 'run':
        return await (await import('../completion/read-names.ts')).readRunNames(placeOf(question, context), context);
      case 'schema':
        return { schemas: await (await import('./schema.ts')).listSchemas() };
      default:
        return {};
    }
  } catch {
    return {};
  }
}

/** As the command itself would find it: the last of each option on the line, or its variable. */
function placeOf({ line }: Question, { environment }: Context): Place {
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

/** The shell will do so once the line is entered. */
function expandHome(path: string, home = '~'): string {
  return path.replace(/^~(?=\/|$)/, () => home);
}
