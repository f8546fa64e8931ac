import { settingNamesOf } from '../../model/naming.ts';
import type { Change } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';

/** The keys of request bodies that hold changes, each after its section: `settings.warehouse_max_threads`, as the deployment calls it. */
export function listChangedKeys(changes: readonly Change[], api: Report['api']): ReadonlySet<string> {
  const names = settingNamesOf(api?.naming);
  if (names === null) return new Set(changes.map(({ path }) => path));
  return new Set(
    changes.map(({ path }) => {
      const key = path.slice(path.indexOf('.') + 1);
      return path.startsWith('settings.') ? `settings.${names.toService.get(key) ?? key}` : path;
    }),
  );
}
