import { describe, expect, it } from 'vitest';
import { namedWait, readAnnouncement } from '../../src/api/rate-limit/headers.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('rate limit headers', () => {
  it.each<[Record<string, string>, unknown]>([
    [{ ratelimit: '"default";r=50;t=30' }, { policies: [], quota: { remaining: 50, resetMs: 30_000 } }],
    [
      {
        'ratelimit-policy': '"burst";q=100;w=60, "daily";q=1000;w=86400',
        ratelimit: '"burst";r=7;t=30, "daily";r=900',
      },
      {
        policies: [
          { requests: 100, perMilliseconds: 60_000 },
          { requests: 1_000, perMilliseconds: 86_400_000 },
        ],
        quota: { remaining: 7, resetMs: 30_000 },
      },
    ],
    [{ ratelimit: 'limit=100, remaining=50, reset=30' }, { policies: [], quota: { remaining: 50, resetMs: 30_000 } }],
    [
      { 'ratelimit-limit': '100, 100;w=60;comment="a"', 'ratelimit-remaining': '0', 'ratelimit-reset': '12' },
      { policies: [{ requests: 100, perMilliseconds: 60_000 }], quota: { remaining: 0, resetMs: 12_000 } },
    ],
    [
      { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': String(NOW / 1_000 + 5) },
      { policies: [], quota: { remaining: 9, resetMs: 5_000 } },
    ],
    [
      { ratelimit: '"hour";r=900;t=60', 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': '1' },
      { policies: [], quota: { remaining: 2, resetMs: 1_000 } },
    ],
    [{ 'x-ratelimit-remaining': '9' }, { policies: [], quota: { remaining: 9, resetMs: null } }],
    [{ 'ratelimit-policy': '1;w=60' }, { policies: [{ requests: 1, perMilliseconds: 60_000 }], quota: null }],
    [{ 'ratelimit-policy': '5;w=1' }, { policies: [{ requests: 5, perMilliseconds: 1_000 }], quota: null }],
  ])('%j', (headers, announced) => {
    expect(readAnnouncement(headers, NOW)).toEqual(announced);
  });

  it.each([
    {},
    { ratelimit: '' },
    { ratelimit: ';;;,,' },
    { ratelimit: '"x";r=-1;t=3' },
    { 'ratelimit-policy': '"x";q=0;w=60, "y";q=5;w=0, "z";q=5' },
    { 'x-ratelimit-remaining': 'lots' },
  ])('nothing: %j', (headers) => {
    expect(readAnnouncement(headers, NOW)).toBeNull();
  });

  it.each<[Record<string, string>, number]>([
    [{ ratelimit: '"x";r=0;t=7' }, 7_000],
    [{ ratelimit: '"x";r=0;t=7, "y";r=0;t=70' }, 70_000],
    [{ 'x-ratelimit-reset': String(NOW + 5_000) }, 5_000],
    [{ 'x-ratelimit-reset': String(NOW / 1_000 + 5) }, 5_000],
    [{ 'ratelimit-reset': '7' }, 7_000],
    [{ 'ratelimit-reset': '5', ratelimit: '"x";r=0;t=7' }, 5_000],
    [{ 'retry-after': '3', 'x-ratelimit-reset': '5' }, 3_000],
    // At most a week.
    [{ 'retry-after': '9'.repeat(400) }, 604_800_000],
    [{ 'retry-after': '99999999999' }, 604_800_000],
  ])('a 429 with %j asks for a wait of %d ms', (headers, ms) => {
    expect(namedWait(headers, NOW)).toBe(ms);
  });
});
