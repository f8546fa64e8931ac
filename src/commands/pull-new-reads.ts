import { dirname } from 'node:path';
import { projectFolder } from '../journal/project-folder.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { callAs } from './log-requests.ts';
import { closeProject, openProject } from './open-project.ts';
import type { ReadyConfiguration } from './pull-new-files.ts';
import { toRead } from './pull-new-pipes.ts';
import { justRead } from './read-fleet.ts';
import { readLive } from './read-live.ts';

/** What reading new pipes gave, in the order of their ids. It holds no connection: whoever is given this has nothing to write with. */
export interface NewReads {
  readonly ok: true;
  readonly reads: readonly PipeRead[];
}

/** Reads live pipes by their ids, each once, and lets go of the service. Without ids it is not even opened. */
export async function readNewPipes(
  ids: readonly string[],
  owner: { readonly service: string; readonly serviceId: string },
  { fleet, root }: Pick<ReadyConfiguration, 'fleet' | 'root'>,
  options: GlobalOptions,
  context: Context,
): Promise<NewReads | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  if (ids.length === 0) return { ok: true, reads: [] };
  const all = { target: [], exclude: [], onlyOrigin: null, shard: null };
  const opened = await openProject(
    fleet,
    projectFolder(dirname(root)),
    {},
    { ...callAs(options, context), ...all },
    context,
  );
  if (!opened.ok) return opened;
  const pipes = ids.map((id) => toRead(id, owner));
  const reads = await readLive({ ...opened, pipes }, justRead, options, context);
  await closeProject(opened);
  return { ok: true, reads };
}
