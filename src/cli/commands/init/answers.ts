import type { InitOptions } from '../../options/init-options.ts';
import { UsageError } from '../../options/value-types.ts';

export interface Answers {
  /** Base address of the pipes API. */
  readonly url: string;
  readonly organization: string;
  /** Ids by name; one or more. */
  readonly services: ReadonlyMap<string, string>;
  /** Base address of the observability API, or null for none. */
  readonly observability: string | null;
  readonly ci: NonNullable<InitOptions['ci']>;
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

/** Whether an option makes the prompts unnecessary. */
export function hasAnswers({ url, organization, service, observability, ci, yes }: InitOptions): boolean {
  return yes || service.length > 0 || [url, organization, observability, ci].some((value) => value !== null);
}

/** Takes the answers from the options; the sandbox is the default. Throws UsageError for a service that is given twice. */
export function chooseAnswers(own: InitOptions, sandbox: SandboxFleet): Answers {
  const url = own.url ?? sandbox.url;
  const twice = own.service.find(([name], index) => own.service.findIndex(([other]) => other === name) < index);
  if (twice !== undefined) throw new UsageError(`--service: ${twice[0]} is given twice.`, 'Give each service once.');
  return {
    url,
    organization: own.organization ?? sandbox.organization,
    services: own.service.length === 0 ? sandbox.services : new Map(own.service),
    // The sandbox serves both APIs.
    observability: own.observability ?? (url === sandbox.url ? sandbox.url : null),
    ci: own.ci ?? 'none',
  };
}
