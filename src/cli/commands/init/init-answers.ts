import type { DiagnosticWords } from '../../../model/diagnostic.ts';
import { judgeServiceAddress } from '../../../model/service-address.ts';
import { suggest } from '../../../model/suggest.ts';
import { isUuid } from '../../../model/uuid.ts';

export const CI_SERVICES = ['none', 'github', 'gitlab'] as const;
export type CiService = (typeof CI_SERVICES)[number];

/** What `init` knows of a fleet before it writes its configuration. */
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

/** What the sandbox has: enough to try everything. */
export interface SandboxFleet extends Pick<Answers, 'url' | 'organization' | 'services'> {
  /** The id of one of its pipes, and the service that owns it. */
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

/** An answer as it was given, and what it means or what is wrong with it. */
export type ReadAnswer<T> = (
  text: string,
) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly words: DiagnosticWords };

export const readAddress: ReadAnswer<string> = (text) => {
  const judged = judgeServiceAddress(text);
  // As the URL standard writes it: no character in it means anything to YAML or to a variable.
  return judged.ok ? { ok: true, value: judged.url.href.replace(/\/+$/, '') } : judged;
};

export function readId(what: string): ReadAnswer<string> {
  return (text) =>
    isUuid(text)
      ? { ok: true, value: text }
      : refuse(
          `The id of ${what} is a uuid, not "${text}".`,
          'Write it like 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11, with all its digits.',
        );
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const readServiceName: ReadAnswer<string> = (text) => {
  if (RESERVED.has(text)) return refuse(`"${text}" is a reserved name.`, 'Choose another name for the service.');
  return NAME.test(text)
    ? { ok: true, value: text }
    : refuse(
        `"${text}" cannot be the name of a service.`,
        'Use letters, digits, ".", "_" and "-", such as analytics; it is for you to choose.',
      );
};

export const readCi: ReadAnswer<CiService> = (text) => {
  const found = CI_SERVICES.find((service) => service === text.toLowerCase());
  if (found !== undefined) return { ok: true, value: found };
  const nearest = suggest(text, CI_SERVICES);
  const choices = 'There are workflows for github and gitlab; none writes none.';
  return refuse(
    `There are no workflows for "${text}".`,
    nearest === null ? choices : `Did you mean ${nearest}? ${choices}`,
  );
};

function refuse(summary: string, hint: string) {
  return { ok: false, words: { code: 'usage', summary, hint } } as const;
}
