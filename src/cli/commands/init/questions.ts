import { fitLines } from '../../../report/text/fit-text.ts';
import type { Style } from '../../../report/text/style.ts';
import type { Context } from '../../options/context.ts';
import { openConversation } from '../../output/conversation.ts';
import {
  type Answers,
  type ReadAnswer,
  readAddress,
  readCi,
  readId,
  readServiceName,
  type SandboxFleet,
} from './answers.ts';

/** Why a question got no answer. */
export type Unanswered = 'ended' | 'interrupted';

/** What an empty line means: the value, and how the brackets show it. */
interface Default<T> {
  readonly value: T;
  readonly shown: string;
}

type Ask = <T>(question: string, read: ReadAnswer<T>, otherwise: Default<T> | null) => Promise<T>;

/** Ends the questions that are left. */
class UnansweredError extends Error {
  readonly reason: Unanswered;

  constructor(reason: Unanswered) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Asks for the values of a configuration, on stderr. An empty line takes the value in the brackets; an invalid answer is
 * explained and asked for again. When the configuration exists already, only the workflows are asked for.
 */
export async function askQuestions(
  hasConfiguration: boolean,
  sandbox: SandboxFleet,
  style: Style,
  context: Context,
): Promise<Answers | Unanswered> {
  const conversation = openConversation(context);
  // For the colon and the blank after a question.
  const room = style.columns === null ? null : style.columns - 2;
  const ask: Ask = async (question, read, otherwise) => {
    for (;;) {
      const hint = otherwise === null ? '' : ` ${style.dim(`[${otherwise.shown}]`)}`;
      const reply = await conversation.ask(`${fitLines(`${question}${hint}`, room)}: `);
      if (typeof reply === 'string') throw new UnansweredError(reply);
      if (reply.text === '' && otherwise !== null) return otherwise.value;
      const answer = read(reply.text);
      if (answer.ok) return answer.value;
      const { summary, hint: help } = answer.words;
      const words = `  ${style.yellow(summary)}${help == null ? '' : ` ${help}`}`;
      context.stderr.write(`${fitLines(words, style.columns)}\n`);
    }
  };
  try {
    return await askAll(hasConfiguration, ask, sandbox);
  } catch (error) {
    if (error instanceof UnansweredError) return error.reason;
    throw error;
  } finally {
    conversation.close();
  }
}

async function askAll(hasConfiguration: boolean, ask: Ask, sandbox: SandboxFleet): Promise<Answers> {
  const known = { ...sandbox, observability: null };
  const fleet = hasConfiguration ? known : await askFleet(ask, sandbox);
  return { ...fleet, ci: await ask('CI workflows: none, github or gitlab', readCi, same('none')) };
}

/** The ids of the sandbox are suggested only with its address. */
async function askFleet(ask: Ask, sandbox: SandboxFleet): Promise<Omit<Answers, 'ci'>> {
  const url = await ask('Address of the pipes API', readAddress, {
    value: sandbox.url,
    shown: `${sandbox.url}, the sandbox`,
  });
  const isSandbox = url === sandbox.url;
  const [[service, serviceId] = ['', '']] = sandbox.services;
  const organization = await ask(
    'Id of the organization',
    readId('the organization'),
    isSandbox ? same(sandbox.organization) : null,
  );
  const name = await ask('Name of a service that owns pipes', readServiceName, same(service));
  const id = await ask(
    `Id of ${name}`,
    readId(`service ${name}`),
    isSandbox && name === service ? same(serviceId) : null,
  );
  const observability = await ask<string | null>(
    'Address of the observability API, for health checks',
    (text) => (text.toLowerCase() === 'none' ? { ok: true, value: null } : readAddress(text)),
    isSandbox ? same(sandbox.url) : { value: null, shown: 'none' },
  );
  return { url, organization, services: new Map([[name, id]]), observability };
}

function same<T extends string>(value: T): Default<T> {
  return { value, shown: value };
}
