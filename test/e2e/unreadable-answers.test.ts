import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { sample } from '../effort.ts';
import { openGate } from './gate.ts';
import { CREDENTIALS, openWorkspace, pipe } from './harness.ts';

// Values that a service shows instead of the real ones: no update may use them, and they confirm nothing.

const FLEET = createQuickstartFleet();
const NAME = 'orders-prod';
const SECRET = 'canary-4711-canary';

const SETTINGS: readonly (readonly [string, string | null])[] = [
  ['an integer beyond 2^53', '{"big":9007199254740993}'],
  ['1e400', '{"big":1e400}'],
  ['nesting of 70', `{"deep":${'['.repeat(70)}${']'.repeat(70)}}`],
  ['an echoed secret', `{"note":"${SECRET}"}`],
  ['null', 'null'],
  ['nothing', null],
  ['a list', '[1]'],
  ['a string', '"none"'],
];

/** Replaces a section of the pipe in a response with a text; null removes it. */
function replace(body: string, section: 'settings' | 'scaling', text: string | null): string {
  const answer = JSON.parse(body) as { result: Record<string, unknown> };
  const { [section]: _, ...result } = answer.result;
  const rest = JSON.stringify({ ...answer, result });
  return text === null ? rest : rest.replace(/"result":\{/, `"result":{"${section}":${text},`);
}

/** One pipe behind a service whose reads show `text` instead of a section, from read `from` on; writes are ignored. */
async function open(
  wanted: JsonObject,
  shown: { readonly section: 'settings' | 'scaling'; readonly text: string | null; readonly from: number },
) {
  const fleet = {
    ...FLEET,
    pipes: FLEET.pipes.map((one) => (one.name === NAME ? { ...one, settings: {}, ...(wanted.live as object) } : one)),
  };
  const sent: string[] = [];
  const workspace = await openWorkspace({
    fleet,
    credentials: { keyId: 'sandbox', keySecret: SECRET },
    document: { pipes: { orders: pipe(FLEET, NAME, wanted.wanted as JsonObject) } },
    address: ({ url }) =>
      openGate(url, async ({ method, count }, pass) => {
        if (method === 'GET') {
          const reply = await pass();
          return count < shown.from ? reply : { ...reply, body: replace(reply.body ?? '', shown.section, shown.text) };
        }
        sent.push(method);
        return { status: 200, body: '{"status":200,"result":{}}' };
      }),
  });
  const apply = (rest = '') =>
    workspace.run(`apply --auto-approve --wait-timeout 300ms ${rest}`, {
      ...CREDENTIALS,
      PIPEFORM_KEY_SECRET: SECRET,
    });
  return { apply, sent };
}

describe.concurrent('before a write', () => {
  test.each(sample(SETTINGS, 4))('settings that were all null and now show %s stop the update', async (_, text) => {
    const wanted = { wanted: { settings: { db_max_threads: 16 } } };
    const { apply, sent } = await open(wanted, { section: 'settings', text, from: 2 });
    const { code, stdout } = await apply();
    expect({ code, sent }).toEqual({ code: 4, sent: [] });
    expect(stdout).toContain('can no longer be compared with the plan; nothing was written to it');
    expect(stdout).not.toContain(SECRET);
  });
});

describe.concurrent('after a write', () => {
  test.each(sample(SETTINGS, 4))('a setting that must be unset is unknown when the read shows %s', async (_, text) => {
    const wanted = { wanted: { settings: { db_max_threads: null } }, live: { settings: { db_max_threads: 4 } } };
    const { apply, sent } = await open(wanted, { section: 'settings', text, from: 3 });
    const { code, stdout } = await apply();
    expect({ code, sent }).toEqual({ code: 3, sent: ['PUT'] });
    expect(stdout).toContain('1 unknown');
    expect(stdout).toContain('returned values that cannot be read');
  });

  test.each(sample(['"abc"', '1e400', '{}', '[]', 'true', '2.5'], 2))(
    'replicas that must be unset are unknown when the read shows %s',
    async (text) => {
      const wanted = { wanted: { scaling: { replicas: null } } };
      const { apply, sent } = await open(wanted, { section: 'scaling', text: `{"replicas":${text}}`, from: 3 });
      const { code, stdout } = await apply();
      expect({ code, sent }).toEqual({ code: 3, sent: ['PATCH'] });
      expect(stdout).toContain('scaling.replicas: asked for no value, cannot be read; the service returned ');
    },
  );
});
