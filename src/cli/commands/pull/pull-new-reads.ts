import { dirname } from 'node:path';
import { callAs } from '../../../engine/log-requests.ts';
import { closeProject, openProject } from '../../../engine/open-project.ts';
import { justRead } from '../../../engine/read-fleet.ts';
import { projectFolder } from '../../../journal/project-folder.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { readLive } from '../run/read-live.ts';
import type { ReadyConfiguration } from './pull-new-files.ts';
import { toRead } from './pull-new-pipes.ts';

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
