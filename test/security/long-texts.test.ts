import { expect, test } from 'vitest';
import { listComments } from '../../src/edit/list-comments.ts';
import { choosePipeName } from '../../src/edit/new-pipes.ts';
import { writeScalar } from '../../src/edit/yaml-text.ts';
import { diagnose } from '../../src/model/diagnostic.ts';
import { parseDuration } from '../../src/model/field/units.ts';
import { withoutEndSlashes } from '../../src/model/service-address.ts';
import { withoutPeriod } from '../../src/model/text.ts';
import { renderSarif } from '../../src/report/sarif.ts';

const LENGTH = 200_000;
const run = (character: string): string => `a${character.repeat(LENGTH)}b`;

function renderMessage(summary: string): unknown {
  const problem = diagnose('error', { code: 'yaml-syntax', summary });
  const tool = { name: 'pipeform', version: '0.1.0' } as const;
  const log = JSON.parse(renderSarif([problem], { tool, folder: '', rootDocument: 'pipeform.yaml' })) as {
    readonly runs: readonly { readonly results: readonly { readonly message: { readonly text: string } }[] }[];
  };
  return log.runs[0]?.results[0]?.message.text;
}

// In quadratic time, each of these takes from half a minute to hours.
test.each<[string, () => unknown, unknown]>([
  ['a message with blanks', () => withoutPeriod(run(' ')), run(' ')],
  ['an address with slashes', () => withoutEndSlashes(run('/')), run('/')],
  ['a problem with brackets', () => renderMessage(run('[')), run('[')],
  ['a comment with blanks', () => listComments(`# ${run(' ')}\n`), [`# ${run(' ')}`]],
  ['a live name with dashes', () => choosePipeName(run('-'), new Set()), `a${'-'.repeat(127)}`],
  ['a text that begins like a number', () => writeScalar(`1${'_'.repeat(LENGTH)}b`), `1${'_'.repeat(LENGTH)}b`],
  [
    'a duration of many parts',
    () => parseDuration(`1.${'1'.repeat(20)}s`.repeat(LENGTH / 20)),
    { ok: false, reason: 'not-whole' },
  ],
])('reads %s in linear time', (_, read, expected) => {
  expect(read()).toEqual(expected);
});
