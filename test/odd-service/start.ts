import { createQuickstartFleet, type Sandbox, type SandboxSetup, startSandbox } from '../../src/sandbox/index.ts';
import type { SandboxService } from '../../src/sandbox/service.ts';
import * as sandbox from '../../src/sandbox/switches.ts';
import { adaptFleet, adaptService, DEFAULT_ODDITIES, type Oddities } from './oddities.ts';

/** How the service of a test behaves: as deployments differ, and as they might. */
export type Switches = sandbox.Switches & Oddities;

export const DEFAULT_SWITCHES: Switches = { ...sandbox.DEFAULT_SWITCHES, ...DEFAULT_ODDITIES };

export interface ServiceSetup extends Omit<SandboxSetup, 'switches' | 'adapt'> {
  /** Default: those of a sandbox that a person starts. `idleServices` takes names, too. */
  readonly switches?: Partial<Switches>;
}

/** Starts the sandbox with any behavior of a service, and with all kinds of faults. */
export function startService({ switches = {}, ...setup }: ServiceSetup = {}): Promise<Sandbox> {
  const oddities = { ...DEFAULT_ODDITIES, ...switches };
  const fleet = adaptFleet(setup.fleet ?? createQuickstartFleet(), oddities);
  const idleServices = (switches.idleServices ?? []).map((nameOrId) => fleet.services[nameOrId] ?? nameOrId);
  const adapt = (service: SandboxService) => adaptService(service, oddities);
  return startSandbox({ ...setup, fleet, switches: { ...switches, idleServices }, adapt });
}
