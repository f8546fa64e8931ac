import { describe, expect, it } from 'vitest';
import { parseAlert } from '../../src/api/observability/parse-alert.ts';
import type { Alert } from '../../src/model/observability/reader.ts';
import { redactAll } from '../../src/model/secret/redact.ts';

const ID = '65f4000000000000000000b1';
const NOW = Date.parse('2026-11-20T10:00:00Z');
const TOKEN = 'open-sesame-4712';

const WHOLE = {
  id: ID,
  name: 'orders lag',
  message: 'too far behind',
  channel: { type: 'webhook', webhookId: 'hook-canary' },
  source: 'tile',
  state: 'OK',
  interval: '1m',
  threshold: 10_000,
  thresholdType: 'above',
  dashboard: '65f4000000000000000000d1',
  tileId: 'tile-1',
  team: 'team-canary',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-20T09:59:30.000Z',
};

function parse(body: unknown) {
  return parseAlert(body, { id: ID, now: NOW, redact: redactAll([TOKEN]) });
}

function alertOf(changes: object): Alert {
  const parsed = parse({ data: { ...WHOLE, ...changes } });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.alert;
}

describe('an alert', () => {
  it('keeps all fields, but only the type of its channel', () => {
    expect(alertOf({})).toEqual({
      id: ID,
      name: 'orders lag',
      message: 'too far behind',
      state: 'OK',
      interval: '1m',
      threshold: 10_000,
      thresholdMax: null,
      thresholdType: 'above',
      source: 'tile',
      channelType: 'webhook',
      dashboard: '65f4000000000000000000d1',
      tileId: 'tile-1',
      executionErrors: [],
      silenced: null,
      note: null,
      createdAt: '2026-11-01T00:00:00.000Z',
      updatedAt: '2026-11-20T09:59:30.000Z',
    });
  });

  it('may have a dashboardId in place of dashboard, and an upper end', () => {
    const { dashboard: dashboardId, ...rest } = WHOLE;
    const parsed = parse({ data: { ...rest, dashboardId, thresholdMax: '20000', thresholdType: 'between' } });
    expect(parsed).toMatchObject({ alert: { dashboard: dashboardId, thresholdMax: 20_000, thresholdType: 'between' } });
  });

  it('requires only its id', () => {
    const parsed = parse({ data: { id: ID } });
    const { id, executionErrors, ...others } = parsed.ok ? parsed.alert : alertOf({});
    expect({ id, executionErrors }).toEqual({ id: ID, executionErrors: [] });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(15);
  });

  it('accepts unknown states and types, and ignores other keys', () => {
    expect(alertOf({ state: 'SNOOZING', thresholdType: 'outside', interval: '90s', extra: [1] })).toMatchObject({
      state: 'SNOOZING',
      thresholdType: 'outside',
      interval: '90s',
    });
  });

  it.each([
    [{ threshold: '10000' }, { threshold: 10_000 }],
    [{ threshold: ' 0.95 ' }, { threshold: 0.95 }],
    [{ threshold: 'high' }, { threshold: null }],
    [{ threshold: null }, { threshold: null }],
    [{ channel: 'slack' }, { channelType: null }],
    [{ channel: null }, { channelType: null }],
    [{ channel: { type: 5 } }, { channelType: null }],
    [
      { state: 1, name: {}, updatedAt: 5 },
      { state: null, name: null, updatedAt: null },
    ],
    [{ note: 'who to call' }, { note: 'who to call' }],
    [{ name: 'a\u001b[31mb\n' }, { name: 'a\u001b[31mb\n' }],
    [{ message: `the token ${TOKEN} is mine` }, { message: 'the token [secret] is mine' }],
    [{ id: ID.toUpperCase() }, { id: ID }],
  ])('%j is %j', (shown, read) => {
    expect(alertOf(shown)).toMatchObject(read);
  });

  it('cuts long texts after removing the token, and not within a character', () => {
    expect(alertOf({ message: 'x'.repeat(2_000) }).message).toBe('x'.repeat(2_000));
    expect(alertOf({ message: 'x'.repeat(2_001) }).message).toBe(`${'x'.repeat(1_999)}…`);
    expect(alertOf({ message: `${'x'.repeat(1_998)}😀x` }).message).toBe(`${'x'.repeat(1_998)}…`);
    expect(alertOf({ message: `${'x'.repeat(1_990)}${TOKEN}${'x'.repeat(99)}` }).message).not.toContain('open');
  });
});

describe('execution errors', () => {
  it.each([
    [undefined, []],
    [null, []],
    [false, []],
    ['', []],
    [[], []],
    [{}, []],
    [
      [null, '', {}],
      ['an error without a message', 'an error without a message', 'an empty JSON object'],
    ],
    [true, ['an error without a message']],
    [3, ['an error without a message']],
    ['no such table', ['no such table']],
    [
      ['first', { message: 'second', type: 'QUERY' }, { error: 'third' }],
      ['first', 'second', 'third'],
    ],
    [{ message: 'alone' }, ['alone']],
    [{ type: 'QUERY', at: 'noon' }, ['a JSON object without a message, with the keys type, at']],
    [[{ message: `Bearer ${TOKEN}` }], ['Bearer [secret]']],
    [[['nested']], ['an error without a message']],
  ])('%j are %j', (shown, errors) => {
    expect(alertOf({ executionErrors: shown }).executionErrors).toEqual(errors);
  });

  it('are counted when there are many', () => {
    const errors = alertOf({ executionErrors: Array.from({ length: 25 }, (_, index) => `e${index}`) }).executionErrors;
    expect(errors).toHaveLength(21);
    expect(errors.slice(-2)).toEqual(['e19', 'and 5 more']);
  });
});

describe('a silence', () => {
  it.each([
    [undefined, null],
    [null, null],
    [false, null],
    ['false', null],
    ['', null],
    [{}, null],
    [true, ''],
    ['true', ''],
    [1, ''],
    ['until Monday', 'until Monday'],
    [{ by: 'ops' }, 'by ops'],
    [{ by: null, until: null }, ''],
    [{ at: '2026-11-19T10:00:00Z' }, 'at 2026-11-19T10:00:00Z'],
    [{ by: 'ops', until: '2026-11-20T11:00:00Z' }, 'by ops, until 2026-11-20T11:00:00Z'],
    [{ until: '2026-11-20T10:00:00Z' }, 'until 2026-11-20T10:00:00Z'],
    [{ until: '2026-11-20T09:59:59Z' }, null],
    [{ until: '2026-11-20 09:59:59' }, null],
    [{ until: NOW - 1 }, null],
    [{ until: String(NOW - 1) }, null],
    [{ until: NOW + 1 }, `until ${NOW + 1}`],
    [{ until: Math.floor(NOW / 1_000) - 60 }, `until ${Math.floor(NOW / 1_000) - 60}`],
    [{ until: 'the end of the release' }, 'until the end of the release'],
  ])('of %j is %j', (shown, words) => {
    expect(alertOf({ silenced: shown }).silenced).toBe(words);
  });
});

describe('an answer without the alert', () => {
  it.each([
    [null, 'the response is not a JSON object'],
    [[], 'the response is not a JSON object'],
    [WHOLE, 'the response has no object named data'],
    [{ data: [WHOLE] }, 'the response has no object named data'],
    [{ data: { ...WHOLE, id: undefined } }, 'the alert in the response has no id'],
    [{ data: { ...WHOLE, id: 5 } }, 'the alert in the response has no id'],
    [{ data: { ...WHOLE, id: 'other' } }, `requested alert ${ID}, but received alert other`],
    [{ data: { ...WHOLE, id: `\u001b[31m${TOKEN}` } }, `requested alert ${ID}, but received alert [31m[secret]`],
  ])('is refused: %j', (body, problem) => {
    expect(parse(body)).toEqual({ ok: false, problem });
  });
});
