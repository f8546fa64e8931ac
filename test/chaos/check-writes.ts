import { FIELDS, type SourceKind } from '../../src/model/field/field.ts';
import type { Band } from '../../src/model/fleet.ts';
import { equalJson, type JsonValue } from '../../src/model/json/json.ts';
import { managed } from '../properties/expectations.ts';
import { sectionPaths } from './check-ledger.ts';
import { diffValues, gatherFacts, isDelayed, type PipeFacts, type PlacedCommit, showValue } from './facts.ts';
import type { Evidence } from './play.ts';

/** Only managed fields change, only to their desired values, and no visible edit is lost. */
export function checkWrites(evidence: Evidence): readonly string[] {
  const { chaos, requests, strays, followed } = evidence;
  const { organization } = chaos.scenario.fleet;
  const resource = chaos.scenario.switches.resource.toLowerCase();
  const known = new Set(
    chaos.scenario.cases.flatMap(({ live }) => {
      const base = `/v1/organizations/${organization}/services/${live.serviceId}/${resource}/${live.id}`;
      return [`GET ${base}`, `PUT ${base}/settings`, `PATCH ${base}/scaling`];
    }),
  );
  const found = requests
    .map(({ method, path }) => `${method} ${path.toLowerCase()}`)
    .filter((sent) => !known.has(`${sent.split(' ')[0]} ${sent.split(' ')[1]}`))
    .map((sent) => `${sent} is no request for a pipe of the configuration`);
  if (strays > 0) found.push(`${strays} requests went to another host`);
  if (followed > 0) found.push(`${followed} redirects were followed`);
  return [...found, ...gatherFacts(evidence).flatMap((facts) => checkPipe(facts, evidence))];
}

function checkPipe(facts: PipeFacts, evidence: Evidence): readonly string[] {
  const restored = evidence.journal.some(
    (entry) => entry.type === 'intent' && entry.pipe === facts.pipe.name && entry.purpose === 'rollback',
  );
  return facts.own.flatMap((commit) => checkCommit(commit, facts, evidence, restored));
}

function checkCommit(
  commit: PlacedCommit,
  facts: PipeFacts,
  { chaos }: Evidence,
  restored: boolean,
): readonly string[] {
  const { pipe, before, writes } = facts;
  const { unset } = chaos.scenario.switches;
  const declarations = new Map<string, JsonValue | Band>(managed(pipe).map(({ path, value }) => [path, value]));
  const entry = writes.find(({ place }) => place === commit.place);
  const wasDelayed = isDelayed(entry?.fault ?? null);
  const changed = diffValues(commit.before, commit.after, pipe.kind, unset);
  return changed
    .filter((path) => mayBeSent(path, pipe.kind))
    .flatMap((path) => {
      const value = showValue(commit.after, path, pipe.kind, unset);
      const violation = (words: string) =>
        `${pipe.name}: ${commit.method} set ${path} to ${JSON.stringify(value)}, ${words}`;
      const edit = findEdit(path, commit, facts);
      if (
        edit !== null &&
        !wasDelayed &&
        !restored &&
        wasSeen(edit, commit, facts) &&
        !isExcused(path, facts, edit) &&
        !isPlanned(path, facts, edit)
      ) {
        return [violation('over an edit that had been read since the plan')];
      }
      if (!declarations.has(path)) return edit !== null ? [] : [violation('which nothing requested')];
      const wanted = declarations.get(path) ?? null;
      // An unset value shows its default if the service has one.
      const isUnset = wanted === null && showValue(commit.after, path, pipe.kind, 'absent') === null;
      if (
        isUnset ||
        fitsDeclaration(value, wanted) ||
        (restored && equalJson(value, showValue(before, path, pipe.kind, unset)))
      )
        return [];
      return edit !== null && equalJson(value, showValue(before, path, pipe.kind, unset))
        ? []
        : [violation(`and the configuration declares ${JSON.stringify(wanted)}`)];
    });
}

/** A settings update leaves out the settings of other kinds, which services refuse; one that replaces unsets them. */
function mayBeSent(path: string, kind: string): boolean {
  const spec = FIELDS.find((field) => `${field.section}.${field.key}` === path);
  return spec === undefined || spec.kinds.includes(kind as SourceKind);
}

function fitsDeclaration(value: JsonValue, wanted: JsonValue | Band): boolean {
  if (typeof wanted === 'object' && wanted !== null && 'min' in wanted && 'max' in wanted) {
    const { min, max } = wanted as Band;
    return typeof value === 'number' && value >= min && value <= max;
  }
  return equalJson(value, wanted as JsonValue);
}

/** The latest edit of the field by someone else before the commit. */
function findEdit(path: string, commit: PlacedCommit, { commits, others }: PipeFacts): PlacedCommit | null {
  const at = commits.indexOf(commit);
  return others.findLast((other) => commits.indexOf(other) < at && sectionPaths(other.body).includes(path)) ?? null;
}

/** Whether the apply saw the edit before it sent the write: in a read, or in the answer to the update before it. */
function wasSeen(edit: PlacedCommit, commit: PlacedCommit, { requests, commits }: PipeFacts): boolean {
  // The answer to a scaling update is the pipe (contract, part 4).
  const shownBy = commit.method === 'PUT' ? ['GET', 'PATCH'] : ['GET'];
  const reads = requests.filter(
    ({ method, status, fault }) => shownBy.includes(method) && status === 200 && (fault === null || fault === 'edit'),
  );
  const [first] = reads;
  const beside = requests.find(({ place }) => place === edit.place);
  // Committed during the request: before the commit of the request, or after its answer was created.
  const ownAt = commits.findIndex(({ place, by }) => place === edit.place && by === 'api');
  const isBefore = beside !== undefined && beside.method !== 'GET' && ownAt > commits.indexOf(edit);
  const from = edit.place + (isBefore ? 0 : 1);
  const later = reads.filter(({ place }) => place >= from && place < commit.place);
  // The plan is based on the read that it was created from.
  return later.some((read) => read !== first || edit.place === -1);
}

/** Whether the edit came just before the read that the plan was created from, which shows it. */
function isPlanned(path: string, { reported, requests, pipe }: PipeFacts, edit: PlacedCommit): boolean {
  const first = requests.find(({ method, status }) => method === 'GET' && status === 200);
  if (edit.place === -1 || first === undefined || edit.place > first.place) return false;
  const values = {
    settings: reported?.live?.settings ?? {},
    scaling: reported?.live?.scaling ?? {},
  } as PlacedCommit['after'];
  return equalJson(showValue(values, path, pipe.kind, 'absent'), showValue(edit.after, path, pipe.kind, 'absent'));
}

/** A scaling value that was not shown before may be settling, which looks like an edit. */
function isExcused(path: string, { before, pipe }: PipeFacts, edit: PlacedCommit): boolean {
  if (!path.startsWith('scaling.')) return false;
  const declaration = managed(pipe).find((one) => one.path === path);
  const isBanded = typeof declaration?.value === 'object' && declaration.value !== null;
  return (
    isBanded || showValue(before, path, pipe.kind, 'absent') === null || edit.after.scaling === edit.before.scaling
  );
}
