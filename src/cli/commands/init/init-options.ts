import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import {
  type Answers,
  type ReadAnswer,
  readAddress,
  readCi,
  readId,
  readServiceName,
  type SandboxFleet,
} from './init-answers.ts';

/** The command's own options, as they are typed. */
export interface InitOptions {
  readonly url: string | null;
  readonly organization: string | null;
  /** Each as `name=id`. */
  readonly service: readonly string[];
  readonly observability: string | null;
  readonly ci: string | null;
  readonly yes: boolean;
}

/** Whether an option answers a question, or says that nothing is to be asked. */
export function hasAnswers({ url, organization, service, observability, ci, yes }: InitOptions): boolean {
  return yes || service.length > 0 || [url, organization, observability, ci].some((text) => text !== null);
}

/** The answers that the options give, the sandbox's where they say nothing; and everything that is wrong with them. */
export function readInitOptions(
  own: InitOptions,
  sandbox: SandboxFleet,
): { readonly answers: Answers; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const read = <T>(
    name: 'url' | 'organization' | 'observability' | 'ci',
    readAnswer: ReadAnswer<T>,
    otherwise: T,
  ): T => {
    const text = own[name];
    if (text === null) return otherwise;
    const answer = readAnswer(text.trim());
    if (answer.ok) return answer.value;
    diagnostics.push(usage(`--${name}: ${answer.words.summary}`, answer.words.hint ?? null));
    return otherwise;
  };
  const url = read('url', readAddress, sandbox.url);
  const answers = {
    url,
    organization: read('organization', readId('the organization'), sandbox.organization),
    services: readServices(own.service, sandbox.services, diagnostics),
    // The sandbox serves both APIs.
    observability: read<string | null>('observability', readAddress, url === sandbox.url ? sandbox.url : null),
    ci: read('ci', readCi, 'none'),
  };
  return { answers, diagnostics };
}

function readServices(given: readonly string[], otherwise: Answers['services'], diagnostics: Diagnostic[]) {
  if (given.length === 0) return otherwise;
  const services = new Map<string, string>();
  for (const text of given) {
    const [, name = '', id] = /^([^=]*)=(.*)$/s.exec(text)?.map((part) => part.trim()) ?? [];
    if (id === undefined) {
      const hint = 'Write it like analytics=1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01.';
      diagnostics.push(usage(`--service: "${text}" has no "=" between a name and an id.`, hint));
      continue;
    }
    const problems = [readServiceName(name), readId(`service ${name}`)(id)].flatMap((answer) =>
      answer.ok ? [] : [answer.words],
    );
    for (const { summary, hint } of problems) diagnostics.push(usage(`--service: ${summary}`, hint ?? null));
    if (services.has(name)) diagnostics.push(usage(`--service: ${name} is given twice.`, 'Give each service once.'));
    services.set(name, id);
  }
  return services;
}

function usage(summary: string, hint: string | null): Diagnostic {
  return diagnose('error', { code: 'usage', summary, hint });
}
