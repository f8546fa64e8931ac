import { isUuid } from '../../model/uuid.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import type { Service } from '../service.ts';
import { Refusal } from './answer.ts';
import { parseUpdate } from './body.ts';
import { readNamed } from './naming.ts';
import { updateScaling, updateSettings } from './updates.ts';

/** The path parameters that every operation has (contract, part 4), as they stood in the path. */
export interface PipeAddress {
  readonly organizationId: string;
  readonly serviceId: string;
  readonly pipeId: string;
}

/** The three operations of part 4. Each returns its result as JSON text, or throws a refusal: then nothing was written. */
export function getPipe(service: Service, address: PipeAddress): string {
  const now = service.clock();
  const pipe = findPipe(service, address);
  return service.view.renderPipe(service.staleReads.find(pipe.id, now) ?? pipe, now);
}

export async function putSettings(
  service: Service,
  address: PipeAddress,
  bodyText: string,
  requestId: string,
): Promise<string> {
  const pipe = findPipe(service, address);
  // Field notes, seen: the settings endpoint of a postgres pipe is a 404 although the pipe exists.
  if (kindOf(pipe) === 'postgres') throw new Refusal('NOT_FOUND', 'the settings of this pipe were not found.');
  const body = parseUpdate(bodyText);
  const updated = await service.store.update(
    pipe.id,
    (latest) => updateSettings(latest, body, service, service.clock()),
    { by: 'api', method: 'PUT', requestId, body: readNamed(body, service.names) },
  );
  return service.view.renderSettings(updated);
}

export async function patchScaling(
  service: Service,
  address: PipeAddress,
  bodyText: string,
  requestId: string,
): Promise<string> {
  const pipe = findPipe(service, address);
  const body = parseUpdate(bodyText);
  const updated = await service.store.update(
    pipe.id,
    (latest) => updateScaling(latest, body, service.switches, service.clock()),
    { by: 'api', method: 'PATCH', requestId, body },
  );
  return service.view.renderPipe(updated, service.clock());
}

function findPipe({ store, switches }: Service, address: PipeAddress): Pipe {
  const malformed = Object.entries(address).filter(([, id]) => !isUuid(id));
  if (malformed.length > 0) {
    throw new Refusal('BAD_REQUEST', `${malformed.map(([name]) => `${name} must be a uuid`).join('; ')}.`);
  }
  const organizationId = address.organizationId.toLowerCase();
  const serviceId = address.serviceId.toLowerCase();
  if (organizationId !== store.fleet.organization) throw new Refusal('NOT_FOUND', 'the organization does not exist.');
  if (!Object.values(store.fleet.services).includes(serviceId)) {
    throw new Refusal('NOT_FOUND', 'the service does not exist.');
  }
  if (switches.idleServices.includes(serviceId)) {
    throw new Refusal('FAILED_DEPENDENCY', 'the service is not available. Current state: idle');
  }
  const pipe = store.find(address.pipeId.toLowerCase());
  if (pipe?.serviceId !== serviceId) throw new Refusal('NOT_FOUND', 'the pipe does not exist.');
  return pipe;
}
