import { dirname, relative, resolve, sep } from 'node:path';
import { type LoadOptions, type LoadResult, loadFleet } from '../../../config/load-fleet.ts';
import { findRootDocument } from '../../../config/resolve/file-system.ts';
import { decodeWhole } from '../../../config/yaml/source-file.ts';
import { type ConfigText, type Layout, overlayFiles, readLayout } from '../../../edit/layout.ts';
import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { Fleet } from '../../../model/fleet.ts';
import type { Sources } from '../../../model/location.ts';

const MARK = /^\ufeff/;

const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** A configuration with a file that new pipes may go into. */
export interface ReadyConfiguration {
  readonly ok: true;
  readonly fleet: Fleet;
  /** The absolute path of the root document. */
  readonly root: string;
  readonly layout: Layout;
  /** The name of the file that new pipes go into, as in `Location.file`. */
  readonly target: string;
  /** Warnings and notes. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

export interface NoConfiguration {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/** Loads the configuration as it will be once the file is there: it may be new. */
export async function openForNewPipes(
  load: LoadOptions,
  into: string | null,
): Promise<ReadyConfiguration | NoConfiguration> {
  const { cwd, files } = load;
  const root = await findRootDocument(cwd, load.file, files);
  const path = into === null ? root : resolve(cwd, into);
  if (root === null || path === null) return refuse(await loadFleet(load));
  const content = await files.readFile(path, LARGEST_FILE_BYTES);
  const text = content.ok ? decodeWhole(content.bytes) : null;
  const isMissing = !content.ok && content.reason === 'missing';
  const isUsable = content.ok || (isMissing && into !== null);
  // A file that is new, or holds nothing, is read as one that may have pipes.
  const isBlank = isUsable && (text ?? '').replace(MARK, '').trim() === '';
  const prepared = isBlank ? { ...load, files: overlayFiles(files, new Map([[path, '{}\n']])) } : load;
  const loaded = await loadFleet(prepared);
  const target = relative(cwd, path).split(sep).join('/');
  if (loaded.fleet === null) return refuse(loaded);
  if (!loaded.sources.has(target)) {
    const { diagnostics, sources } = loaded;
    return { ok: false, diagnostics: [...diagnostics, notIncluded(target, { root, path, isMissing })], sources };
  }
  const layout = await readLayout(prepared);
  const texts = new Map<string, ConfigText>([...layout.files, [target, { path, name: target, text }]]);
  const { fleet, diagnostics, sources } = loaded;
  return { ok: true, fleet, root, layout: { ...layout, files: texts }, target, diagnostics, sources };
}

function refuse({ diagnostics, sources }: LoadResult): NoConfiguration {
  return { ok: false, diagnostics, sources };
}

function notIncluded(
  name: string,
  { root, path, isMissing }: { readonly root: string; readonly path: string; readonly isMissing: boolean },
): Diagnostic {
  const pattern = relative(dirname(root), path).split(sep).join('/');
  const isOutside = pattern.startsWith('../');
  return diagnose('error', {
    code: 'not-part-of-configuration',
    summary: `${name} ${isMissing ? 'would not be' : 'is not'} part of the configuration, so pipes in it would not count.`,
    detail: isOutside
      ? 'It is outside of the folder of the root document, where no file can be included from.'
      : 'No pattern under `include` matches it.',
    hint: isOutside
      ? 'Name a file inside that folder.'
      : `Add ${JSON.stringify(pattern)} to \`include\` in the root document.`,
  });
}
