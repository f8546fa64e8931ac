import { DEFAULT_PACKAGE } from '../../../model/version.ts';
import { ADDRESS, CI_SERVICE, SERVICE_NAME, UUID } from '../../options/init-options.ts';
import { type ReadValue, UsageError } from '../../options/value-types.ts';
import type { Printer } from '../../output/printer.ts';
import type { Prompter } from '../../output/prompter.ts';
import type { InitAnswers, SandboxFleet } from './answers.ts';

/** The value of an empty line, and its text in the brackets. */
interface Default<T> {
  readonly value: T;
  readonly shown?: string;
}

type Ask = <T>(question: string, parse: ReadValue<T>, otherwise: Default<T> | null) => Promise<T>;

class UnansweredError extends Error {}

/**
 * Prompts for the values of a configuration, or only for the workflows when the configuration exists. Repeats the prompt after
 * an invalid answer. null: the input ended, or an interrupt came.
 */
export async function askQuestions(
  hasConfiguration: boolean,
  sandbox: SandboxFleet,
  printer: Printer,
  prompter: Prompter,
): Promise<InitAnswers | null> {
  if (hasConfiguration) printer.note('pipeform.yaml already exists and is not changed.');
  else
    printer.note(({ dim }) => {
      const opening = `Creating a configuration. Press Enter for the value in ${dim('[brackets]')}`;
      return `${opening}; Ctrl-C writes nothing.\n`;
    });
  const ask: Ask = async (question, parse, otherwise) => {
    for (;;) {
      const reply = await prompter.askValue(question, otherwise && `${otherwise.shown ?? otherwise.value}`);
      if (typeof reply === 'string') throw new UnansweredError(reply);
      if (reply.text === '' && otherwise !== null) return otherwise.value;
      try {
        return parse(reply.text, question, {});
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        printer.note(({ yellow }) => `  ${yellow(error.message)} ${error.hint ?? ''}`.trimEnd());
      }
    }
  };
  try {
    const fleet = hasConfiguration ? { ...sandbox, observability: null } : await askFleet(ask, sandbox);
    const ci = await ask<InitAnswers['ci']>('CI workflows: none, github or gitlab', CI_SERVICE.parse, {
      value: 'none',
    });
    return { ...fleet, ci, install: DEFAULT_PACKAGE };
  } catch (error) {
    if (error instanceof UnansweredError) return null;
    throw error;
  } finally {
    printer.note('');
  }
}

/** The ids of the sandbox are defaults only with its address. */
async function askFleet(ask: Ask, sandbox: SandboxFleet): Promise<Omit<InitAnswers, 'ci' | 'install'>> {
  const url = await ask('Address of the pipes API', ADDRESS.parse, {
    value: sandbox.url,
    shown: `${sandbox.url}, the sandbox`,
  });
  const isSandbox = url === sandbox.url;
  const [[service, serviceId] = ['', '']] = sandbox.services;
  const organization = await ask(
    'Id of the organization',
    UUID.parse,
    isSandbox ? { value: sandbox.organization } : null,
  );
  const name = await ask('Name of a service that owns pipes', SERVICE_NAME.parse, { value: service });
  const id = await ask(`Id of ${name}`, UUID.parse, isSandbox && name === service ? { value: serviceId } : null);
  const observability = await ask<string | null>(
    'Address of the observability API, for health checks',
    (text, ...about) => (text.toLowerCase() === 'none' ? null : ADDRESS.parse(text, ...about)),
    isSandbox ? { value: sandbox.url } : { value: null, shown: 'none' },
  );
  return { url, organization, services: new Map([[name, id]]), observability };
}
