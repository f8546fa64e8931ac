import { dirname } from 'node:path';
import { loadBase, loadConfiguration } from '../../engine/configuration.ts';
import { findProjectPlace } from '../../engine/find-project-place.ts';
import { closeProject, openProject, type Project, type ProjectOptions } from '../../engine/project.ts';
import type { OnProgress } from '../../engine/read-pipes.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import type { BehindAction, Origin } from '../../model/origin.ts';
import { isOverridden } from '../../model/plan.ts';
import { describeLongWait, describeShardCost } from '../../report/view-model/rate-limit.ts';
import type { Session } from '../options/command-spec.ts';
import { showReads } from '../output/live-displays.ts';
import { logRequests } from '../output/log-debug.ts';
import { checkOutputs, type Output, type OutputOptions } from '../output/output-files.ts';
import type { Printer } from '../output/printer.ts';
import { readPlanFile } from '../output/read-report-file.ts';

export interface FleetRequest
  extends OutputOptions,
    Pick<ProjectOptions, 'purpose' | 'allowances' | 'rollout' | 'lockTimeoutMs' | 'remediate'> {
  /** A git ref to attribute differences against. */
  readonly base?: string | null;
  /** It means the same as in `loadFleetAt`. */
  readonly behind?: BehindAction;
  readonly onlyOrigin?: readonly Origin[] | null;
  /** The time whose scheduled sizes are compared, in epoch milliseconds; null for now. */
  readonly at?: number | null;
  /** The files of plans that were reviewed, as typed: only updates that one of them has are planned. */
  readonly reviewed?: readonly string[];
  /** Whether a saved plan overrides the promotion. */
  readonly skipPromotion?: boolean;
  /** Why the fleet is not opened, whatever else is wrong with it. It is reported last. */
  readonly obstacle?: Diagnostic | null;
  /** Other files that the command reads, as typed. */
  readonly inputs?: readonly string[];
}

interface Found {
  /** An opened project has only those of the configuration and of the base. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

interface OpenedFleet extends Found {
  readonly ok: true;
  readonly project: Project;
}

interface NoFleet extends Found {
  readonly ok: false;
  readonly writable: readonly Output[];
}

/**
 * Checks configuration, outputs, selection, git base and credentials, and reports all problems together. The printer shows
 * warnings. The caller closes the project.
 */
export async function openFleet(request: FleetRequest, session: Session): Promise<OpenedFleet | NoFleet> {
  const { options, workspace, printer, context } = session;
  const {
    base: ref = null,
    behind,
    reviewed: files = [],
    skipPromotion = false,
    inputs = [],
    at = null,
    obstacle = null,
    ...requested
  } = request;
  // The environment that changes are promoted from is left out where it is not needed: it may not even load here.
  const isSkipped = skipPromotion || isOverridden(request.allowances?.overrides ?? [], 'promotion');
  const isPromoted = !isSkipped && (request.purpose === 'plan' || request.purpose === 'apply');
  const loaded = await loadConfiguration(workspace, context, isPromoted);
  const { fleet, root } = loaded;
  const read = await Promise.all(files.map(async (name) => ({ name, ...(await readPlanFile(name, session)) })));
  const reading = [...loaded.sources.keys(), ...inputs, ...files];
  const { writable, ...outputs } = await checkOutputs(request, reading, workspace.cwd);
  const found = [
    ...outputs.diagnostics,
    ...read.flatMap((one) => (one.ok ? [] : [one.diagnostic])),
    ...loaded.diagnostics,
  ];
  const last = obstacle === null ? [] : [obstacle];
  if (fleet === null || root === null) {
    return { ok: false, diagnostics: [...found, ...last], sources: loaded.sources, writable };
  }
  const base = ref === null ? null : await loadBase(ref, workspace, context, behind);
  const sources = new Map([...loaded.sources, ...(base?.sources ?? [])]);
  const ofBase = base?.diagnostics ?? [];
  const earlier = [...found, ...ofBase];
  const { target, exclude, shard, parallelism, timeoutMs } = options;
  const project = await openProject(
    fleet,
    dirname(root),
    {
      ...{ target, exclude, shard, parallelism, timeoutMs, ...requested },
      at: at === null ? undefined : new Date(at),
      cwd: workspace.cwd,
      place: await findProjectPlace(workspace, context),
      base: base?.ok ? base.state : null,
      reviewed: files.length === 0 ? null : read.flatMap((one) => (one.ok ? [one] : [])),
      earlier: [...earlier, ...last],
      onRequest: logRequests(printer),
    },
    context,
  );
  if (!project.ok) {
    const diagnostics = [...found, ...project.diagnostics, ...(base?.ok === false ? ofBase : []), ...last];
    return { ok: false, diagnostics, sources, writable };
  }
  printer.problems(earlier, sources);
  return { ok: true, project, diagnostics: earlier, sources };
}

/** A fleet that was read, and closed again. */
interface ReadFleet<T> extends OpenedFleet {
  readonly result: T;
}

/** Opens the fleet, reads it with progress, and closes it. */
export async function readFleet<T>(
  request: FleetRequest,
  session: Session,
  read: (project: Project, onProgress: OnProgress) => Promise<T>,
): Promise<ReadFleet<T> | NoFleet> {
  const opened = await openFleet(request, session);
  if (!opened.ok) return opened;
  const { project } = opened;
  try {
    if (request.purpose !== 'pull' && request.purpose !== 'recommend') noteShardCost(project, session);
    const { length } = project.pipes;
    const result = await withReadProgress(project, length, session.printer, (onProgress) => read(project, onProgress));
    return { ...opened, result };
  } finally {
    await closeProject(project);
  }
}

/** A run that waits for a rate limit longer than this shows a hint that `api.listing` may help. */
const LONG_WAIT_MS = 10_000;

/** Shows progress while `read` reads so many pipes. */
export async function withReadProgress<T>(
  { connection, fleet }: Project,
  pipes: number,
  printer: Printer,
  read: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const shown = await showReads(pipes, printer);
  try {
    return await read((progress) => shown.emit(progress));
  } finally {
    await shown.stop();
    const waitedMs = connection.rateLimitedMs();
    if (waitedMs > LONG_WAIT_MS && !fleet.api.listing) printer.info(describeLongWait(waitedMs));
  }
}

export function noteShardCost({ fleet, pipes }: Project, { options: { shard }, printer }: Session): void {
  // A list takes one request, however many pipes it has.
  if (shard === null || fleet.api.listing) return;
  const { rateLimit } = fleet.api;
  printer.info(describeShardCost({ shard, pipes: pipes.length, fleet: fleet.pipes.length, rateLimit }));
}
