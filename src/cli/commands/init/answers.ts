import { DEFAULT_PACKAGE } from '../../../model/version.ts';
import { createQuickstartFleet } from '../../../sandbox/fleet/generate-fleet.ts';
import type { InitOptions } from '../../options/init-options.ts';
import { SANDBOX_URL } from '../../options/sandbox-options.ts';
import { UsageError } from '../../options/value-types.ts';

export interface InitAnswers {
  /** Base address of the pipes API. */
  readonly url: string;
  readonly organization: string;
  /** Ids by name; one or more. */
  readonly services: ReadonlyMap<string, string>;
  /** Base address of the observability API, or null for none. */
  readonly observability: string | null;
  readonly ci: NonNullable<InitOptions['ci']>;
  /** The package that the workflows install. */
  readonly install: string;
}

export interface SandboxFleet extends Pick<InitAnswers, 'url' | 'organization' | 'services'> {
  /** One of its pipes. */
  readonly pipe: { readonly id: string; readonly service: string };
}

export async function readSandboxFleet(): Promise<SandboxFleet> {
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
export function hasAnswers({ url, organization, service, observability, ci, install, yes }: InitOptions): boolean {
  return yes || service.length > 0 || [url, organization, observability, ci, install].some((value) => value !== null);
}

/** Takes the answers from the options; the sandbox is the default. Throws UsageError for options that contradict each other. */
export function chooseAnswers(ownOptions: InitOptions, sandbox: SandboxFleet): InitAnswers {
  const url = ownOptions.url ?? sandbox.url;
  const twice = ownOptions.service.find(
    ([name], index) => ownOptions.service.findIndex(([other]) => other === name) < index,
  );
  if (twice !== undefined) throw new UsageError(`--service: ${twice[0]} is given twice.`, 'Give each service once.');
  const ci = ownOptions.ci ?? 'none';
  if (ci === 'none' && ownOptions.install !== null)
    throw new UsageError('--install is for workflows.', 'Add --ci github or --ci gitlab.');
  return {
    url,
    organization: ownOptions.organization ?? sandbox.organization,
    services: ownOptions.service.length === 0 ? sandbox.services : new Map(ownOptions.service),
    // The sandbox serves both APIs.
    observability: ownOptions.observability ?? (url === sandbox.url ? sandbox.url : null),
    ci,
    install: ownOptions.install ?? DEFAULT_PACKAGE,
  };
}
