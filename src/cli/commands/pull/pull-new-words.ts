import { type Diagnostic, diagnose } from '../../../model/diagnostic.ts';
import type { DesiredPipe } from '../../../model/fleet.ts';
import { listWords } from '../../../model/list-words.ts';
import { DEFAULT_NAMING, guessSettingPrefix } from '../../../model/naming.ts';
import { formatNumber } from '../../../model/number.ts';
import { suggest } from '../../../model/suggest.ts';
import { warnOfState } from '../../../plan/diff/warn-of-state.ts';
import { count } from '../../../report/view-model/count.ts';
import type { LeftOut, LeftOutReason } from './pull-document.ts';
import type { RefusedOperation } from './pull-edits.ts';
import { type ReadPipe, toRead } from './pull-new-pipes.ts';

export function tellUnknownService(name: string, known: readonly string[]): Diagnostic {
  const nearest = suggest(name, known);
  return diagnose('error', {
    code: 'unknown-reference',
    summary: `--service ${name} names no service of the configuration.`,
    detail: known.length === 0 ? 'It defines none.' : `Known services: ${known.join(', ')}.`,
    hint: nearest === null ? 'Add it under `services`, with its id.' : `Did you mean ${nearest}?`,
  });
}

export function tellServices(known: readonly string[]): Diagnostic {
  return known.length === 0
    ? diagnose('error', {
        code: 'unknown-reference',
        summary: 'The configuration defines no service that could own these pipes.',
        hint: 'Add it under `services`: a name of your choice, with its id.',
      })
    : diagnose('error', {
        code: 'usage',
        summary: `Which service owns these pipes? The configuration has ${listWords(known)}.`,
        hint: 'Name it with --service NAME.',
      });
}

export function tellKnown({ id, name, location }: DesiredPipe): Diagnostic {
  const summary = `Pipe ${id} is in the configuration already, as ${name}; it was not added again.`;
  const hint = `\`pipeform pull --target ${name}\` brings its live values into the configuration.`;
  return diagnose('note', { code: 'already-configured', summary, hint }, location);
}

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  'not-in-contract': 'no field of the contract',
  'not-for-kind': 'not for a pipe of this kind',
  unreadable: 'not of the contract’s type',
  'out-of-range': 'outside the range that a configuration may have',
};

/** Up to this many pipes are named, or told in full; of more than that only some. */
const FEW = 5;
const TOLD_IN_FULL = 3;

/** What new pipes were not given, and why: one note for all pipes that were not given the same. */
export function tellLeftOut(found: readonly ReadPipe[]): readonly Diagnostic[] {
  const alike = new Map<string, ReadPipe[]>();
  for (const one of found) {
    if (one.leftOut.length === 0) continue;
    const what = JSON.stringify(one.leftOut.map(({ path, reason }) => [path, reason]));
    const pipes = alike.get(what);
    if (pipes === undefined) alike.set(what, [one]);
    else pipes.push(one);
  }
  return [...alike.values()].map((pipes) =>
    leftOutOf(
      pipes.map(({ pipe }) => pipe.name),
      pipes[0]?.leftOut ?? [],
    ),
  );
}

function leftOutOf(names: readonly string[], leftOut: readonly LeftOut[]): Diagnostic {
  const whose = names.length === 1 ? `pipe ${names[0]}` : `${count(names.length, 'pipe')} (${listFew(names)})`;
  const summary = `Of ${whose}, ${listWords(leftOut.map(({ path }) => path))} ${leftOut.length === 1 ? 'was' : 'were'} left out.`;
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  const detail = reasons.map((reason) => `${listPaths(leftOut, reason)}: ${REASONS[reason]}.`).join('\n');
  return diagnose('note', { code: 'value-left-out', summary, detail, hint: hintFor(leftOut) });
}

function hintFor(leftOut: readonly LeftOut[]): string {
  const unknown = leftOut.filter(({ reason }) => reason === 'not-in-contract');
  const prefix = guessSettingPrefix(unknown.map(({ path }) => path.replace(/^settings\./, '')));
  const stays = 'What is left out stays as it is live, and is not managed.';
  if (prefix === null) return stays;
  return `${stays} If this deployment says ${prefix} where the contract says ${DEFAULT_NAMING.settingPrefix}, write api.naming: { settingPrefix: ${prefix} } and pull again.`;
}

function listFew(names: readonly string[]): string {
  const some = names.length > FEW ? names.slice(0, TOLD_IN_FULL) : names;
  const more = names.length - some.length;
  return listWords(more === 0 ? some : [...some, `${formatNumber(more)} more`]);
}

/** For a person, of many diagnostics alike the first few in full, and one line for the rest. */
export function foldAlike(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly rest: readonly string[];
} {
  const byCode = new Map<Diagnostic['code'], Diagnostic[]>();
  for (const one of diagnostics) {
    const alike = byCode.get(one.code);
    if (alike === undefined) byCode.set(one.code, [one]);
    else alike.push(one);
  }
  const many = [...byCode].filter(([, alike]) => alike.length > FEW);
  const hidden = new Set(many.flatMap(([, alike]) => alike.slice(TOLD_IN_FULL)));
  return {
    shown: diagnostics.filter((one) => !hidden.has(one)),
    rest: many.map(([code, alike]) => {
      const more = formatNumber(alike.length - TOLD_IN_FULL);
      return `${more} more of the same kind [${code}]; --format json lists them all.`;
    }),
  };
}

/** What was read of a pipe that may not be all there is, or not for long: it is in transition or trouble, or shows no settings. */
export function tellConcerns({ pipe, serviceId, live }: ReadPipe): readonly Diagnostic[] {
  const { service, id, name } = pipe;
  const warnings = warnOfState({ ...toRead(id, { service, serviceId }), name }, live);
  // Of postgres pipes the settings are not there to be shown (field notes).
  const isBare = live.settings.status !== 'known' && live.source !== 'postgres';
  return [
    ...(isBare ? [settingsNotShown(name)] : []),
    ...warnings.map((warning) => diagnose(warning.severity, warning)),
  ];
}

function settingsNotShown(name: string): Diagnostic {
  const summary = `The service shows no settings for pipe ${name}, so none were written.`;
  const hint = 'Add those that are to be managed by hand, or pull the pipe again once they are shown.';
  return diagnose('warning', { code: 'settings-not-shown', summary, hint });
}

function listPaths(leftOut: readonly LeftOut[], reason: LeftOutReason): string {
  return listWords(leftOut.filter((one) => one.reason === reason).map(({ path }) => path));
}

/** Nothing can be added where an alias or a merge key stands for the map that it belongs in. */
export function refusedEdit({ operation, location }: RefusedOperation): Diagnostic {
  const place = operation.operation.path.slice(0, -1).join('.');
  return diagnose(
    'error',
    {
      code: 'edit-by-hand',
      summary: `Nothing can be added to \`${place}\` here: an alias, an anchor or a variable stands there.`,
      hint: 'Write the map out, or name another file with --into.',
    },
    location,
  );
}
