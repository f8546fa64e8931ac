import { REFUSED_KEYS } from '../../../config/yaml/node.ts';
import { type Diagnostic, type DiagnosticWords, diagnose } from '../../../model/diagnostic.ts';
import { isUuid } from '../../../model/pipe-address.ts';
import { checkServiceAddress } from '../../../model/service-address.ts';
import { suggest } from '../../../model/suggest.ts';
import type { InitOptions } from '../../options/command-options.ts';

export const CI_SERVICES = ['none', 'github', 'gitlab'] as const;
export type CiService = (typeof CI_SERVICES)[number];

export interface Answers {
  /** Base address of the pipes API. */
  readonly url: string;
  readonly organization: string;
  /** Ids by name; one or more. */
  readonly services: ReadonlyMap<string, string>;
  /** Base address of the observability API, or null for none. */
  readonly observability: string | null;
  readonly ci: CiService;
}

export interface SandboxFleet extends Pick<Answers, 'url' | 'organization' | 'services'> {
  /** One of its pipes. */
  readonly pipe: { readonly id: string; readonly service: string };
}

const SANDBOX_URL = 'http://127.0.0.1:4010';

export async function readSandboxFleet(): Promise<SandboxFleet> {
  const { createQuickstartFleet } = await import('../../../sandbox/fleet/generate-fleet.ts');
  const { organization, services, pipes } = createQuickstartFleet();
  const [first] = pipes;
  const service = Object.entries(services).find(([, id]) => id === first?.serviceId)?.[0];
  if (first === undefined || service === undefined) throw new Error('the sandbox has no pipe in a service');
  return {
    url: SANDBOX_URL,
    organization,
    services: new Map(Object.entries(services)),
    pipe: { id: first.id, service },
  };
}

export type AnswerReader<T> = (
  text: string,
) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly words: DiagnosticWords };

export const readAddress: AnswerReader<string> = (text) => {
  const checked = checkServiceAddress(text);
  // A normalized URL has no special characters of YAML or of variables.
  return checked.ok ? { ok: true, value: checked.url.href.replace(/\/+$/, '') } : checked;
};

export function readId(what: string): AnswerReader<string> {
  return (text) =>
    isUuid(text)
      ? { ok: true, value: text }
      : refuse(
          `The id of ${what} must be a UUID, not "${text}".`,
          'Write all of it, like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11.',
        );
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

export const readServiceName: AnswerReader<string> = (text) => {
  if (REFUSED_KEYS.has(text)) return refuse(`"${text}" is a reserved name.`, 'Choose another name for the service.');
  return NAME.test(text)
    ? { ok: true, value: text }
    : refuse(
        `"${text}" cannot be the name of a service.`,
        'Choose any name of letters, digits, ".", "_" and "-", such as analytics.',
      );
};

export const readCi: AnswerReader<CiService> = (text) => {
  const found = CI_SERVICES.find((service) => service === text.toLowerCase());
  if (found !== undefined) return { ok: true, value: found };
  const nearest = suggest(text, CI_SERVICES);
  const choices = 'There are workflows for github and gitlab; none means no workflows.';
  return refuse(
    `There are no workflows for "${text}".`,
    nearest === null ? choices : `Did you mean ${nearest}? ${choices}`,
  );
};

function refuse(summary: string, hint: string) {
  return { ok: false, words: { code: 'usage', summary, hint } } as const;
}

/** Whether an option makes the prompts unnecessary. */
export function hasAnswers({ url, organization, service, observability, ci, yes }: InitOptions): boolean {
  return yes || service.length > 0 || [url, organization, observability, ci].some((text) => text !== null);
}

/** Reads the answers from the options; the sandbox is the default. */
export function readInitOptions(
  own: InitOptions,
  sandbox: SandboxFleet,
): { readonly answers: Answers; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const read = <T>(
    name: 'url' | 'organization' | 'observability' | 'ci',
    readAnswer: AnswerReader<T>,
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
